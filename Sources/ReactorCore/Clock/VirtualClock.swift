import Synchronization

/// A clock that advances only on request, for tests and for programs that play scripts.
///
/// Sleepers wake one at a time, ordered by deadline and then by when they went to sleep. A task on the main actor
/// (every effect, every view) sleeps and wakes in place: the sleep has begun when the call that led to it returns, and
/// a woken task has run to its next suspension before the next one wakes and before ``advance(by:)`` returns. This
/// applies to `clock.sleep(for:)` in files that import ReactorCore. Work that continues through other suspensions (the
/// end of a task group, a detached task) gets several turns, but may need more: end such a test on a signal, as
/// `TestStore.receive` does.
public final class VirtualClock: Clock, InPlaceClock, Sendable {
  /// An instant on this clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was created.
    public var offset: Duration

    /// Creates an instant `offset` after the creation of the clock.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// Returns the instant `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the time from this instant to `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns whether `left` is earlier than `right`.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Timeline {
    var now = Instant()
    var nextID = 0
    var sleepers = DeadlineQueue<Instant, CheckedContinuation<Void, any Error>>()
    /// The continuations that wait until a woken sleeper has run, by the sleeper's ID.
    var wakers: [Int: CheckedContinuation<Void, Never>] = [:]

    /// Whether the deadline of a sleeper has been reached.
    var isDue: Bool {
      guard let next = sleepers.nextDeadline else { return false }
      return next <= now
    }

    /// Advances to the next deadline and removes its first sleeper. Returns `nil` if that deadline is later than
    /// `limit`.
    mutating func takeNext(notAfter limit: Instant?) -> (id: Int, sleeper: CheckedContinuation<Void, any Error>)? {
      guard let next = sleepers.nextDeadline else { return nil }
      if let limit, next > limit { return nil }
      now = max(now, next)
      return sleepers.popFirst()
    }
  }

  private let timeline = Mutex(Timeline())

  /// Creates a clock at zero.
  public init() {}

  /// The current instant.
  public var now: Instant { timeline.withLock { $0.now } }
  /// The resolution of the clock: zero, because it measures every duration exactly.
  public var minimumResolution: Duration { .zero }
  /// The number of sleeping tasks.
  public var sleeperCount: Int { timeline.withLock { $0.sleepers.count } }
  /// The earliest deadline, or `nil` if no task sleeps.
  package var nextDeadline: Instant? { timeline.withLock { $0.sleepers.nextDeadline } }

  /// Suspends the task until the clock has advanced to `deadline`.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await suspend(until: deadline)
  }

  /// Suspends the task until the clock has advanced by `duration`.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  nonisolated(nonsending) package func suspend(for duration: Duration) async throws {
    try await suspend(until: now.advanced(by: duration))
  }

  private func suspend(until deadline: Instant, isolation: isolated (any Actor)? = #isolation) async throws {
    let id = timeline.withLock { timeline in
      timeline.nextID += 1
      return timeline.nextID
    }
    // This runs on the sleeper's actor, and the sleeper's own code follows without a suspension. That code has
    // therefore run by the time the waker is back on the main actor.
    defer { timeline.withLock { $0.wakers.removeValue(forKey: id) }?.resume() }
    try await withTaskCancellationHandler {
      // A closure that does not capture the actor would run, and therefore resume, elsewhere.
      _ = isolation
      try await withCheckedThrowingContinuation { continuation in
        // Checked under the lock, so that a later cancellation finds the sleeper in the queue.
        let immediate: Result<Void, any Error>? = timeline.withLock { timeline in
          if Task.isCancelled { return .failure(CancellationError()) }
          if deadline <= timeline.now { return .success(()) }
          timeline.sleepers.insert(continuation, id: id, deadline: deadline)
          return nil
        }
        if let immediate { continuation.resume(with: immediate) }
      }
    } onCancel: {
      let sleeper = timeline.withLock { $0.sleepers.remove(id: id) }
      sleeper?.resume(throwing: CancellationError())
    }
  }

  // MARK: Advancing

  /// Advances the clock, stopping at every deadline on the way, including the deadlines of tasks that go to sleep while
  /// it advances.
  @MainActor
  public func advance(by duration: Duration) async {
    await MainActorTurns.yield()
    let target = now.advanced(by: duration)
    while await wakeNext(notAfter: target) {}
    timeline.withLock { $0.now = max($0.now, target) }
    await MainActorTurns.yield()
  }

  /// Advances the clock to `instant`, but not past the next deadline. No sleeper wakes.
  package func skip(to instant: Instant) {
    timeline.withLock { timeline in
      timeline.now = max(timeline.now, min(instant, timeline.sleepers.nextDeadline ?? instant))
    }
  }

  /// Advances the clock to the next deadline.
  ///
  /// - Returns: `false` if no task sleeps, in which case the clock does not advance.
  @MainActor
  @discardableResult
  public func advanceToNextDeadline() async -> Bool {
    await MainActorTurns.yield()
    guard await wakeNext(notAfter: nil) else { return false }
    let deadline = now
    while await wakeNext(notAfter: deadline) {}
    return true
  }

  /// Advances the clock to the next deadline without yielding turns to other tasks before or after. The caller yields
  /// those turns.
  @MainActor
  package func wakeSleepersOfNextDeadline() async {
    guard await wake(notAfter: nil) else { return }
    let deadline = now
    while await wake(notAfter: deadline) {}
  }

  /// Advances the clock until no task sleeps.
  ///
  /// - Parameter limit: The maximum number of deadlines, so that a timer that repeats forever fails the test.
  /// - Throws: ``VirtualClockError/stillSleeping(sleepers:deadlines:)``.
  @MainActor
  public func run(limit: Int = 1_000) async throws {
    for _ in 0..<limit {
      guard await advanceToNextDeadline() else { return }
    }
    if sleeperCount > 0 { throw VirtualClockError.stillSleeping(sleepers: sleeperCount, deadlines: limit) }
  }

  /// Wakes one sleeper, and yields turns to other tasks after the last sleeper of an instant.
  @MainActor
  private func wakeNext(notAfter limit: Instant?) async -> Bool {
    guard await wake(notAfter: limit) else { return false }
    let hasMore = timeline.withLock { $0.isDue }
    if !hasMore { await MainActorTurns.yield() }
    return true
  }

  /// Wakes one sleeper, which may cancel the next.
  @MainActor
  private func wake(notAfter limit: Instant?) async -> Bool {
    let woken = timeline.withLock { $0.takeNext(notAfter: limit) }
    guard let woken else { return false }
    await withCheckedContinuation { waker in
      timeline.withLock { $0.wakers[woken.id] = waker }
      woken.sleeper.resume()
    }
    return true
  }
}

/// An error of a virtual clock.
public enum VirtualClockError: Error, CustomStringConvertible {
  /// Tasks are still sleeping after the maximum number of deadlines.
  case stillSleeping(sleepers: Int, deadlines: Int)

  /// A description of the error and how to fix it.
  public var description: String {
    switch self {
    case .stillSleeping(let sleepers, let deadlines):
      (sleepers == 1 ? "1 task is still sleeping" : "\(sleepers) tasks are still sleeping")
        + " after \(deadlines) deadlines. "
        + "A repeating timer never ends on its own. Use advance(by:), or cancel the timer first."
    }
  }
}

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

/// Turns that the main actor yields to other tasks.
@MainActor
package enum MainActorTurns {
  private static var count = 0

  /// Yields `count` times, which is enough for a chain of tasks that start one another. The main actor runs tasks in
  /// the order in which they were queued, so each turn runs everything queued before it. A continuation passes through
  /// the thread pool, as these turns do.
  package static func yield(_ count: Int = 16) async {
    for _ in 0..<count {
      await Task.yield()
      // The optimizer would remove a turn that does nothing on the main actor, and all turns would then run in the
      // thread pool.
      Self.count &+= 1
    }
  }
}
