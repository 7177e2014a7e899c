import ReactorCore

/// Emits what streams tell, such as the pulses of a reactor that knows nothing of steps:
///
/// ```swift
/// ObservableStepper(
///   reactor.pulse(unwrapping: \.$opened).map { .carPicked($0) },
///   reactor.pulse(unwrapping: \.$closed).map { _ in .listClosed })
/// ```
///
/// It subscribes when somebody listens, and ends its subscriptions when it is released.
public final class ObservableStepper<Step: ReactorFlow.Step>: Stepper {
  /// What the streams have told.
  public let steps = Relay<Step>()
  /// The first step; nil if there is none.
  public let initialStep: Step?
  private let sources: [Observable<Step>]
  private var subscriptions = DisposeBag()

  /// - Parameters:
  ///   - sources: what happened, as steps; told side by side, in the order of the streams where they tell at once.
  ///   - initialStep: emitted before all else.
  public init(_ sources: Observable<Step>..., initialStep: Step? = nil) {
    self.sources = sources
    self.initialStep = initialStep
  }

  /// Subscribes to the streams.
  public func readyToEmitSteps() {
    subscriptions = DisposeBag()
    for source in sources { source.bind(to: steps).disposed(by: subscriptions) }
  }
}
