/// The action of a reactor that receives none, because its mutations come from merged streams only.
///
/// ```swift
/// final class ClockReactor: Reactor {
///   typealias Action = NoAction
///   enum Mutation { case tick }
///   …
/// }
/// ```
public enum NoAction: Sendable {}
