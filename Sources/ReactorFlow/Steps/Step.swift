/// Something that happened, or was asked for, that navigation may answer: `carPicked(id)`, `uploadRequested(id)`.
///
/// A flow declares its steps as an enum of its own. A step says what happened and never which screen comes next: that is
/// the flow's to decide.
public protocol Step: Sendable {}
