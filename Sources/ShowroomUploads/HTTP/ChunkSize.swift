/// The number of bytes to read at a time. It is large on a fast connection, because each chunk has a cost, and small on
/// a slow one, because each chunk is a step of the progress bar and counts against the write timeout.
struct ChunkSize {
  static let smallest = 64 << 10, largest = 1 << 20
  private var bytes = smallest
  private var last: ContinuousClock.Instant?

  /// Returns the size of the next chunk in bytes, based on the time that the previous one took.
  mutating func next() -> Int {
    let now = ContinuousClock.now
    if let last {
      switch now - last {
      case ..<Duration.milliseconds(100): bytes = min(bytes * 2, Self.largest)
      case Duration.seconds(1)...: bytes = max(bytes / 2, Self.smallest)
      default: break
      }
    }
    last = now
    return bytes
  }
}

/// A limit of about thirty reports per second.
struct Pace {
  private var last = ContinuousClock.now

  var isDue: Bool {
    mutating get {
      let now = ContinuousClock.now
      guard now - last >= .milliseconds(30) else { return false }
      last = now
      return true
    }
  }
}
