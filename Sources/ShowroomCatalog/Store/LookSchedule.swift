/// The times at which ``ChangeWatcher`` checks the database for changes.
struct LookSchedule {
  /// The delays between checks after a report from the kernel.
  ///
  /// SQLite first writes a commit to its log, which the kernel reports, and then publishes it in shared memory, which
  /// the kernel does not report. In between, it waits for the disk. Checks are therefore repeated for some seconds. The
  /// first delay also combines a burst of writes into one check.
  private static let delays = [10, 40, 150, 600, 2_400].map(Duration.milliseconds)

  /// The time of the next check; `nil` if there is no reason to check.
  private(set) var due: ContinuousClock.Instant?
  /// The delays of the checks that follow the next one.
  private var remaining: ArraySlice<Duration> = []
  private var wasNotified = false

  /// Schedules checks after the end of a wait. A notification follows each commit, so one check is enough; a report
  /// from the kernel requires several.
  mutating func take(_ events: FolderWatch.Events) {
    if events.isWritten {
      remaining = Self.delays[...]
      if due == nil { due = remaining.popFirst().map { .now + $0 } }
    }
    wasNotified = wasNotified || events.wasNotified
  }

  /// Returns whether a check is due. If so, schedules the next one.
  mutating func isDue() -> Bool {
    defer { wasNotified = false }
    guard let due, due <= .now else { return wasNotified }
    self.due = remaining.popFirst().map { .now + $0 }
    return true
  }
}
