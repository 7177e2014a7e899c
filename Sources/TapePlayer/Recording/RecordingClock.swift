/// The time of a recording, which stands still while the recording is hidden.
@MainActor
struct RecordingClock {
  private let clock: @MainActor () -> Duration
  private let start: Duration
  private var hiddenSince: Duration?
  private var hiddenTime: Duration = .zero

  /// Creates a clock that runs with `clock` and shows `time` now.
  init(at time: Duration = .zero, _ clock: @escaping @MainActor () -> Duration = { .zero }) {
    self.clock = clock
    start = clock() - time
  }

  /// The time since the start, without the time in which the recording was hidden.
  var now: Duration { (hiddenSince ?? clock()) - start - hiddenTime }

  /// Whether the recording is hidden.
  var isHiding: Bool { hiddenSince != nil }

  /// Stops the clock, unless it is stopped.
  mutating func hide() {
    if hiddenSince == nil { hiddenSince = clock() }
  }

  /// Lets the clock continue.
  ///
  /// - Returns: Whether it was stopped.
  mutating func show() -> Bool {
    guard let since = hiddenSince else { return false }
    hiddenTime += clock() - since
    hiddenSince = nil
    return true
  }
}
