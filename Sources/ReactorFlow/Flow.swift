import ReactorCore

/// An area of navigation. It responds to each step by presenting something, and returns the sources of the steps that
/// follow.
///
/// ```swift
/// enum CatalogStep: Step { case listRequired, carPicked(Int), closed }
///
/// final class CatalogFlow: Flow {
///   let root = NavigationStack()
///
///   func navigate(to step: CatalogStep) -> FlowContributors<CatalogStep> {
///     switch step {
///     case .listRequired: show(ListScreen(), with: ListReactor())
///     case .carPicked(let id): show(CarScreen(), with: CarReactor(id))
///     case .closed: .end(forwardToParentFlowWithStep: .closed)
///     }
///   }
/// }
/// ```
///
/// A flow is visible while its root is, and ends when its root is dismissed. A flow is not a ``Presentable``, so the
/// compiler rejects a child flow contributed as a screen with a stepper of the wrong type.
///
/// The coordinator retains a flow until the flow ends. Isolated to the main actor.
@MainActor
public protocol Flow<Step>: AnyObject, Sendable {
  /// The type of the steps that the flow handles.
  associatedtype Step: ReactorFlow.Step
  /// The type of the root.
  associatedtype Root: Presentable

  /// The presentable that the parent flow, or the program, presents.
  var root: Root { get }

  /// Validates or replaces a step before ``navigate(to:)`` handles it.
  ///
  /// Later steps wait until this method returns, so steps keep their order. If it does not suspend, the step has been
  /// presented when the `send` that emitted it returns. The default implementation returns the step unchanged.
  ///
  /// - Important: Do not wait in this method for another step of the same flow: that step waits for this method.
  /// - Returns: The step to navigate to, or `nil` to ignore the step.
  /// - Throws: An error drops the step and is reported to `UnhandledErrors`; a `CancellationError` is not reported.
  func adapt(step: Step) async throws -> Step?

  /// Presents what `step` requires, such as a screen.
  ///
  /// Steps emitted during this call wait until the coordinator has subscribed to the returned contributors.
  ///
  /// - Returns: The sources of the steps that follow.
  func navigate(to step: Step) -> FlowContributors<Step>
}

extension Flow {
  /// Returns the step unchanged.
  public func adapt(step: Step) async throws -> Step? { step }

  /// A stream of whether the root is visible: the current value, then each change.
  public var visibility: Observable<Bool> { root.visibility }

  /// A stream that emits one element and finishes when the root is permanently dismissed.
  public var dismissal: Observable<Void> { root.dismissal }
}
