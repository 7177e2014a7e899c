import ReactorCore

/// A flow in a coordinator's tree. Handles its steps one at a time, subscribes to its contributors, and owns its
/// children.
@MainActor
final class FlowNode<S: Step>: CoordinatedFlow {
  private struct Delivery {
    let step: S
    let cause: StepCompletion?
    let isDeepLink: Bool
    /// Whether the step is an initial one, which a stepper emits again when the flow or the screen is presented again.
    let isInitial: Bool
  }

  private let flow: any Flow<S>
  private let coordination: Coordination
  private let forward: @MainActor (S) -> Void
  private let onEnd: @MainActor (FlowNode) -> Void
  private let readiness: FlowReadiness
  private let source: ProgramEvent.Source
  var onReadyOrEnd: (@MainActor () -> Void)?

  private var stepper: (any Stepper<S>)?
  /// Whether `readyToEmitSteps()` has returned. Until then, the stepper's steps are initial ones.
  private var isStepperReady = false
  private var subscriptions: [any Disposable] = []
  private var screens: [ScreenContribution<S>] = []
  private var children: [any CoordinatedFlow] = []
  private var members = FlowMembers<S>()

  private var waiting = WorkQueue<Delivery>()
  private var adaptation: Task<Void, Never>?
  /// The delivery passed to `adapt`, until its result has been handled.
  private var pending: Delivery?
  /// Whether an adaptation is running up to its first suspension.
  private var isStarting = false
  private var isAdvancing = false
  private var hasNavigated = false
  private var unreadyCount = 0
  private var isEnded = false

  /// - Parameters:
  ///   - forward: A closure that receives the steps for the parent.
  ///   - onEnd: A closure called once, when the flow ends.
  init(
    _ flow: any Flow<S>, _ coordination: Coordination, forward: @escaping @MainActor (S) -> Void,
    onEnd: @escaping @MainActor (FlowNode) -> Void
  ) {
    self.flow = flow
    self.coordination = coordination
    self.forward = forward
    self.onEnd = onEnd
    readiness = coordination.registry.readiness(of: flow)
    source = ProgramEvent.Source(flow)
    if Instrumentation.isObserved { Instrumentation.emit(.created, from: source) }
  }

  var isReady: Bool { readiness.isReady }

  /// Handles the initial step of the flow's stepper and subscribes to it, whether or not the flow is visible.
  func start(with stepper: any Stepper<S>, allowsStepWhenDismissed: Bool) {
    self.stepper = stepper
    if let step = stepper.initialStep { receive(step, isInitial: true) }
    subscribe(to: stepper)
    stepper.readyToEmitSteps()
    isStepperReady = true
    // The node may have ended, if the stepper replaced the coordinator's flow.
    guard !allowsStepWhenDismissed, !isEnded else { return }
    // Queued, because a flow that dismisses its own root during navigation may still have a step for its parent.
    subscriptions.append(
      flow.dismissal.bind { [weak self] in self?.coordination.queue.add { self?.end() } })
  }

  private func subscribe(to stepper: some Stepper<S>) {
    subscriptions.append(
      stepper.steps.subscribe { [weak self] step in
        guard let self else { return }
        receive(step, isInitial: !isStepperReady)
      })
  }

  // MARK: Steps

  private func receive(_ step: S, isInitial: Bool = false) {
    coordination.queue.add { self.enqueue(step, isInitial: isInitial) }
  }

  func visit(_ step: any Step) {
    if let own = step as? S {
      coordination.queue.cause?.wasDelivered = true
      enqueue(own, isDeepLink: true)
    } else {
      visitChildren(step)
    }
  }

  private func visitChildren(_ step: any Step) {
    guard !isEnded else { return }
    // Runs after the initial steps of the children that were just created.
    coordination.queue.add {
      for child in self.children { child.visit(step) }
    }
  }

  private func enqueue(_ step: S, isDeepLink: Bool = false, isInitial: Bool = false) {
    guard !isEnded else { return }
    let delivery = Delivery(
      step: step, cause: coordination.queue.cause, isDeepLink: isDeepLink, isInitial: isInitial)
    delivery.cause?.begin()
    waiting.append(delivery)
    advance()
  }

  /// Adapts the waiting steps one at a time. Each step is adapted when the result of the previous one has been handled.
  private func advance() {
    guard !isAdvancing else { return }
    isAdvancing = true
    while pending == nil, !isEnded, let delivery = waiting.popFirst() { adapt(delivery) }
    isAdvancing = false
  }

  private func adapt(_ delivery: Delivery) {
    pending = delivery
    isStarting = true
    // Does not use `EffectExecutor`, because a task with a preferred executor leaves the main actor at its first call,
    // and keys typed ahead would be handled before the step.
    let task = Task.immediate { @MainActor [weak self, flow] in
      let result: Result<S?, any Error>
      do {
        result = .success(try await flow.adapt(step: delivery.step))
      } catch {
        result = .failure(error)
      }
      self?.adapted(result, delivery)
    }
    isStarting = false
    if pending != nil {
      adaptation = task
      coordination.beginWaiting()
    }
  }

  private func adapted(_ result: Result<S?, any Error>, _ delivery: Delivery) {
    if isStarting { return handle(result, delivery) }
    guard !isEnded else { return }
    coordination.queue.add(for: delivery.cause) {
      self.handle(result, delivery)
      self.advance()
    }
  }

  private func handle(_ result: Result<S?, any Error>, _ delivery: Delivery) {
    guard !isEnded else { return }
    pending = nil
    endAdaptation()
    coordination.queue.attribute(to: delivery.cause) {
      switch result {
      case .success(let step?):
        delivery.cause?.wasHandled = true
        members.begin(delivery.isInitial ? nil : delivery.step)
        navigate(to: step)
      case .success(nil): break
      case .failure(let error):
        if !(error is CancellationError) { UnhandledErrors.report(error, "\(type(of: flow))") }
      }
      if delivery.isDeepLink { visitChildren(delivery.step) }
    }
    delivery.cause?.end()
  }

  private func endAdaptation() {
    if adaptation.take() != nil { coordination.endWaiting() }
  }

  private func navigate(to step: S) {
    if Instrumentation.isObserved {
      Instrumentation.beginTurn(source.id)
      Instrumentation.emit(.step(step), from: source)
    }
    defer { if Instrumentation.isObserved { Instrumentation.endTurn(source.id) } }
    let event = NavigationEvent(flow: flow, step: step)
    coordination.willNavigate.send(event)
    let contributors = flow.navigate(to: step)
    coordination.didNavigate.send(event)
    guard !isEnded else { return }
    switch contributors {
    case .none: register([])
    case .one(let contributor): register([contributor])
    case .multiple(let contributors): register(contributors)
    case .end(let step):
      forward(step)
      end()
    }
  }

  // MARK: Contributors

  private func register(_ contributors: [FlowContributor<S>]) {
    for contributor in contributors {
      if case .forwardToParentFlow(let step) = contributor.kind { forward(step) }
    }
    let known = children.count
    for contributor in contributors {
      if case .contribution(let add) = contributor.kind { add(self) }
    }
    if !hasNavigated { awaitReadiness(of: children[min(known, children.count)...]) }
    for contributor in contributors {
      if case .forwardToCurrentFlow(let step) = contributor.kind { receive(step) }
    }
  }

  func add(_ screen: ScreenContribution<S>) {
    guard !isEnded else { return }
    screens.append(screen)
    members.append(screen)
    screen.start(
      { [weak self] in self?.receive($0, isInitial: $1) },
      onDismissal: { [weak self, weak screen] in self?.remove(screen) })
  }

  private func remove(_ screen: ScreenContribution<S>?) {
    guard let index = screens.lastIndex(where: { $0 === screen }) else { return }
    screens.remove(at: index).end()
    if let screen { members.remove(screen) }
  }

  func add<C: Step>(
    _ flow: any Flow<C>, _ stepper: any Stepper<C>, allowsStepWhenDismissed: Bool,
    mapping: @escaping @MainActor (C) -> S?
  ) {
    guard !isEnded else { return }
    let child = FlowNode<C>(
      flow, coordination,
      forward: { [weak self] step in if let own = mapping(step) { self?.receive(own) } },
      onEnd: { [weak self] child in self?.remove(child) })
    children.append(child)
    members.append(child)
    child.start(with: stepper, allowsStepWhenDismissed: allowsStepWhenDismissed)
  }

  private func remove(_ child: some CoordinatedFlow) {
    guard let index = children.lastIndex(where: { $0 === child }) else { return }
    children.remove(at: index)
    members.remove(child)
  }

  // MARK: Description

  var path: [any Step] { members.path }

  var lines: [String] {
    ["\(type(of: flow))\(isReady ? "" : " (not ready)")"] + members.lines.map { "  \($0)" }
  }

  // MARK: Readiness

  private func awaitReadiness(of children: ArraySlice<any CoordinatedFlow>) {
    hasNavigated = true
    let unready = children.filter { !$0.isReady }
    unreadyCount = unready.count
    if unready.isEmpty { return becomeReady() }
    for child in unready {
      child.onReadyOrEnd = { [weak self] in self?.childBecameReadyOrEnded() }
    }
  }

  private func childBecameReadyOrEnded() {
    unreadyCount -= 1
    if unreadyCount == 0, !isEnded { becomeReady() }
  }

  private func becomeReady() {
    readiness.becomeReady()
    onReadyOrEnd.take()?()
  }

  // MARK: Ending

  /// Ends the children, newest first; then releases the flow's stepper; then ends the screens, newest first.
  func end() {
    guard !isEnded else { return }
    isEnded = true
    adaptation?.cancel()
    endAdaptation()
    members = FlowMembers()
    while let child = children.popLast() { child.end() }
    for subscription in subscriptions { subscription.dispose() }
    subscriptions = []
    stepper = nil
    while let screen = screens.popLast() { screen.end() }
    coordination.registry.remove(flow)
    onReadyOrEnd.take()?()
    onEnd(self)
    // Last, because this may continue a deep link, which must not find the flow partly ended.
    pending.take()?.cause?.end()
    while let delivery = waiting.popFirst() { delivery.cause?.end() }
  }
}
