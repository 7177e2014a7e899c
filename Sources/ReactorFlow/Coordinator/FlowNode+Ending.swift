import ReactorCore

// The two ends of a flow's coming up and going down: when it is ready, and how it is let go of.
extension FlowNode {
  @inlinable
  func awaitReadiness(of children: ArraySlice<any CoordinatedFlow>) {
    hasNavigated = true
    let unready = children.filter { !$0.isReady }
    unreadyChildren = unready.count
    if unready.isEmpty { return becomeReady() }
    for child in unready {
      child.onSettled = { [weak self] in self?.childSettled() }
    }
  }

  @inlinable
  func childSettled() {
    unreadyChildren -= 1
    if unreadyChildren == 0, !isEnded { becomeReady() }
  }

  @inlinable
  func becomeReady() {
    readiness.becomeReady()
    onSettled?()
    onSettled = nil
  }

  /// Innermost first: the children, the newest first; then the flow's own stepper, then its screens, the newest first.
  @inlinable
  func end() {
    guard !isEnded else { return }
    isEnded = true
    adaptation?.cancel()
    adaptation = nil
    while let child = children.popLast() { child.end() }
    for subscription in subscriptions { subscription.dispose() }
    subscriptions = []
    stepper = nil
    while let screen = screens.popLast() { screen.end() }
    FlowReadiness.forget(flow)
    onSettled?()
    onSettled = nil
    onEnd(self)
    // Last: a deep link goes on from here, and must not find half of a flow.
    undecided.take()?.cause?.end()
    while let delivery = waiting.popFirst() { delivery.cause?.end() }
  }
}
