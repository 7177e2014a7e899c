import ReactorCore

/// A flow in the tree of a coordinator: takes its steps one after the other, listens to those who were contributed, and
/// owns its children.
@MainActor
@usableFromInline
final class FlowNode<S: Step>: CoordinatedFlow {
  @usableFromInline struct Delivery {
    @usableFromInline let step: S
    @usableFromInline let cause: Settling?
    @usableFromInline let isDeepLink: Bool

    @inlinable
    init(step: S, cause: Settling?, isDeepLink: Bool) {
      self.step = step
      self.cause = cause
      self.isDeepLink = isDeepLink
    }
  }

  @usableFromInline let flow: any Flow<S>
  @usableFromInline let coordination: Coordination
  @usableFromInline let forward: @MainActor (S) -> Void
  @usableFromInline let onEnd: @MainActor (FlowNode) -> Void
  @usableFromInline let readiness: FlowReadiness
  @usableFromInline var onSettled: (@MainActor () -> Void)?

  @usableFromInline var stepper: (any Stepper<S>)?
  @usableFromInline var subscriptions: [any Disposable] = []
  @usableFromInline var screens: [ScreenContribution<S>] = []
  @usableFromInline var children: [any CoordinatedFlow] = []

  @usableFromInline var waiting = WorkQueue<Delivery>()
  @usableFromInline var adaptation: Task<Void, Never>?
  /// What is being decided on.
  @usableFromInline var undecided: Delivery?
  /// While an adaptation runs up to its first suspension.
  @usableFromInline var isStarting = false
  @usableFromInline var isPumping = false
  @usableFromInline var hasNavigated = false
  @usableFromInline var unreadyChildren = 0
  @usableFromInline var isEnded = false

  /// - Parameters:
  ///   - forward: takes what the flow has for its parent.
  ///   - onEnd: told once.
  @inlinable
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

  @usableFromInline var isReady: Bool { readiness.isReady }

  /// Takes the initial step of the flow's own stepper and listens to it, whether or not the flow is shown.
  @inlinable
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

  @inlinable
  func listen(to stepper: some Stepper<S>) {
    subscriptions.append(stepper.steps.subscribe { [weak self] in self?.receive($0) })
  }

  // MARK: Steps

  @inlinable
  func receive(_ step: S) {
    coordination.queue.add { self.take(step, isDeepLink: false) }
  }

  @inlinable
  func visit(_ step: any Step) {
    if let own = step as? S {
      coordination.queue.cause?.wasDelivered = true
      take(own, isDeepLink: true)
    } else {
      visitChildren(step)
    }
  }

  @inlinable
  func visitChildren(_ step: any Step) {
    guard !isEnded else { return }
    // After the initial steps of the children that have just been created.
    coordination.queue.add {
      for child in self.children { child.visit(step) }
    }
  }

  @inlinable
  func take(_ step: S, isDeepLink: Bool) {
    guard !isEnded else { return }
    let delivery = Delivery(step: step, cause: coordination.queue.cause, isDeepLink: isDeepLink)
    delivery.cause?.begin()
    waiting.append(delivery)
    pump()
  }

  /// One step at a time: the next is looked at when the one before has been decided on.
  @inlinable
  func pump() {
    guard !isPumping else { return }
    isPumping = true
    while undecided == nil, !isEnded, let delivery = waiting.popFirst() { adapt(delivery) }
    isPumping = false
  }

  @inlinable
  func adapt(_ delivery: Delivery) {
    undecided = delivery
    isStarting = true
    // Without `EffectExecutor`: with a preferred executor a task leaves the main actor's turn at its first call, and the
    // keys that a person typed ahead would be answered before the step.
    let task = Task.immediate { @MainActor [weak self, flow] in
      let decision: Result<S?, any Error>
      do {
        decision = .success(try await flow.adapt(step: delivery.step))
      } catch {
        decision = .failure(error)
      }
      self?.decided(decision, delivery)
    }
    isStarting = false
    if undecided != nil { adaptation = task }
  }

  @inlinable
  func decided(_ decision: Result<S?, any Error>, _ delivery: Delivery) {
    if isStarting { return settle(decision, delivery) }
    guard !isEnded else { return }
    coordination.queue.add(for: delivery.cause) {
      self.settle(decision, delivery)
      self.pump()
    }
  }

  @inlinable
  func settle(_ decision: Result<S?, any Error>, _ delivery: Delivery) {
    guard !isEnded else { return }
    undecided = nil
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

  @inlinable
  func navigate(to step: S) {
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
}
