import ReactorCore
import Synchronization

/// A real-time clock whose sleepers are woken by the event loop: each timer is a timeout of the loop.
///
/// The standard clocks wait on Dispatch threads, which then wake the process every second. Sleepers on this clock wake
/// only while the loop runs.
final class LoopClock: InPlaceClock {
  typealias Instant = ContinuousClock.Instant

  private struct Timeline {
    var sleepers = DeadlineQueue<Instant, CheckedContinuation<Void, any Error>>()
    var nextID = 0
  }

  private let timeline = Mutex(Timeline())

  /// Creates a clock for a loop.
  init() {}

  /// The current instant.
  var now: Instant { .now }
  /// The resolution of the loop: one millisecond.
  var minimumResolution: Duration { .milliseconds(1) }

  /// Suspends the task until `deadline`. Can be called from any thread.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await suspend(until: deadline)
  }

  /// Suspends the task for `duration`.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  nonisolated(nonsending) func suspend(for duration: Duration) async throws {
    try await suspend(until: now.advanced(by: duration))
  }

  private func suspend(until deadline: Instant, isolation: isolated (any Actor)? = #isolation) async throws {
    let id = timeline.withLock { timeline in
      timeline.nextID += 1
      return timeline.nextID
    }
    try await withTaskCancellationHandler {
      // If the closure did not refer to the actor, it would run, and therefore resume, on another one.
      _ = isolation
      try await withCheckedThrowingContinuation { continuation in
        // Read under the lock, so that a later cancellation finds the sleeper in the queue.
        let isCancelled = timeline.withLock { timeline in
          if Task.isCancelled { return true }
          timeline.sleepers.insert(continuation, id: id, deadline: deadline)
          return false
        }
        if isCancelled { return continuation.resume(throwing: CancellationError()) }
        // Wakes the loop, which may already be waiting for a later deadline.
        if !(isolation is MainActor) { Task { @MainActor in } }
      }
    } onCancel: {
      let sleeper = timeline.withLock { $0.sleepers.remove(id: id) }
      sleeper?.resume(throwing: CancellationError())
    }
  }

  // MARK: For the loop

  /// Returns the time until the next deadline: zero if one has passed, `nil` if there are no sleepers.
  func pause(at now: Instant = .now) -> Duration? {
    timeline.withLock { $0.sleepers.nextDeadline.map { max(.zero, now.duration(to: $0)) } }
  }

  /// Wakes the sleepers whose deadline has passed, the earliest first.
  func wake(at now: Instant = .now) {
    let late = timeline.withLock { timeline in
      var late: [CheckedContinuation<Void, any Error>] = []
      while let deadline = timeline.sleepers.nextDeadline, deadline <= now, let next = timeline.sleepers.popFirst() {
        late.append(next.sleeper)
      }
      return late
    }
    for sleeper in late { sleeper.resume() }
  }
}
