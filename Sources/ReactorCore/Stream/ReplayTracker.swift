/// A stream that delivers its current value to every new subscriber.
@MainActor
protocol Replaying: AnyObject {
  /// The number of values that all subscribers have received.
  var deliveredCount: Int { get }
}

/// A tracker that distinguishes values merely repeated to a stream that is subscribed to again from values accepted in
/// the meantime.
@MainActor
final class ReplayTracker {
  private var connected: [any Replaying] = []
  private var delivered: [ObjectIdentifier: (stream: any Replaying, count: Int)] = [:]
  /// Whether the value being delivered was delivered before.
  private(set) var isReplaying = false

  nonisolated init() {}

  /// Records the values delivered to the subscription that has just ended; delivering them again is a replay.
  func subscriptionEnded() {
    delivered = [:]
    for stream in connected { delivered[ObjectIdentifier(stream)] = (stream, stream.deliveredCount) }
    connected = []
  }

  /// Runs `deliver`, which delivers the current value of `stream`.
  func deliver(from stream: some Replaying, _ deliver: () -> Void) {
    connected.append(stream)
    let outer = isReplaying
    isReplaying = delivered[ObjectIdentifier(stream)]?.count == stream.deliveredCount
    deliver()
    isReplaying = outer
  }
}
