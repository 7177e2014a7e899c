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
  private var wasNotified = false

  /// Schedules looks after the end of a wait. A notification follows each commit, so one look is enough; a
  /// report from the kernel calls for several.
  mutating func take(_ events: FolderWatch.Events) {
    if events.isWritten {
      remaining = Self.delays[...]
      if due == nil { due = remaining.popFirst().map { .now + $0 } }
    }
    wasNotified = wasNotified || events.wasNotified
  }

  /// Returns whether it is time to look, and schedules the next look if so.
  mutating func isDue() -> Bool {
    defer { wasNotified = false }
    guard let due, due <= .now else { return wasNotified }
    self.due = remaining.popFirst().map { .now + $0 }
    return true
  }
}
