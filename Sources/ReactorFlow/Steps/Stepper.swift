import ReactorCore

/// Emits steps. A screen's reactor can be one:
///
/// ```swift
/// final class CarListReactor: Reactor, Stepper {
///   let steps = Relay<CatalogueStep>()
///   …
///   steps.send(.carPicked(id))
/// }
/// ```
///
/// A coordinator first takes the ``initialStep``, then subscribes to ``steps``, then calls ``readyToEmitSteps()``.
@MainActor
public protocol Stepper<Step>: AnyObject, Sendable {
  /// What it emits.
  associatedtype Step: ReactorFlow.Step

  /// Where it emits them.
  var steps: Relay<Step> { get }
  /// The first one; nil (the default) if there is none. It is always delivered, also while the screen is hidden.
  var initialStep: Step? { get }
  /// Somebody listens now. What is sent from in here is always delivered too. Default: nothing.
  func readyToEmitSteps()
}

extension Stepper {
  /// No initial step.
  public var initialStep: Step? { nil }
  /// Nothing.
  public func readyToEmitSteps() {}
}
