import Synchronization

/// The position in a body that a test reads.
final class Offset: Sendable {
  private let position = Mutex(0)

  /// Returns the position before it advances.
  func advance(by count: Int) -> Int {
    position.withLock { position in
      defer { position += count }
      return position
    }
  }

  var value: Int { position.withLock { $0 } }
}
