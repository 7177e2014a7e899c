/// What becomes of the steps that a screen's stepper emits while the screen is not shown.
///
/// The initial step, and what is sent from `readyToEmitSteps()`, is delivered in any case.
public enum HiddenStepPolicy: Sendable, Hashable, ExpressibleByBooleanLiteral {
  /// They are lost: what happens on a covered screen must not navigate.
  case drop
  /// They wait until it is shown again. If it is dismissed first they are lost, or delivered then where steps of a
  /// dismissed screen are allowed.
  case buffer
  /// They are delivered as if it were shown.
  case deliver

  /// RxFlow's spelling: `true` delivers, `false` drops.
  public init(booleanLiteral value: Bool) {
    self = value ? .deliver : .drop
  }
}
