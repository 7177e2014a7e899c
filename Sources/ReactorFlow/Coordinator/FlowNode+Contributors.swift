import ReactorCore

// Who is listened to after a step: screens with their steppers, child flows, and steps that follow right away.
extension FlowNode {
  @inlinable
  func register(_ contributors: [FlowContributor<S>]) {
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

  @inlinable
  func add(_ screen: ScreenContribution<S>) {
    guard !isEnded else { return }
    screens.append(screen)
    screen.start(
      { [weak self] in self?.receive($0) }, onDismissal: { [weak self, weak screen] in self?.remove(screen) })
  }

  @inlinable
  func remove(_ screen: ScreenContribution<S>?) {
    guard let index = screens.lastIndex(where: { $0 === screen }) else { return }
    screens.remove(at: index).end()
  }

  @inlinable
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

  @inlinable
  func remove(_ child: some CoordinatedFlow) {
    guard let index = children.lastIndex(where: { $0 === child }) else { return }
    children.remove(at: index)
  }
}
