import Glibc

/// A moment until which something is waited for.
struct Deadline {
  private let end: ContinuousClock.Instant

  /// Generous: it is only ever used up by a program that hangs, on a machine that may be busy.
  static var usual: Deadline { Deadline(in: .seconds(15)) }

  init(in duration: Duration) { end = .now + duration }

  var hasPassed: Bool { end <= .now }

  /// Whole milliseconds left, as `poll` wants them.
  var milliseconds: Int32 {
    let (seconds, attoseconds) = (end - .now).components
    return Int32(clamping: max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
  }

  /// Waits for a descriptor. False when the time is over.
  func wait(for descriptor: Int32, _ events: Int32) -> Bool {
    var source = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    while !hasPassed {
      if poll(&source, 1, milliseconds) > 0 { return true }
    }
    return false
  }
}
