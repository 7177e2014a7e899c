import ReactorCore

/// A step on its way through a flow.
public struct NavigationEvent: Sendable {
  /// The flow that handles the step.
  public let flow: any Flow
  /// The step, as returned by the flow's `adapt`.
  public let step: any Step
}

/// A coordinator that runs a flow and all flows that descend from it.
///
/// ```swift
/// let coordinator = FlowCoordinator()
/// coordinator.coordinate(flow: AppFlow(window), with: OneStepper(withSingleStep: AppStep.started))
/// coordinator.navigate(to: [AppStep.catalogRequired, CatalogStep.carPicked(7)])
/// ```
///
/// For each step, the coordinator calls `adapt`, emits `willNavigate`, calls `navigate(to:)`, emits `didNavigate`,
/// delivers steps for the parent, subscribes to the contributors (each with its initial step), updates the readiness of
/// the flow, and delivers steps for the flow itself. If no `adapt` suspends, all of this, with everything that it
/// causes, is complete when the `send` that emitted the step returns.
///
/// Retain the coordinator: releasing it ends every flow. Isolated to the main actor.
@MainActor
public final class FlowCoordinator {
  private let coordination = Coordination()
  private var root: (any CoordinatedFlow)?
  private var links = WorkQueue<DeepLink>()
  private var link: DeepLink?
  /// Whether the flow's initial step, and everything that it caused, is complete.
  private var isOpen = false

  /// Creates a coordinator without a flow.
  public init() {}

  isolated deinit {
    root?.end()
    _ = link?.finish(.ended)
    while let waiting = links.popFirst() { _ = waiting.finish(.ended) }
  }

  /// A stream of events emitted before any flow of the tree navigates.
  public var willNavigate: Observable<NavigationEvent> { coordination.willNavigate.asObservable() }

  /// A stream of events emitted after any flow of the tree has navigated, before its contributors are subscribed to.
  public var didNavigate: Observable<NavigationEvent> { coordination.didNavigate.asObservable() }

  /// Runs `flow` until its root is dismissed, it ends, or another flow replaces it.
  ///
  /// - Parameters:
  ///   - flow: The flow, retained until it ends.
  ///   - stepper: The flow's stepper, subscribed to whether or not the flow is visible. By default, one that emits no
  ///     step, for a flow whose first step comes from ``navigate(to:completion:)``.
  ///   - allowStepWhenDismissed: Whether the flow continues after its root is dismissed.
  public func coordinate<F: Flow>(
    flow: F, with stepper: any Stepper<F.Step> = DefaultStepper<F.Step>(), allowStepWhenDismissed: Bool = false
  ) {
    root?.end()
    let node = FlowNode<F.Step>(
      flow, coordination, forward: { _ in }, onEnd: { [weak self] in self?.ended($0) })
    root = node
    isOpen = false
    coordination.waitingChanged = { [weak flow] in flow?.root.navigationWaits($0) }
    let opening = StepCompletion { [weak self, weak node] _ in self?.opened(node) }
    coordination.queue.add(for: opening) {
      node.start(with: stepper, allowsStepWhenDismissed: allowStepWhenDismissed)
    }
  }

  /// Delivers `step` to every flow that handles steps of its type: first the topmost flow, then its children, including
  /// those created by the step.
  ///
  /// Waits until there is a flow and it is ready.
  public func navigate(to step: any Step) {
    navigate(to: [step])
  }

  /// Delivers a path of steps, which may have different types. Each step is delivered when the one before it, with
  /// everything that it caused and every `adapt` involved, is complete.
  ///
  /// Waits until there is a flow and it is ready. Paths are handled one at a time, in the order of the calls.
  ///
  /// - Parameters:
  ///   - path: The steps.
  ///   - completion: A closure that receives the outcome. If there is none, a step that no flow handles is reported to
  ///     `UnhandledErrors`.
  public func navigate(to path: [any Step], completion: (@MainActor (DeepLinkOutcome) -> Void)? = nil) {
    links.append(DeepLink(path, completion: completion))
    advance()
  }

  /// The steps that lead from the initial step of the flow to everything that is currently presented, in order.
  ///
  /// A program saves them when it ends, and passes them to ``navigate(to:completion:)`` when it starts again:
  ///
  /// ```swift
  /// save(coordinator.path.compactMap { $0 as? AppStep })
  /// …
  /// coordinator.coordinate(flow: AppFlow(window), with: OneStepper(withSingleStep: .started))
  /// coordinator.navigate(to: savedSteps())
  /// ```
  ///
  /// A step is part of the path as long as a screen or child flow that it contributed exists. The path contains the
  /// step as it was before `adapt`, which runs again when the path is restored. Initial steps, and those sent from
  /// ``Stepper/readyToEmitSteps()``, are left out, because the steppers emit them again.
  public var path: [any Step] { root?.path ?? [] }

  /// The flows that are currently coordinated, each with its screens and child flows, one per line, for debugging:
  ///
  /// ```
  /// AppFlow
  ///   CatalogFlow
  ///     ListScreen with ListReactor
  ///     CarScreen with CarReactor
  /// ```
  public var recursiveDescription: String { root?.lines.joined(separator: "\n") ?? "no flow" }

  private func opened(_ node: (some CoordinatedFlow)?) {
    guard let root, root === node else { return }
    isOpen = true
    advance()
  }

  private func ended(_ node: some CoordinatedFlow) {
    guard root === node else { return }
    root = nil
    isOpen = false
    finishLink(.ended)
  }

  // MARK: Deep links

  private func advance() {
    guard isOpen, link == nil else { return }
    link = links.popFirst()
    if link != nil { deliverNextStep() }
  }

  private func deliverNextStep() {
    guard let root else { return finishLink(.ended) }
    guard let step = link?.next() else { return finishLink(.completed) }
    let completion = StepCompletion { [weak self, weak root] completion in
      guard let self, self.root === root else { return }
      if !completion.wasDelivered { return finishLink(.noFlow(step)) }
      if !completion.wasHandled { return finishLink(.rejected(step)) }
      deliverNextStep()
    }
    coordination.queue.add(for: completion) { root.visit(step) }
  }

  private func finishLink(_ outcome: DeepLinkOutcome) {
    guard let link else { return }
    self.link = nil
    if let error = link.finish(outcome) { UnhandledErrors.report(error, "a deep link") }
    advance()
  }
}
