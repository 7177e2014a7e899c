import ReactorCore
import Synchronization

/// A real-time clock whose sleepers are woken by the event loop: each timer is a timeout of the loop.
///
/// The standard clocks wait on Dispatch threads, which then wake the process every second. Sleepers on this clock wake
/// only while the loop runs.
final class LoopClock: InPlaceClock {
  /// An instant of the continuous clock.
  typealias Instant = ContinuousClock.Instant

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Timeline {
    /// The sleepers by deadline. Sleepers with equal deadlines wake in the order in which they went to sleep.
    var sleepers: [Sleeper] = []
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
        // Read under the lock, so that a later cancellation finds the sleeper in the list.
        let isCancelled = timeline.withLock { timeline in
          if Task.isCancelled { return true }
          let index = timeline.sleepers.firstIndex { $0.deadline > deadline } ?? timeline.sleepers.endIndex
          timeline.sleepers.insert(Sleeper(id: id, deadline: deadline, continuation: continuation), at: index)
          return false
        }
        if isCancelled { return continuation.resume(throwing: CancellationError()) }
        // Wakes the loop, which may already be waiting for a later deadline.
        if !(isolation is MainActor) { Task { @MainActor in } }
      }
    } onCancel: {
      let sleeper = timeline.withLock { timeline in
        timeline.sleepers.firstIndex { $0.id == id }.map { timeline.sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  // MARK: For the loop

  /// Returns the time until the next deadline: zero if one has passed, `nil` if there are no sleepers.
  func pause(at now: Instant = .now) -> Duration? {
    timeline.withLock { $0.sleepers.first.map { max(.zero, now.duration(to: $0.deadline)) } }
  }

  /// Wakes the sleepers whose deadline has passed, the earliest first.
  func wake(at now: Instant = .now) {
    let late = timeline.withLock { timeline in
      let count = timeline.sleepers.prefix { $0.deadline <= now }.count
      defer { timeline.sleepers.removeFirst(count) }
      return timeline.sleepers.prefix(count)
    }
    for sleeper in late { sleeper.continuation.resume() }
  }
}
