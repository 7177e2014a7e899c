import Synchronization

/// How many bytes of a request's body have been handed to the connection; written by the reader, read when the answer comes.
final class SentBytes: Sendable {
  private let count = Atomic<Int64>(0)

  var value: Int64 { count.load(ordering: .relaxed) }

  func set(_ value: Int64) { count.store(value, ordering: .relaxed) }
}
