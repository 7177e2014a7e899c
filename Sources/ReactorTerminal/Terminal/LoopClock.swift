import ReactorCore
import Synchronization

/// Real time, with sleepers that the event loop wakes: a timer is a timeout of the loop.
///
/// The standard clocks wait on threads of Dispatch, which keep a process waking every second from then on. Nobody who
/// sleeps here wakes while the loop does not run.
public final class LoopClock: InPlaceClock {
  /// A moment; the same as that of the continuous clock.
  public typealias Instant = ContinuousClock.Instant

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Timeline {
    /// By deadline; of those with the same, the first to lie down is the first to get up.
    var sleepers: [Sleeper] = []
    var nextID = 0
  }

  private let timeline = Mutex(Timeline())

  /// A clock for one loop.
  init() {}

  /// The present moment.
  public var now: Instant { .now }
  /// The loop counts milliseconds.
  public var minimumResolution: Duration { .milliseconds(1) }

  /// Returns when the loop finds `deadline` passed; throws `CancellationError` when the task is cancelled. From any
  /// thread.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await suspend(until: deadline)
  }

  /// Returns when `duration` has passed; throws `CancellationError` when the task is cancelled.
  nonisolated(nonsending) package func suspend(for duration: Duration) async throws {
    try await suspend(until: now.advanced(by: duration))
  }

  private func suspend(until deadline: Instant, isolation: isolated (any Actor)? = #isolation) async throws {
    let id = timeline.withLock { timeline in
      timeline.nextID += 1
      return timeline.nextID
    }
    try await withTaskCancellationHandler {
      // A closure that does not mention the actor would run, and so resume, away from it.
      _ = isolation
      try await withCheckedThrowingContinuation { continuation in
        // Asked under the lock: a cancellation that comes later finds the sleeper in the list.
        let isCancelled = timeline.withLock { timeline in
          if Task.isCancelled { return true }
          let index = timeline.sleepers.firstIndex { $0.deadline > deadline } ?? timeline.sleepers.endIndex
          timeline.sleepers.insert(Sleeper(id: id, deadline: deadline, continuation: continuation), at: index)
          return false
        }
        if isCancelled { return continuation.resume(throwing: CancellationError()) }
        // The loop may be waiting already, and for longer.
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

  /// How long nobody needs to be woken: zero when somebody is late, nil when nobody sleeps.
  func pause(at now: Instant = .now) -> Duration? {
    timeline.withLock { $0.sleepers.first.map { max(.zero, now.duration(to: $0.deadline)) } }
  }

  /// Wakes those whose time has come, the earliest first.
  func wake(at now: Instant = .now) {
    let late = timeline.withLock { timeline in
      let count = timeline.sleepers.prefix { $0.deadline <= now }.count
      defer { timeline.sleepers.removeFirst(count) }
      return timeline.sleepers.prefix(count)
    }
    for sleeper in late { sleeper.continuation.resume() }
  }
}
