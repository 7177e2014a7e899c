import Synchronization

/// Adds to the reports of a refresh how fast it goes, and how long it will take.
final class RefreshMeter: Sendable {
  private let elapsed: @Sendable () -> Duration
  private let state = Mutex(State())

  private struct State {
    var phase: RefreshProgress.Phase?
    var start = Duration.zero
  }

  /// Seconds of a phase before its rate means anything.
  static let patience = 0.5

  init(clock: some Clock<Duration> = ContinuousClock()) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
  }

  /// The report with the rate of its phase, once that lasts long enough.
  func measured(_ progress: RefreshProgress) -> RefreshProgress {
    let now = elapsed()
    let seconds = state.withLock { state in
      if state.phase != progress.phase { state = State(phase: progress.phase, start: now) }
      let passed = (now - state.start).components
      return Double(passed.seconds) + Double(passed.attoseconds) / 1e18
    }
    guard seconds >= Self.patience, progress.completedBytes > 0 else { return progress }
    var progress = progress
    let rate = Double(progress.completedBytes) / seconds
    progress.rate = rate
    if let total = progress.totalBytes, total >= progress.completedBytes {
      progress.timeLeft = Double(total - progress.completedBytes) / rate
    }
    return progress
  }
}
