import ReactorCore

/// Several steppers as one: its own initial step, then those of the others in their order, then what all of them emit.
public final class CompositeStepper<Step: ReactorFlow.Step>: Stepper {
  /// What the steppers emit, and what is sent here.
  public let steps = Relay<Step>()
  /// Its own first step; nil if there is none.
  public let initialStep: Step?
  private let steppers: [any Stepper<Step>]
  private var subscriptions = DisposeBag()

  /// - Parameters:
  ///   - steppers: told that somebody listens in this order.
  ///   - initialStep: emitted before those of the steppers.
  public init(steppers: [any Stepper<Step>], initialStep: Step? = nil) {
    self.steppers = steppers
    self.initialStep = initialStep
  }

  /// Emits the initial steps of the others, subscribes to all, then tells each that somebody listens.
  public func readyToEmitSteps() {
    subscriptions = DisposeBag()
    for stepper in steppers {
      if let step = stepper.initialStep { steps.send(step) }
    }
    for stepper in steppers {
      stepper.steps.subscribe { [weak self] in self?.steps.send($0) }.disposed(by: subscriptions)
    }
    for stepper in steppers { stepper.readyToEmitSteps() }
  }
}
