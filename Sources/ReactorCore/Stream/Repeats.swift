/// A stream that tells every new subscriber its current value.
@MainActor
protocol Repeatable: AnyObject {
  /// How many values everybody has been told of.
  var toldCount: Int { get }
}

/// What a stream that is subscribed to again has been told before: tells a value that is merely repeated from one that
/// came in the meantime.
@MainActor
final class Repeats {
  private var connected: [any Repeatable] = []
  private var told: [ObjectIdentifier: (stream: any Repeatable, count: Int)] = [:]
  /// Whether what is being delivered has been delivered before.
  private(set) var isRepeating = false

  nonisolated init() {}

  /// The subscription is over: what it has been told by then would be a repetition.
  func remember() {
    told = [:]
    for stream in connected { told[ObjectIdentifier(stream)] = (stream, stream.toldCount) }
    connected = []
  }

  /// Delivers the current value of `stream`.
  func attribute(to stream: some Repeatable, _ deliver: () -> Void) {
    connected.append(stream)
    let outer = isRepeating
    isRepeating = told[ObjectIdentifier(stream)]?.count == stream.toldCount
    deliver()
    isRepeating = outer
  }
}
