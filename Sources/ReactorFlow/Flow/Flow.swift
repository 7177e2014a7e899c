import ReactorCore

/// An area of navigation: answers each step by presenting something, and says who emits the steps that follow.
///
/// ```swift
/// enum CatalogueStep: Step { case listRequired, carPicked(Int), closed }
///
/// final class CatalogueFlow: Flow {
///   let root = NavigationStack()
///
///   func navigate(to step: CatalogueStep) -> FlowContributors<CatalogueStep> {
///     switch step {
///     case .listRequired: show(ListScreen(), with: ListReactor())
///     case .carPicked(let id): show(CarScreen(), with: CarReactor(id))
///     case .closed: .end(forwardToParentFlowWithStep: .closed)
///     }
///   }
/// }
/// ```
///
/// A flow is presented by its root: it is shown while that is, and has come to its end when that is dismissed. It is no
/// ``Presentable`` itself, so that a child flow cannot be contributed as a screen, with a stepper of the wrong steps.
///
/// It is kept alive by its coordinator, and released when it has ended. Main actor only.
@MainActor
public protocol Flow<Step>: AnyObject, Sendable {
  /// What it answers.
  associatedtype Step: ReactorFlow.Step
  /// What its root is.
  associatedtype Root: Presentable

  /// What the parent presents of it.
  var root: Root { get }

  /// Decides on a step before ``navigate(to:)`` sees it: returns it, another in its place, or nil to refuse it.
  ///
  /// Steps wait while one is being decided on, so their order stays. What is thrown drops the step and is reported
  /// (`UnhandledErrors`); a `CancellationError` drops it quietly. Do not wait in here for a step of this same flow.
  /// Where nothing is awaited the step has been presented before `send` returns. Default: the step as it is.
  func adapt(step: Step) async throws -> Step?

  /// Presents what `step` asks for. Steps that are emitted meanwhile wait until its contributors are listened to.
  func navigate(to step: Step) -> FlowContributors<Step>
}

extension Flow {
  /// The step as it is.
  public func adapt(step: Step) async throws -> Step? { step }
  /// Whether its root is shown: the value now, then every change.
  public var visibility: Observable<Bool> { root.visibility }
  /// One element when its root was taken away for good, then the end.
  public var dismissal: Observable<Void> { root.dismissal }
}
