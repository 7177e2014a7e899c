import Glibc

/// The end of a wait.
struct Deadline {
  private let end: ContinuousClock.Instant

  /// The usual deadline. It is generous, because the machine may be busy; only a hanging program reaches it.
  static var usual: Deadline { Deadline(in: .seconds(300)) }

  init(in duration: Duration) { end = .now + duration }

  var hasPassed: Bool { end <= .now }

  /// The remaining milliseconds, for `poll`.
  var milliseconds: Int32 {
    let (seconds, attoseconds) = (end - .now).components
    return Int32(clamping: max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
  }

  /// Waits for events on a descriptor. Returns `false` on a timeout.
  func wait(for descriptor: Int32, _ events: Int32) -> Bool {
    var source = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    while !hasPassed {
      if poll(&source, 1, milliseconds) > 0 { return true }
    }
    return false
  }
}
