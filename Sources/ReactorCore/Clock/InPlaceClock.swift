/// A clock that suspends a task without leaving the task's actor.
///
/// The standard library's `sleep` switches to another thread and back when it begins and when it ends, so a test cannot
/// determine when a sleeper has registered or when a woken task has run. The virtual clock conforms to this protocol.
package protocol InPlaceClock: Clock where Duration == Swift.Duration {
  /// Suspends the task until the clock has advanced by `duration`.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  nonisolated(nonsending) func suspend(for duration: Duration) async throws
}

extension Clock where Duration == Swift.Duration {
  /// Suspends the task for `duration`.
  ///
  /// Shadows the method of the standard library. It does the same, but stays on the caller's actor if the clock
  /// supports that, as ``VirtualClock`` does.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  nonisolated(nonsending) public func sleep(
    for duration: Duration, tolerance: Duration? = nil
  ) async throws {
    if let clock = self as? any InPlaceClock {
      try await clock.suspend(for: duration)
    } else {
      try await sleep(until: now.advanced(by: duration), tolerance: tolerance)
    }
  }
}
