import Synchronization

/// A clock that a test advances. Sleeps of at most a tenth of a second, which delay snapshots, end immediately unless
/// the clock is exact.
final class ManualClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var next = 0
    var sleepers: [Sleeper] = []
    /// The durations of all sleeps so far.
    var begun: [Duration] = []
    var waiting: [Waiting] = []
  }

  private struct Waiting {
    let id: Int
    let isMeant: @Sendable ([Duration]) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private let state = Mutex(State())
  private let isExact: Bool

  init(isExact: Bool = false) { self.isExact = isExact }

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }
  /// The number of sleeping tasks.
  var sleepers: Int { state.withLock { $0.sleepers.count } }

  func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    if !isExact, now.duration(to: deadline) <= .milliseconds(101) { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let (told, isOver) = state.withLock { state -> ([CheckedContinuation<Void, Never>], Bool) in
          if Task.isCancelled { return ([], true) }
          state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
          state.begun.append(state.now.duration(to: deadline))
          let begun = state.begun
          let told = state.waiting.filter { $0.isMeant(begun) }.map(\.continuation)
          state.waiting.removeAll { $0.isMeant(begun) }
          return (told, false)
        }
        for waiting in told { waiting.resume() }
        if isOver { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Returns when a number of sleeps of a length have begun, or when the task is canceled.
  func sleepBegun(_ seconds: Double, times: Int = 1) async {
    let isMeant: @Sendable ([Duration]) -> Bool = { begun in
      begun.count { abs($0 / .seconds(1) - seconds) < 0.001 } >= times
    }
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if Task.isCancelled || isMeant(state.begun) { return true }
          state.waiting.append(Waiting(id: id, isMeant: isMeant, continuation: continuation))
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
      }
      waiting?.continuation.resume()
    }
  }

  /// Advances the clock to the end of the shortest sleep. Returns `false` if no task is sleeping.
  func advanceToNextDeadline() -> Bool {
    let pause = state.withLock { state in state.sleepers.map { state.now.duration(to: $0.deadline) }.min() }
    guard let pause else { return false }
    advance(pause / .seconds(1))
    return true
  }

  /// Advances the clock and resumes the sleeps that end.
  func advance(_ seconds: Double) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: .seconds(seconds))
      let now = state.now
      defer { state.sleepers.removeAll { $0.deadline <= now } }
      return state.sleepers.filter { $0.deadline <= now }.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }
}
