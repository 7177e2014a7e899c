import ReactorCore

/// Emits one step, at once.
public final class OneStepper<Step: ReactorFlow.Step>: Stepper {
  /// Nothing is ever sent here.
  public let steps = Relay<Step>()
  /// The one step.
  public let initialStep: Step?

  /// - Parameter step: the one.
  public init(withSingleStep step: Step) {
    initialStep = step
  }
}
