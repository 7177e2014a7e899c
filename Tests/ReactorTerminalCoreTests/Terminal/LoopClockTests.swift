import ReactorCore
import Testing

@testable import ReactorTerminalCore

/// The tests call the methods that the loop calls, with instants of their choice.
@MainActor @Suite(.timeLimit(.minutes(20))) struct LoopClockTests {
  private let clock = LoopClock()
  private let start = ContinuousClock.now

  /// The log of sleepers that woke.
  private final class Diary {
    var lines: [String] = []
  }

  /// Returns a task that is asleep.
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

  @Test func `sleepers wake at their deadlines in order`() async {
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

  @Test func `the loop waits for the earliest deadline`() async {
    let diary = Diary()
    #expect(clock.pause() == nil)
    let late = sleeper("late", until: 30, diary)
    let early = sleeper("early", until: 10, diary)
    let pause = clock.pause(at: start)
    // The deadline is relative to an instant shortly after the start.
    #expect(pause.map { $0 > .seconds(9) && $0 < .seconds(11) } == true)
    #expect(clock.pause(at: start + .seconds(15)) == .zero)
    clock.wake(at: start + .seconds(40))
    await early.value
    await late.value
    #expect(clock.pause() == nil)
  }

  @Test func `a canceled sleeper wakes immediately`() async {
    let diary = Diary()
    let task = sleeper("canceled", until: 10, diary)
    task.cancel()
    await task.value
    #expect(diary.lines == ["canceled CancellationError"])
    #expect(clock.pause() == nil)
  }

  @Test func `a canceled task does not sleep`() async {
    let canceled = Task { [clock] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(10))
    }
    await #expect(throws: CancellationError.self) { try await canceled.value }
    #expect(clock.pause() == nil)
  }

  @Test func `sleepers on other threads wake too`() async throws {
    let task = Task.detached { [clock, start] in try await clock.sleep(until: start + .seconds(10)) }
    while clock.pause() == nil { await Task.yield() }
    clock.wake(at: start + .seconds(10))
    try await task.value
    #expect(clock.pause() == nil)
  }
}
