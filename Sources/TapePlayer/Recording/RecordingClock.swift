/// The time of a recording. It stands still while the recording is hidden.
@MainActor
struct RecordingClock {
  private let clock: @MainActor () -> Duration
  private let start: Duration
  private var hiddenSince: Duration?
  private var hiddenTime: Duration = .zero

  /// Creates a clock that follows `clock` and currently shows `time`.
  init(at time: Duration = .zero, _ clock: @escaping @MainActor () -> Duration = { .zero }) {
    self.clock = clock
    start = clock() - time
  }

  /// The time since the start, excluding the time for which the recording was hidden.
  var now: Duration { (hiddenSince ?? clock()) - start - hiddenTime }

  /// Whether the recording is hidden.
  var isHiding: Bool { hiddenSince != nil }

  /// Stops the clock, unless it is already stopped.
  mutating func hide() {
    if hiddenSince == nil { hiddenSince = clock() }
  }

  /// Restarts the clock.
  ///
  /// - Returns: Whether the clock was stopped.
  mutating func show() -> Bool {
    guard let since = hiddenSince else { return false }
    hiddenTime += clock() - since
    hiddenSince = nil
    return true
  }
}
