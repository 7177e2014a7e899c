import ReactorCore

/// What all flows of one tree share: the queue of their steps, and who is told of them.
@MainActor
@usableFromInline
final class Coordination {
  @usableFromInline let queue = StepQueue()
  @usableFromInline let willNavigate = Relay<NavigationEvent>()
  @usableFromInline let didNavigate = Relay<NavigationEvent>()

  /// Makes the event only where somebody listens: it costs two boxes.
  @usableFromInline
  func tell(_ relay: Relay<NavigationEvent>, _ flow: any Flow, _ step: any Step) {
    if relay.observerCount > 0 { relay.send(NavigationEvent(flow: flow, step: step)) }
  }
}
