/// A relay, as seen by the transform that merges it.
@MainActor
protocol TrackedRelay: AnyObject {
  /// The number of values accepted so far. It identifies the current value, and is 0 before the first one.
  var acceptedCount: Int { get }

  /// Calls `tracker.wake` at the next element, unless `lifetime` is over.
  func watch(during lifetime: Lifetime, for tracker: ReplayTracker)
}

/// A tracker of the relays that a transform is subscribed to.
///
/// When the transform is subscribed to again, the tracker distinguishes repeated values from newly accepted ones, and
/// leaves out a value that made the transform fail. While the transform is broken, the next element of any of the
/// relays causes a new subscription and is delivered to it.
@MainActor
@usableFromInline
final class ReplayTracker {
  /// A stream, and what its latest subscriber in the transform has received.
  @MainActor
  private final class Link {
    weak var stream: (any TrackedRelay)?
    var receivedCount: Int

    init(_ stream: any TrackedRelay) {
      self.stream = stream
      receivedCount = stream.acceptedCount
    }
  }

  /// The original stream. Its elements are not noted, because their sender reports them itself.
  private weak var original: AnyObject?
  private var connected: [ObjectIdentifier: Link] = [:]
  /// The streams of the failed subscriptions, with the values that the latest of them received.
  private var previous: [ObjectIdentifier: Link] = [:]
  /// The streams whose current value made the transform fail.
  private var failed: [ObjectIdentifier: Link] = [:]
  private var delivering: Link?
  /// Whether the value being delivered was delivered before.
  private(set) var isReplaying = false
  /// Whether an element of a relay has arrived since this was last set to `false`.
  var hasReceived = false
  /// Restarts the broken transform, then calls its argument, which delivers the element that triggered the restart.
  private var restart: (@MainActor (_ deliver: () -> Void) -> Void)?
  /// The subscriptions to the relays whose next element triggers the restart.
  private var watches: [Lifetime] = []
  /// The relay whose element triggers the restart, and its observers in the new subscription.
  private var waking: (relay: AnyObject, observers: [Any])?

  init(of original: AnyObject) {
    self.original = original
  }

  /// Records the values that the failed subscription had received. Delivering them again is a replay.
  ///
  /// - Returns: Whether the failure was caused by a value that the next subscription does not receive.
  func subscriptionFailed() -> Bool {
    let cause = delivering.take()
    // The subscription may have failed before it reached some of the earlier streams.
    previous = previous.filter { $0.value.stream != nil }.merging(connected) { $1 }
    connected = [:]
    guard let cause, let stream = cause.stream else { return false }
    failed[ObjectIdentifier(stream)] = cause
    return true
  }

  /// Returns an observer of a relay that notes that an element has arrived.
  ///
  /// The observer does not retain the tracker, because the relay retains the observer. The observer's lifetime retains
  /// the tracker, and the relay delivers nothing once that lifetime is over.
  func noting<Element: Sendable>(_ observer: Observer<Element>, of relay: any TrackedRelay) -> Observer<Element> {
    if relay === original { return observer }
    let link = Link(relay)
    connected[ObjectIdentifier(relay)] = link
    let noting = observer.upstream { [unowned self] (element: Element) in
      hasReceived = true
      link.receivedCount = link.stream?.acceptedCount ?? 0
      deliver(from: link) { observer.receive(element) }
    }
    if waking?.relay === relay { waking?.observers.append(noting) }
    return noting
  }

  /// Runs `body`, which delivers the current value of `stream` to a new subscriber.
  func deliverValue(of stream: some TrackedRelay, _ body: () -> Void) {
    func has(_ links: [ObjectIdentifier: Link]) -> Bool {
      guard let link = links[ObjectIdentifier(stream)] else { return false }
      return link.stream === stream && link.receivedCount == stream.acceptedCount
    }
    if has(failed) { return }
    let outer = isReplaying
    isReplaying = has(previous)
    deliver(from: connected[ObjectIdentifier(stream)], body)
    isReplaying = outer
  }

  // MARK: Broken transforms

  /// Calls `restart` once, at the next element of any relay of the failed subscriptions, with a closure that delivers
  /// the element to the new subscription.
  func watchRelays(_ restart: @escaping @MainActor (_ deliver: () -> Void) -> Void) {
    stopWatching()
    self.restart = restart
    for link in previous.values {
      guard let stream = link.stream else { continue }
      let lifetime = Lifetime()
      watches.append(lifetime)
      stream.watch(during: lifetime, for: self)
    }
  }

  func stopWatching() {
    restart = nil
    for lifetime in watches { lifetime.dispose() }
    watches = []
  }

  /// Restarts the transform because a relay without a current value sends `element`, and delivers it to the new
  /// subscription. The relay itself delivers only later elements to that subscription.
  func wake<Element: Sendable>(by relay: any TrackedRelay, with element: Element) {
    waking = (relay, [])
    wake {
      let observers = waking.take()?.observers ?? []
      for case let observer as Observer<Element> in observers { observer.next(element) }
      // This element has already triggered a restart.
      hasReceived = false
    }
    waking = nil
  }

  /// Restarts the transform because a relay has a new current value, which the new subscription receives.
  func wake(_ deliver: () -> Void = {}) {
    let restart = restart
    stopWatching()
    restart?(deliver)
  }

  private func deliver(from link: Link?, _ body: () -> Void) {
    let outer = delivering
    delivering = link
    body()
    delivering = outer
  }
}
