import ReactorCore

/// Runs a flow and all flows that come of it: takes their steps, has them answered, and listens to who is contributed.
///
/// ```swift
/// let coordinator = FlowCoordinator()
/// coordinator.coordinate(flow: AppFlow(window), with: OneStepper(withSingleStep: AppStep.started))
/// coordinator.navigate(to: [AppStep.catalogueRequired, CatalogueStep.carPicked(7)])
/// ```
///
/// Per step: `adapt`, `willNavigate`, `navigate(to:)`, `didNavigate`, steps for the parent, the contributors (each with its
/// initial step), readiness, steps for the flow itself. Where no `adapt` awaits anything, all of it, with all that it
/// sets off, is done before `send` returns. Keep the coordinator: releasing it ends every flow. Main actor only.
@MainActor
public final class FlowCoordinator {
  @usableFromInline let coordination = Coordination()
  @usableFromInline var root: (any CoordinatedFlow)?
  private var links = WorkQueue<DeepLink>()
  private var link: DeepLink?
  /// Whether the initial step of the flow, and all that it set off, has been settled.
  @usableFromInline var isOpen = false

  /// A coordinator without a flow.
  public init() {}

  isolated deinit {
    root?.end()
    _ = link?.finish(.ended)
    while let waiting = links.popFirst() { _ = waiting.finish(.ended) }
  }

  /// Told before any flow of the tree navigates.
  public var willNavigate: Observable<NavigationEvent> { coordination.willNavigate.asObservable() }
  /// Told after any flow of the tree has navigated, before its contributors are listened to.
  public var didNavigate: Observable<NavigationEvent> { coordination.didNavigate.asObservable() }

  /// Runs `flow` until its root is dismissed, it ends, or another takes its place.
  ///
  /// - Parameters:
  ///   - flow: kept until then.
  ///   - stepper: the flow's own; it is listened to whether or not the flow is shown.
  ///   - allowStepWhenDismissed: whether the flow goes on after its root was dismissed.
  @inlinable
  public func coordinate<F: Flow>(
    flow: F, with stepper: any Stepper<F.Step>, allowStepWhenDismissed: Bool = false
  ) {
    root?.end()
    let node = FlowNode<F.Step>(
      flow, coordination, forward: { _ in }, onEnd: { [weak self] in self?.ended($0) })
    root = node
    isOpen = false
    let opening = Settling { [weak self, weak node] _ in self?.open(node) }
    coordination.queue.add(for: opening) {
      node.start(with: stepper, allowsStepWhenDismissed: allowStepWhenDismissed)
    }
  }

  /// Sends `step` to every flow that takes steps of its type: the flow at the top first, then the children, including
  /// those that the step has just created. Waits until the flow is ready.
  public func navigate(to step: any Step) {
    navigate(to: [step])
  }

  /// Follows a path of steps, also across flows of different step types, each when the one before it (with all that it
  /// set off, and whatever their `adapt` awaits) has been settled. Waits until there is a flow and it is ready; paths
  /// follow one another.
  ///
  /// - Parameter then: told how it came out. Without it, a step that no flow takes is reported (`UnhandledErrors`).
  public func navigate(to path: [any Step], then: (@MainActor (DeepLinkOutcome) -> Void)? = nil) {
    links.append(DeepLink(path, then: then))
    advance()
  }

  @usableFromInline
  func open(_ node: (some CoordinatedFlow)?) {
    guard let root, root === node else { return }
    isOpen = true
    advance()
  }

  @usableFromInline
  func ended(_ node: some CoordinatedFlow) {
    guard root === node else { return }
    root = nil
    isOpen = false
    finishLink(.ended)
  }

  private func advance() {
    guard isOpen, link == nil else { return }
    link = links.popFirst()
    if link != nil { takeStep() }
  }

  private func takeStep() {
    guard let root else { return finishLink(.ended) }
    guard let step = link?.next() else { return finishLink(.arrived) }
    let settling = Settling { [weak self, weak root] settling in
      guard let self, self.root === root else { return }
      if !settling.wasDelivered { return finishLink(.noFlow(step)) }
      if !settling.wasHandled { return finishLink(.refused(step)) }
      takeStep()
    }
    coordination.queue.add(for: settling) { root.visit(step) }
  }

  private func finishLink(_ outcome: DeepLinkOutcome) {
    guard let link else { return }
    self.link = nil
    if let error = link.finish(outcome) { UnhandledErrors.report(error, "a deep link") }
    advance()
  }
}
