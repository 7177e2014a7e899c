/// The times at which ``ChangeWatcher`` looks into the database.
struct LookSchedule {
  /// The time between looks after a report from the kernel.
  ///
  /// SQLite writes a commit to its log first, which the kernel reports, and publishes it a moment later in shared
  /// memory, which the kernel does not report. A look that finds nothing is therefore repeated a few times. The first
  /// delay also gathers a burst of writes into one look.
  private static let delays = [10, 40, 150, 600].map(Duration.milliseconds)

  /// The time of the next look; `nil` when there is no reason to look.
  private(set) var due: ContinuousClock.Instant?
  /// The delays of the looks that follow the next one.
  private var remaining: ArraySlice<Duration> = []
  private var isRung = false

  /// Schedules looks after the end of a wait. The bell rings after a commit, so one look is enough; a report from the
  /// kernel calls for several.
  mutating func take(_ signs: FolderWatch.Signs) {
    if signs.isWritten {
      remaining = Self.delays[...]
      if due == nil { due = remaining.popFirst().map { .now + $0 } }
    }
    isRung = isRung || signs.isRung
  }

  /// Returns whether it is time to look, and schedules the next look if so.
  mutating func isDue() -> Bool {
    defer { isRung = false }
    guard let due, due <= .now else { return isRung }
    self.due = remaining.popFirst().map { .now + $0 }
    return true
  }
}
