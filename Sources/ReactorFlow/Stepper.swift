import ReactorCore

/// An event or request that navigation may respond to: `carPicked(id)`, `uploadRequested(id)`.
///
/// A flow declares its steps as an enum. A step describes what happened and never names the screen that comes next,
/// because the flow decides that.
public protocol Step: Sendable {}

/// A source of steps.
///
/// A screen's reactor can be a stepper:
///
/// ```swift
/// final class CarListReactor: Reactor, Stepper {
///   let steps = Relay<CatalogStep>()
///   …
///   steps.send(.carPicked(id))
/// }
/// ```
///
/// A coordinator handles the ``initialStep``, subscribes to ``steps``, and then calls ``readyToEmitSteps()``, in this
/// order.
@MainActor
public protocol Stepper<Step>: AnyObject, Sendable {
  /// The type of the steps.
  associatedtype Step: ReactorFlow.Step

  /// The relay that emits the steps.
  var steps: Relay<Step> { get }

  /// The first step, or `nil` if there is none (the default). It is delivered even while the screen is hidden.
  var initialStep: Step? { get }

  /// Notifies the stepper that a coordinator has subscribed to ``steps``.
  ///
  /// Steps sent from this method are delivered even while the screen is hidden. The default implementation does
  /// nothing.
  func readyToEmitSteps()
}

extension Stepper {
  /// No initial step.
  public var initialStep: Step? { nil }

  /// Does nothing.
  public func readyToEmitSteps() {}
}

/// A stepper that emits a single step, immediately.
public final class OneStepper<Step: ReactorFlow.Step>: Stepper {
  /// A relay that never emits.
  public let steps = Relay<Step>()
  /// The single step.
  public let initialStep: Step?

  /// Creates a stepper that emits `step`.
  public init(withSingleStep step: Step) {
    initialStep = step
  }
}

/// A stepper that emits the steps sent to ``steps``.
public final class DefaultStepper<Step: ReactorFlow.Step>: Stepper {
  /// The relay to which steps are sent.
  public let steps = Relay<Step>()

  /// Creates a stepper without an initial step.
  public init() {}
}

/// A stepper that combines several steppers: it emits its own initial step, then theirs in order, then all of their
/// steps.
public final class CompositeStepper<Step: ReactorFlow.Step>: Stepper {
  /// The steps of all steppers, and those sent to this relay.
  public let steps = Relay<Step>()
  /// The first step, or `nil` if there is none.
  public let initialStep: Step?
  private let steppers: [any Stepper<Step>]
  private var subscriptions = DisposeBag()

  /// Creates a stepper from several others.
  ///
  /// - Parameters:
  ///   - steppers: The steppers to combine. Their initial steps, and the calls to ``readyToEmitSteps()``, follow this
  ///     order.
  ///   - initialStep: A step to emit before those of the steppers.
  public init(steppers: [any Stepper<Step>], initialStep: Step? = nil) {
    self.steppers = steppers
    self.initialStep = initialStep
  }

  /// Emits the initial steps of the steppers, subscribes to each stepper, and then calls their `readyToEmitSteps()`.
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

/// A stepper that emits the elements of streams, such as the outputs of a reactor that has no steps of its own.
///
/// ```swift
/// ObservableStepper(
///   reactor.outputs.compactMap { output in
///     switch output {
///     case .opened(let id): .carPicked(id)
///     case .closed: .listClosed
///     case .message: nil
///     }
///   })
/// ```
///
/// It subscribes when a coordinator subscribes to its steps, and disposes of its subscriptions when it is released.
public final class ObservableStepper<Step: ReactorFlow.Step>: Stepper {
  /// The elements of the streams.
  public let steps = Relay<Step>()
  /// The first step, or `nil` if there is none.
  public let initialStep: Step?
  private let sources: [Observable<Step>]
  private var subscriptions = DisposeBag()

  /// Creates a stepper from streams.
  ///
  /// - Parameters:
  ///   - sources: Streams of steps, merged. Elements that streams deliver on subscription follow the order of the
  ///     streams.
  ///   - initialStep: A step to emit before all others.
  public convenience init(_ sources: Observable<Step>..., initialStep: Step? = nil) {
    self.init(sources, initialStep)
  }

  /// Creates a stepper from a relay of steps and streams.
  ///
  /// - Parameters:
  ///   - relay: The relay.
  ///   - sources: Streams of steps, merged with those of the relay.
  ///   - initialStep: A step to emit before all others.
  public convenience init(
    _ relay: some ObservableConvertible<Step>, _ sources: Observable<Step>..., initialStep: Step? = nil
  ) {
    self.init([relay.asObservable()] + sources, initialStep)
  }

  private init(_ sources: [Observable<Step>], _ initialStep: Step?) {
    self.sources = sources
    self.initialStep = initialStep
  }

  /// Subscribes to the streams.
  public func readyToEmitSteps() {
    subscriptions = DisposeBag()
    for source in sources { source.bind(to: steps).disposed(by: subscriptions) }
  }
}
