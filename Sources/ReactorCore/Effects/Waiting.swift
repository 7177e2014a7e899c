/// A clock that suspends whoever sleeps without leaving the sleeper's actor.
///
/// The standard library's `sleep` crosses to another thread and back on its way in and out, so that a test could not
/// know when a sleeper has registered, nor when a woken one has finished its work. A test's clock conforms to this.
package protocol InPlaceClock: Clock where Duration == Swift.Duration {
  /// Returns when the clock has moved on by `duration`; throws `CancellationError` when the task is cancelled.
  nonisolated(nonsending) func suspend(for duration: Duration) async throws
}

extension Clock where Duration == Swift.Duration {
  /// Suspends for `duration`; throws `CancellationError` when the task is cancelled.
  ///
  /// Takes the place of the standard library's method of this name, and does the same, but stays on the caller's actor
  /// where the clock can (``InPlaceClock``).
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
