import ReactorCore
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct VirtualClockTests {
  @MainActor
  final class Log {
    var lines: [String] = []
  }

  private let clock = VirtualClock()
  private let log = Log()

  private func sleeper(_ name: String, _ durations: Duration...) -> Task<Void, Never> {
    Task.immediate { [clock, log] in
      for duration in durations {
        do {
          try await clock.sleep(for: duration)
          log.lines.append("\(name) at \(clock.now.offset)")
        } catch {
          log.lines.append("\(name): \(type(of: error))")
        }
      }
    }
  }

  @Test func `a sleep has begun when the call that led to it returns, and time does not advance`() async {
    let task = sleeper("a", .seconds(1))
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .milliseconds(999))
    #expect(log.lines == [])
    #expect(clock.now.offset == .milliseconds(999))
    await clock.advance(by: .milliseconds(1))
    #expect(log.lines == ["a at 1.0 seconds"])
    await task.value
  }

  @Test func `sleepers wake in the order of their deadlines, and of their calls where deadlines are equal`() async {
    _ = sleeper("late", .seconds(3))
    _ = sleeper("first", .seconds(1))
    _ = sleeper("second", .seconds(1))
    _ = sleeper("middle", .seconds(2))
    await clock.advance(by: .seconds(5))
    #expect(
      log.lines == [
        "first at 1.0 seconds", "second at 1.0 seconds", "middle at 2.0 seconds", "late at 3.0 seconds",
      ])
    #expect(clock.now.offset == .seconds(5))
  }

  @Test func `one advance wakes a sleeper as often as it sleeps again on the way`() async {
    _ = sleeper("tick", .seconds(1), .seconds(1), .seconds(1))
    await clock.advance(by: .milliseconds(2_500))
    #expect(log.lines == ["tick at 1.0 seconds", "tick at 2.0 seconds"])
    #expect(clock.sleeperCount == 1)
  }

  @Test func `when advance returns, a woken task and the tasks it started have run to their next suspension`() async {
    Task.immediate { [clock, log] in
      try await clock.sleep(for: .seconds(1))
      log.lines.append("woken")
      Task {
        log.lines.append("started")
        Task { log.lines.append("started by that") }
      }
    }
    await clock.advance(by: .seconds(1))
    #expect(log.lines == ["woken", "started", "started by that"])
  }

  @Test func `a task that has not started when advance is called starts first`() async {
    Task { [clock, log] in
      try await clock.sleep(for: .seconds(1))
      log.lines.append("woken at \(clock.now.offset)")
    }
    await clock.advance(by: .seconds(1))
    #expect(log.lines == ["woken at 1.0 seconds"])
  }

  @Test func `advancing to the next deadline stops there, and returns whether there was one`() async {
    _ = sleeper("a", .seconds(1))
    _ = sleeper("b", .seconds(2))
    #expect(await clock.advanceToNextDeadline())
    #expect(clock.now.offset == .seconds(1))
    #expect(await clock.advanceToNextDeadline())
    #expect(await !clock.advanceToNextDeadline())
    #expect(log.lines == ["a at 1.0 seconds", "b at 2.0 seconds"])
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func `run continues until nothing sleeps`() async throws {
    _ = sleeper("a", .seconds(1), .seconds(60))
    try await clock.run()
    #expect(log.lines == ["a at 1.0 seconds", "a at 61.0 seconds"])
    #expect(clock.sleeperCount == 0)
  }

  @Test func `run stops at a timer that repeats forever, with an error that names the remedy`() async {
    let timer = Task.immediate { [clock] in
      while !Task.isCancelled { try? await clock.sleep(for: .seconds(1)) }
    }
    let error = await #expect(throws: VirtualClockError.self) { try await clock.run(limit: 5) }
    #expect(clock.now.offset == .seconds(5))
    #expect(
      error?.description
        == "1 task is still sleeping after 5 deadlines. "
        + "A repeating timer never ends on its own. Use advance(by:), or cancel the timer first.")
    timer.cancel()
    await timer.value
  }

  @Test func `canceling the task of a sleeper wakes it with a CancellationError, without moving the clock`() async {
    let task = sleeper("a", .seconds(1))
    task.cancel()
    await task.value
    #expect(log.lines == ["a: CancellationError"])
    #expect(clock.sleeperCount == 0)
    #expect(clock.now.offset == .zero)
  }

  @Test func `a canceled task does not start to sleep`() async {
    let task = Task { [clock, log] in
      do { try await clock.sleep(for: .seconds(1)) } catch { log.lines.append("\(type(of: error))") }
    }
    task.cancel()
    await task.value
    #expect(log.lines == ["CancellationError"])
  }

  @Test func `a sleeper canceled by another that wakes at the same moment throws`() async {
    let second = Box<Task<Void, Never>?>(nil)
    Task.immediate { [clock] in
      try? await clock.sleep(for: .seconds(1))
      second.value?.cancel()
    }
    second.value = sleeper("second", .seconds(1))
    await clock.advance(by: .seconds(1))
    await second.value?.value
    #expect(log.lines == ["second: CancellationError"])
  }

  @Test func `a deadline in the past does not suspend`() async throws {
    await clock.advance(by: .seconds(5))
    try await clock.sleep(until: .init(offset: .seconds(3)), tolerance: nil)
    try await clock.sleep(for: .zero)
    #expect(clock.now.offset == .seconds(5))
  }

  @Test func `the clock works as any Clock<Duration>, even for tasks off the main actor`() async {
    let anyClock: any Clock<Duration> = clock
    let task = Task.detached {
      try await anyClock.sleep(for: .seconds(1))
      return "done"
    }
    while clock.sleeperCount == 0 { await Task.yield() }
    await clock.advance(by: .seconds(1))
    #expect(await (try? task.value) == "done")
  }

  @Test func `the same run has the same order, a hundred times`() async {
    var outcomes: Set<[String]> = []
    for _ in 0..<100 {
      let clock = VirtualClock()
      let log = Log()
      for name in ["a", "b", "c"] {
        Task.immediate {
          for round in 1...3 {
            try await clock.sleep(for: .milliseconds(name == "b" ? 20 : 10))
            log.lines.append("\(name)\(round)")
          }
        }
      }
      await clock.advance(by: .seconds(1))
      outcomes.insert(log.lines)
    }
    #expect(outcomes == [["a1", "c1", "b1", "a2", "c2", "a3", "c3", "b2", "b3"]])
  }

  @Test func `skipping stops at the next deadline and wakes no sleeper`() async {
    let clock = VirtualClock()
    let log = Log()
    clock.skip(to: VirtualClock.Instant(offset: .seconds(1)))
    #expect(clock.now.offset == .seconds(1))
    Task.immediate {
      try await clock.sleep(for: .seconds(1))
      log.lines.append("awake")
    }
    #expect(clock.nextDeadline?.offset == .seconds(2))
    clock.skip(to: VirtualClock.Instant(offset: .seconds(5)))
    #expect(clock.now.offset == .seconds(2))
    #expect(log.lines.isEmpty)
    await clock.advance(by: .zero)
    #expect(log.lines == ["awake"])
    #expect(clock.nextDeadline == nil)
  }

  @Test func `canceling sleepers in any order keeps the order of the others`() async {
    let tasks = (0..<100).map { sleeper("\($0)", .seconds(Double(($0 * 37) % 100))) }
    for (index, task) in tasks.enumerated() where index % 3 != 0 { task.cancel() }
    await clock.advance(by: .milliseconds(1))
    log.lines = []
    #expect(clock.sleeperCount == 33)

    await clock.advance(by: .seconds(100))
    let woken = stride(from: 3, to: 100, by: 3).sorted { ($0 * 37) % 100 < ($1 * 37) % 100 }
    #expect(log.lines == woken.map { "\($0) at \(Double(($0 * 37) % 100)) seconds" })
    #expect(clock.sleeperCount == 0)
    #expect(clock.nextDeadline == nil)
  }
}
