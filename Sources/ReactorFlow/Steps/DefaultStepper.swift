import ReactorCore

/// Emits what is sent to ``steps``, and nothing by itself.
public final class DefaultStepper<Step: ReactorFlow.Step>: Stepper {
  /// Send steps here.
  public let steps = Relay<Step>()

  /// A stepper without an initial step.
  public init() {}
}
