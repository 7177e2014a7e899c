import ReactorCore
import Testing

@testable import ReactorTerminal

/// The loop's part is played by the test, which calls what the loop calls, with moments of its choice.
@MainActor @Suite(.timeLimit(.minutes(5))) struct LoopClockTests {
  private let clock = LoopClock()
  private let start = ContinuousClock.now

  /// Collects what wakes.
  private final class Diary {
    var lines: [String] = []
  }

  /// A task that has lain down when this returns.
  private func sleeper(_ name: String, until seconds: Int, _ diary: Diary) -> Task<Void, Never> {
    Task.immediate { [clock, start] in
      do {
        try await clock.sleep(for: start + .seconds(seconds) - clock.now)
        diary.lines.append(name)
      } catch {
        diary.lines.append("\(name) \(type(of: error))")
      }
    }
  }

  @Test func sleepersWakeByDeadlineAndNotBefore() async {
    let diary = Diary()
    let late = sleeper("late", until: 30, diary)
    let early = sleeper("early", until: 10, diary)
    let middle = sleeper("middle", until: 20, diary)
    clock.wake(at: start + .seconds(9))
    await Task.yield()
    #expect(diary.lines == [])
    clock.wake(at: start + .seconds(25))
    await early.value
    await middle.value
    #expect(diary.lines == ["early", "middle"])
    clock.wake(at: start + .seconds(40))
    await late.value
    #expect(diary.lines == ["early", "middle", "late"])
  }

  @Test func theLoopWaitsForTheEarliestDeadlineOnly() async {
    let diary = Diary()
    #expect(clock.pause() == nil)
    let late = sleeper("late", until: 30, diary)
    let early = sleeper("early", until: 10, diary)
    let pause = clock.pause(at: start)
    // The deadline was counted from a moment that is a little after the start.
    #expect(pause.map { $0 > .seconds(9) && $0 < .seconds(11) } == true)
    #expect(clock.pause(at: start + .seconds(15)) == .zero)
    clock.wake(at: start + .seconds(40))
    await early.value
    await late.value
    #expect(clock.pause() == nil)
  }

  @Test func aCancelledSleeperLeavesAtOnce() async {
    let diary = Diary()
    let task = sleeper("cancelled", until: 10, diary)
    task.cancel()
    await task.value
    #expect(diary.lines == ["cancelled CancellationError"])
    #expect(clock.pause() == nil)
  }

  @Test func whoIsCancelledBeforeDoesNotLieDown() async {
    let cancelled = Task { [clock] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(10))
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(clock.pause() == nil)
  }

  @Test func sleepersOnOtherThreadsAreWokenToo() async throws {
    let task = Task.detached { [clock, start] in try await clock.sleep(until: start + .seconds(10)) }
    while clock.pause() == nil { await Task.yield() }
    clock.wake(at: start + .seconds(10))
    try await task.value
    #expect(clock.pause() == nil)
  }
}
