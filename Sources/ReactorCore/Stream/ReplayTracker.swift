/// A stream that delivers its current value to every new subscriber.
@MainActor
protocol Replaying: AnyObject {
  /// The number of values that were accepted, which identifies the current one.
  var acceptedCount: Int { get }
}

/// A tracker of the relays that a transform is subscribed to.
///
/// When the transform is subscribed to again, it distinguishes values that are merely repeated from values accepted in
/// the meantime, and leaves out a value that made the transform fail.
@MainActor
@usableFromInline
final class ReplayTracker {
  /// A stream, and what its latest subscriber in the transform has received.
  @MainActor
  private final class Link {
    weak var stream: (any Replaying)?
    var receivedCount: Int

    init(_ stream: (any Replaying)?) {
      self.stream = stream
      receivedCount = stream?.acceptedCount ?? 0
    }
  }

  /// The stream that is transformed. Its elements are not noted, because whoever sends them knows of them.
  private weak var original: AnyObject?
  private var connected: [ObjectIdentifier: Link] = [:]
  /// The streams of the subscription that ended most recently.
  private var previous: [ObjectIdentifier: Link] = [:]
  /// The streams whose current value made the transform fail.
  private var failed: [ObjectIdentifier: Link] = [:]
  private var delivering: Link?
  /// Whether the value being delivered was delivered before.
  private(set) var isReplaying = false
  /// Whether an element of a relay has arrived since this was last set to `false`.
  var hasReceived = false

  init(of original: AnyObject) {
    self.original = original
  }

  /// Records what the subscription that has just failed had received; delivering it again is a replay.
  ///
  /// - Returns: Whether a value that the next subscription does not receive was the cause.
  func subscriptionFailed() -> Bool {
    let cause = delivering.take()
    previous = connected
    connected = [:]
    guard let cause, let stream = cause.stream else { return false }
    failed[ObjectIdentifier(stream)] = cause
    return true
  }

  /// Returns an observer of a relay that notes that an element has arrived.
  ///
  /// The relay retains the observer, so the observer does not retain the tracker. The lifetime of the observer does, and
  /// the relay delivers nothing without it.
  func noting<Element>(_ observer: Observer<Element>, of relay: AnyObject) -> Observer<Element> {
    if relay === original { return observer }
    let link = Link(relay as? any Replaying)
    if link.stream != nil { connected[ObjectIdentifier(relay)] = link }
    return observer.upstream { [unowned self] element in
      hasReceived = true
      link.receivedCount = link.stream?.acceptedCount ?? 0
      deliver(from: link) { observer.receive(element) }
    }
  }

  /// Runs `deliver`, which delivers the current value of `stream` to a new subscriber.
  func deliverValue(of stream: some Replaying, _ body: () -> Void) {
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

  private func deliver(from link: Link?, _ body: () -> Void) {
    let outer = delivering
    delivering = link
    body()
    delivering = outer
  }
}
