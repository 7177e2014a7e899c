import Synchronization

/// A clock that stands still until somebody moves it: a test, or the player of a script.
///
/// Sleepers wake one at a time, in the order of their deadlines, those of one deadline in the order in which they lay
/// down. A task on the main actor (every effect, every view) registers and wakes in place: the sleep has begun when the
/// call that led to it has returned, and a woken task has worked up to its next suspension before the next one wakes and
/// before ``advance(by:)`` returns. This holds for `clock.sleep(for:)` in files that import ReactorCore. Work that goes
/// on after that through other suspensions (the end of a task group, a detached task) is given several turns but cannot
/// be waited for with certainty: end such a test on a signal, as `TestStore.receive` does.
public final class VirtualClock: Clock, InPlaceClock, Sendable {
  /// A moment on this clock, counted from when it was made.
  public struct Instant: InstantProtocol {
    /// Time since the clock was made.
    public var offset: Duration

    /// A moment `offset` after the clock was made.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The moment `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from here to `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether `left` is earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Timeline {
    var now = Instant()
    var nextID = 0
    var sleepers = DeadlineQueue<Instant, CheckedContinuation<Void, any Error>>()
    /// Who waits for a woken sleeper to be at work again, by the sleeper's id.
    var wakers: [Int: CheckedContinuation<Void, Never>] = [:]

    /// Whether a sleeper is to wake at this very moment.
    var isDue: Bool {
      guard let next = sleepers.nextDeadline else { return false }
      return next <= now
    }

    /// Moves on to the next deadline and takes out who is to wake then; nil if that is later than `limit`.
    mutating func takeNext(notAfter limit: Instant?) -> (id: Int, sleeper: CheckedContinuation<Void, any Error>)? {
      guard let next = sleepers.nextDeadline else { return nil }
      if let limit, next > limit { return nil }
      now = max(now, next)
      return sleepers.popFirst()
    }
  }

  private let timeline = Mutex(Timeline())

  /// A clock at zero.
  public init() {}

  /// The moment at which the clock stands.
  public var now: Instant { timeline.withLock { $0.now } }
  /// Nothing is too short for this clock.
  public var minimumResolution: Duration { .zero }
  /// How many tasks sleep.
  public var sleeperCount: Int { timeline.withLock { $0.sleepers.count } }
  /// When the next task is to wake; nil when none sleeps.
  public var nextDeadline: Instant? { timeline.withLock { $0.sleepers.nextDeadline } }

  /// Returns when the clock has been moved to `deadline`; throws `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await suspend(until: deadline)
  }

  /// Returns when the clock has been moved on by `duration`; throws `CancellationError` when the task is cancelled.
  nonisolated(nonsending) package func suspend(for duration: Duration) async throws {
    try await suspend(until: now.advanced(by: duration))
  }

  private func suspend(until deadline: Instant, isolation: isolated (any Actor)? = #isolation) async throws {
    let id = timeline.withLock { timeline in
      timeline.nextID += 1
      return timeline.nextID
    }
    // Runs where the sleeper goes on, without a suspension before its own code: whoever woke it and gets the main actor
    // again finds that code done.
    defer { timeline.withLock { $0.wakers.removeValue(forKey: id) }?.resume() }
    try await withTaskCancellationHandler {
      // A closure that does not mention the actor would run, and so resume, away from it.
      _ = isolation
      try await withCheckedThrowingContinuation { continuation in
        // Asked under the lock: a cancellation that comes later finds the sleeper in the list.
        let refusal: Result<Void, any Error>? = timeline.withLock { timeline in
          if Task.isCancelled { return .failure(CancellationError()) }
          if deadline <= timeline.now { return .success(()) }
          timeline.sleepers.insert(continuation, id: id, deadline: deadline)
          return nil
        }
        if let refusal { continuation.resume(with: refusal) }
      }
    } onCancel: {
      let sleeper = timeline.withLock { $0.sleepers.remove(id: id) }
      sleeper?.resume(throwing: CancellationError())
    }
  }

  // MARK: Moving

  /// Moves the clock on, stopping at every deadline on the way, also those of sleepers who lie down meanwhile.
  @MainActor
  public func advance(by duration: Duration) async {
    await MainActorTurns.give()
    let target = now.advanced(by: duration)
    while await wakeNext(notAfter: target) {}
    timeline.withLock { $0.now = max($0.now, target) }
    await MainActorTurns.give()
  }

  /// Moves the clock on to `instant`, but not past the next deadline: nobody wakes.
  public func skip(to instant: Instant) {
    timeline.withLock { timeline in
      timeline.now = max(timeline.now, min(instant, timeline.sleepers.nextDeadline ?? instant))
    }
  }

  /// Moves the clock on to the next deadline. Answers false, and does not move, when nothing sleeps.
  @MainActor
  @discardableResult
  public func advanceToNextDeadline() async -> Bool {
    await MainActorTurns.give()
    guard await wakeNext(notAfter: nil) else { return false }
    let deadline = now
    while await wakeNext(notAfter: deadline) {}
    return true
  }

  /// Moves the clock on to the next deadline, for whoever lets the main actor come to rest before and after by itself.
  @MainActor
  package func wakeSleepersOfNextDeadline() async {
    guard await wake(notAfter: nil) else { return }
    let deadline = now
    while await wake(notAfter: deadline) {}
  }

  /// Moves the clock on until nothing sleeps any more.
  ///
  /// - Parameter limit: how many deadlines at most, so that a timer that repeats for ever ends the test, not the
  ///   machine's patience.
  /// - Throws: ``VirtualClockError/stillSleeping(sleepers:deadlines:)``.
  @MainActor
  public func run(limit: Int = 1_000) async throws {
    for _ in 0..<limit {
      guard await advanceToNextDeadline() else { return }
    }
    if sleeperCount > 0 { throw VirtualClockError.stillSleeping(sleepers: sleeperCount, deadlines: limit) }
  }

  /// Wakes one, and after the last of a moment lets what it began run.
  @MainActor
  private func wakeNext(notAfter limit: Instant?) async -> Bool {
    guard await wake(notAfter: limit) else { return false }
    let hasMore = timeline.withLock { $0.isDue }
    if !hasMore { await MainActorTurns.give() }
    return true
  }

  /// Wakes one: what it does may cancel the next.
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

/// Why a virtual clock could not do what it was told.
public enum VirtualClockError: Error, CustomStringConvertible {
  /// Something goes on sleeping.
  case stillSleeping(sleepers: Int, deadlines: Int)

  /// A sentence for whoever wrote the test.
  public var description: String {
    switch self {
    case .stillSleeping(let sleepers, let deadlines):
      "\(sleepers) still asleep after \(deadlines) deadlines: a timer that repeats never ends by itself. "
        + "Use advance(by:), or end what repeats first."
    }
  }
}
