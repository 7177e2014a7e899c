import ReactorCore

/// A flow in the tree of a coordinator: takes its steps one after the other, listens to those who were contributed, and
/// owns its children.
@MainActor
final class FlowNode<S: Step>: CoordinatedFlow {
  private struct Delivery {
    let step: S
    let cause: Settling?
    let isDeepLink: Bool
  }

  private let flow: any Flow<S>
  private let coordination: Coordination
  private let forward: @MainActor (S) -> Void
  private let onEnd: @MainActor (FlowNode) -> Void
  private let readiness: StateRelay<Bool>
  var onSettled: (@MainActor () -> Void)?

  private var stepper: (any Stepper<S>)?
  private var subscriptions: [any Disposable] = []
  private var screens: [ScreenContribution<S>] = []
  private var children: [any CoordinatedFlow] = []

  private var waiting = WorkQueue<Delivery>()
  private var adaptation: Task<Void, Never>?
  private var isAdapting = false
  /// While an adaptation runs up to its first suspension.
  private var isStarting = false
  private var isPumping = false
  private var hasNavigated = false
  private var unreadyChildren = 0
  private(set) var isEnded = false

  /// - Parameters:
  ///   - forward: takes what the flow has for its parent.
  ///   - onEnd: told once.
  init(
    _ flow: any Flow<S>, _ coordination: Coordination, forward: @escaping @MainActor (S) -> Void,
    onEnd: @escaping @MainActor (FlowNode) -> Void
  ) {
    self.flow = flow
    self.coordination = coordination
    self.forward = forward
    self.onEnd = onEnd
    readiness = FlowReadiness.of(flow)
  }

  var isReady: Bool { readiness.value }

  /// Takes the initial step of the flow's own stepper and listens to it, whether or not the flow is shown.
  func start(with stepper: any Stepper<S>, allowsStepWhenDismissed: Bool) {
    self.stepper = stepper
    if let step = stepper.initialStep { receive(step) }
    listen(to: stepper)
    stepper.readyToEmitSteps()
    guard !allowsStepWhenDismissed, !isEnded else { return }
    // In the queue: a flow that takes its own root away while navigating may still have a step for its parent.
    subscriptions.append(
      flow.dismissal.bind { [weak self] in self?.coordination.queue.add { self?.end() } })
  }

  private func listen(to stepper: some Stepper<S>) {
    subscriptions.append(stepper.steps.subscribe { [weak self] in self?.receive($0) })
  }

  // MARK: Steps

  func receive(_ step: S) {
    coordination.queue.add { self.take(step, isDeepLink: false) }
  }

  func visit(_ step: any Step) {
    if let own = step as? S {
      coordination.queue.cause?.wasDelivered = true
      take(own, isDeepLink: true)
    } else {
      visitChildren(step)
    }
  }

  private func visitChildren(_ step: any Step) {
    guard !isEnded else { return }
    // After the initial steps of the children that have just been created.
    coordination.queue.add {
      for child in self.children { child.visit(step) }
    }
  }

  private func take(_ step: S, isDeepLink: Bool) {
    guard !isEnded else { return }
    let delivery = Delivery(step: step, cause: coordination.queue.cause, isDeepLink: isDeepLink)
    delivery.cause?.begin()
    waiting.append(delivery)
    pump()
  }

  /// One step at a time: the next is looked at when the one before has been decided on.
  private func pump() {
    guard !isPumping else { return }
    isPumping = true
    while !isAdapting, !isEnded, let delivery = waiting.popFirst() { adapt(delivery) }
    isPumping = false
  }

  private func adapt(_ delivery: Delivery) {
    isAdapting = true
    isStarting = true
    let task = Task.immediate(executorPreference: EffectExecutor.current) { @MainActor [weak self, flow] in
      let decision: Result<S?, any Error>
      do {
        decision = .success(try await flow.adapt(step: delivery.step))
      } catch {
        decision = .failure(error)
      }
      self?.decided(decision, delivery)
    }
    isStarting = false
    if isAdapting { adaptation = task }
  }

  private func decided(_ decision: Result<S?, any Error>, _ delivery: Delivery) {
    if isStarting { return settle(decision, delivery) }
    guard !isEnded else { return }
    coordination.queue.add(for: delivery.cause) {
      self.settle(decision, delivery)
      self.pump()
    }
  }

  private func settle(_ decision: Result<S?, any Error>, _ delivery: Delivery) {
    guard !isEnded else { return }
    isAdapting = false
    adaptation = nil
    coordination.queue.attribute(to: delivery.cause) {
      switch decision {
      case .success(let step?):
        delivery.cause?.wasHandled = true
        navigate(to: step)
      case .success(nil): break
      case .failure(let error):
        if !(error is CancellationError) { UnhandledErrors.report(error, "\(type(of: flow))") }
      }
      if delivery.isDeepLink { visitChildren(delivery.step) }
    }
    delivery.cause?.end()
  }

  private func navigate(to step: S) {
    coordination.tell(coordination.willNavigate, flow, step)
    let contributors = flow.navigate(to: step)
    coordination.tell(coordination.didNavigate, flow, step)
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
    for case .forwardToParentFlow(let step) in contributors.lazy.map(\.kind) { forward(step) }
    let known = children.count
    for case .contribution(let add) in contributors.lazy.map(\.kind) { add(self) }
    if !hasNavigated { awaitReadiness(of: children[min(known, children.count)...]) }
    for case .forwardToCurrentFlow(let step) in contributors.lazy.map(\.kind) { receive(step) }
  }

  func add(_ screen: ScreenContribution<S>) {
    guard !isEnded else { return }
    screens.append(screen)
    screen.start(
      { [weak self] in self?.receive($0) }, onDismissal: { [weak self, weak screen] in self?.remove(screen) })
  }

  private func remove(_ screen: ScreenContribution<S>?) {
    guard let index = screens.lastIndex(where: { $0 === screen }) else { return }
    screens.remove(at: index).end()
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
    child.start(with: stepper, allowsStepWhenDismissed: allowsStepWhenDismissed)
  }

  private func remove(_ child: some CoordinatedFlow) {
    guard let index = children.lastIndex(where: { $0 === child }) else { return }
    children.remove(at: index)
  }

  // MARK: Readiness and end

  private func awaitReadiness(of children: ArraySlice<any CoordinatedFlow>) {
    hasNavigated = true
    let unready = children.filter { !$0.isReady }
    unreadyChildren = unready.count
    if unready.isEmpty { return becomeReady() }
    for child in unready {
      child.onSettled = { [weak self] in self?.childSettled() }
    }
  }

  private func childSettled() {
    unreadyChildren -= 1
    if unreadyChildren == 0, !isEnded { becomeReady() }
  }

  private func becomeReady() {
    readiness.accept(true)
    onSettled?()
    onSettled = nil
  }

  /// Innermost first: the children, the newest first; then the flow's own stepper, then its screens, the newest first.
  func end() {
    guard !isEnded else { return }
    isEnded = true
    adaptation?.cancel()
    adaptation = nil
    while let delivery = waiting.popFirst() { delivery.cause?.end() }
    let children = children
    self.children = []
    for child in children.reversed() { child.end() }
    for subscription in subscriptions { subscription.dispose() }
    subscriptions = []
    stepper = nil
    while let screen = screens.popLast() { screen.end() }
    FlowReadiness.forget(flow)
    onSettled?()
    onSettled = nil
    onEnd(self)
  }
}
