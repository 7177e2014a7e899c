/// How much is read at a time: much on a fast connection, where each chunk has a price; little on a slow one, where a chunk
/// is the step of the bar and counts against the connection's time-out.
struct ChunkSize {
  static let smallest = 64 << 10, largest = 1 << 20
  private var bytes = smallest
  private var last: ContinuousClock.Instant?

  /// The size of the next chunk, in bytes, from the time that the one before took.
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

/// Says some thirty times a second that it is time for a report.
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
