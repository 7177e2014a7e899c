import Glibc
import ReactorCore
import ReactorTesting
import Testing

@MainActor
@Suite("Virtual clock")
struct VirtualClockTests {
  @MainActor
  final class Log {
    var lines: [String] = []
  }

  @MainActor
  final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
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

  @Test("a sleep has begun when the call that led to it returns, and time stands still")
  func beginsAtOnce() async {
    let task = sleeper("a", .seconds(1))
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .milliseconds(999))
    #expect(log.lines == [])
    #expect(clock.now.offset == .milliseconds(999))
    await clock.advance(by: .milliseconds(1))
    #expect(log.lines == ["a at 1.0 seconds"])
    await task.value
  }

  @Test("sleepers wake in the order of their deadlines, those of one deadline in the order in which they lay down")
  func order() async {
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

  @Test("one advance wakes a sleeper as often as it lies down again on the way")
  func repeatedSleep() async {
    _ = sleeper("tick", .seconds(1), .seconds(1), .seconds(1))
    await clock.advance(by: .milliseconds(2_500))
    #expect(log.lines == ["tick at 1.0 seconds", "tick at 2.0 seconds"])
    #expect(clock.sleeperCount == 1)
  }

  @Test("what a woken task does before its next suspension is done when advance returns, tasks it starts included")
  func workIsDone() async {
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

  @Test("a task that has not begun yet when advance is called is let begin first")
  func notYetBegun() async {
    Task { [clock, log] in
      try await clock.sleep(for: .seconds(1))
      log.lines.append("woken at \(clock.now.offset)")
    }
    await clock.advance(by: .seconds(1))
    #expect(log.lines == ["woken at 1.0 seconds"])
  }

  @Test("advancing to the next deadline goes no further, and says when nothing sleeps")
  func nextDeadline() async {
    _ = sleeper("a", .seconds(1))
    _ = sleeper("b", .seconds(2))
    #expect(await clock.advanceToNextDeadline())
    #expect(clock.now.offset == .seconds(1))
    #expect(await clock.advanceToNextDeadline())
    #expect(await !clock.advanceToNextDeadline())
    #expect(log.lines == ["a at 1.0 seconds", "b at 2.0 seconds"])
    #expect(clock.now.offset == .seconds(2))
  }

  @Test("run goes on until nothing sleeps")
  func run() async throws {
    _ = sleeper("a", .seconds(1), .seconds(60))
    try await clock.run()
    #expect(log.lines == ["a at 1.0 seconds", "a at 61.0 seconds"])
    #expect(clock.sleeperCount == 0)
  }

  @Test("run gives up on a timer that repeats for ever, with a sentence that says what to do")
  func runForever() async {
    let timer = Task.immediate { [clock] in
      while !Task.isCancelled { try? await clock.sleep(for: .seconds(1)) }
    }
    let error = await #expect(throws: VirtualClockError.self) { try await clock.run(limit: 5) }
    #expect(clock.now.offset == .seconds(5))
    #expect(
      error?.description
        == "1 still asleep after 5 deadlines: a timer that repeats never ends by itself. "
        + "Use advance(by:), or end what repeats first.")
    timer.cancel()
    await timer.value
  }

  @Test("cancelling a sleeper's task wakes it with a CancellationError, without moving the clock")
  func cancellation() async {
    let task = sleeper("a", .seconds(1))
    task.cancel()
    await task.value
    #expect(log.lines == ["a: CancellationError"])
    #expect(clock.sleeperCount == 0)
    #expect(clock.now.offset == .zero)
  }

  @Test("a task that is cancelled already does not fall asleep")
  func alreadyCancelled() async {
    let task = Task { [clock, log] in
      do { try await clock.sleep(for: .seconds(1)) } catch { log.lines.append("\(type(of: error))") }
    }
    task.cancel()
    await task.value
    #expect(log.lines == ["CancellationError"])
  }

  @Test("a sleeper that is cancelled by one that wakes at the same moment does not wake as if nothing had happened")
  func cancelledByTheOneBefore() async {
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

  @Test("a deadline that has passed is not waited for")
  func pastDeadline() async throws {
    await clock.advance(by: .seconds(5))
    try await clock.sleep(until: .init(offset: .seconds(3)), tolerance: nil)
    try await clock.sleep(for: .zero)
    #expect(clock.now.offset == .seconds(5))
  }

  @Test("it serves as any Clock<Duration>, for tasks off the main actor as well")
  func existential() async {
    let anyClock: any Clock<Duration> = clock
    let task = Task.detached {
      try await anyClock.sleep(for: .seconds(1))
      return "done"
    }
    while clock.sleeperCount == 0 { await Task.yield() }
    await clock.advance(by: .seconds(1))
    #expect(await (try? task.value) == "done")
  }

  @Test("the same run gives the same order, a hundred times")
  func deterministic() async {
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

  @Test("skipping stops at the next deadline and wakes nobody")
  func skipping() async {
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

  @Test func `sleepers that are canceled in any order leave the others their order`() async {
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

  @Test func `many sleepers cost no more each than few, whether they wake or are canceled`() async {
    func cost(_ count: Int) async -> Double {
      await leastTime {
        let clock = VirtualClock()
        let tasks = (0..<count).map { number in
          Task.immediate { try? await clock.sleep(for: .milliseconds(1 + number * 7 % 10)) }
        }
        for task in tasks.suffix(count / 2) { task.cancel() }
        await clock.advance(by: .seconds(2))
        #expect(clock.sleeperCount == 0)
      }
    }
    let few = await cost(2_500)
    let many = await cost(20_000)
    #expect(many / few < 16, "2,500 sleepers took \(few) s, 20,000 took \(many) s")
  }

  /// The processor's time for `work`, in seconds: the least of three, so that a busy machine does not count.
  private func leastTime(_ work: () async -> Void) async -> Double {
    var least = Double.infinity
    for _ in 0..<3 {
      let before = Self.processorTime
      await work()
      least = min(least, Self.processorTime - before)
    }
    return least
  }

  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
