import Foundation
import Testing

@testable import Uploads

@Suite("A failed attempt", .timeLimit(.minutes(5)))
struct RetryTests {
  let fixture: QueueFixture
  let clock = ManualClock()

  init() async throws { fixture = try await QueueFixture() }

  @Test("is repeated after pauses that grow, and given up after so many")
  func backoff() async throws {
    let engine = ScriptedEngine { _, _, _ throws(UploadFailure) in throw .busy }
    let scheduler = fixture.scheduler(engine, clock: clock)
    try await scheduler.start()
    var outcomes = scheduler.finished().makeAsyncIterator()
    var begun = engine.begun.makeAsyncIterator()
    try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    for (failures, pause) in [10.0, 30, 50, 50].enumerated() {
      #expect(await begun.next() == failures + 1)
      await clock.sleepBegun(pause, times: pause == 50 ? failures - 1 : 1)
      let expected = UploadItem.State.retrying(.busy, attempt: failures + 1, inSeconds: pause)
      await scheduler.snapshot { $0.items.first?.state == expected }
      clock.advance(pause - 0.5)
      #expect(engine.attempts.count == failures + 1, "not before its time")
      clock.advance(0.5)
    }
    guard case .failed(let item, .busy)? = await outcomes.next() else {
      Issue.record("it should have failed")
      return
    }
    #expect(item.state == .failed(.busy) && engine.attempts.count == 5)
    #expect(try UploadQueue(store: fixture.store).items().map(\.state) == [.failed(.busy)])
  }

  @Test("waits as long as the server asks for")
  func retryAfter() async throws {
    let asked = UploadFailure(.unavailable, retry: .after(seconds: 120), "Later.", status: 429)
    let engine = ScriptedEngine { number, _, _ throws(UploadFailure) in if number == 1 { throw asked } }
    let scheduler = fixture.scheduler(engine, clock: clock)
    try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    await clock.sleepBegun(120)
    clock.advance(119.5)
    #expect(engine.attempts.count == 1)
    clock.advance(0.5)
    await scheduler.snapshot { $0.items.first?.state == .done }
  }

  @Test("is not repeated when a person has to do something first, until the person says so")
  func never() async throws {
    let refused = UploadFailure(.unauthorised, "Sign in.", status: 401)
    let engine = ScriptedEngine { number, _, _ throws(UploadFailure) in if number == 1 { throw refused } }
    let scheduler = fixture.scheduler(engine, clock: clock)
    let ids = try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    await scheduler.snapshot { $0.items.first?.state == .failed(refused) }
    try await scheduler.retry(ids[0])
    await scheduler.snapshot { $0.items.first?.state == .done }
    #expect(engine.attempts.count == 2)
  }

  @Test("begins the count anew when the destination had got more")
  func progress() async throws {
    let engine = ScriptedEngine { number, _, report throws(UploadFailure) in
      if number == 9 { return }
      try await report(.checkpoint(Checkpoint(values: ["url": "u"], confirmed: Int64(number) * 100)))
      throw .busy
    }
    let scheduler = fixture.scheduler(engine, clock: clock)
    try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    for failures in 1...8 {
      await clock.sleepBegun(10, times: failures)
      clock.advance(10)
    }
    await scheduler.snapshot { $0.items.first?.state == .done }
    #expect(engine.attempts.map { $0.checkpoint?.confirmed ?? 0 } == [0, 100, 200, 300, 400, 500, 600, 700, 800])
  }

  @Test("that finds the earlier part gone is followed at once by one from the beginning")
  func checkpointGone() async throws {
    let gone = UploadFailure(.checkpointGone, "It has expired.", status: 404)
    let engine = ScriptedEngine { number, _, report throws(UploadFailure) in
      if number == 1 {
        try await report(.checkpoint(Checkpoint(values: ["url": "old"], confirmed: 500)))
        throw gone
      }
    }
    let scheduler = fixture.scheduler(engine, clock: clock)
    try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    await scheduler.snapshot { $0.items.first?.state == .done }
    #expect(engine.attempts.map(\.checkpoint) == [nil, nil], "no time passed")
  }

  @Test("because the file changed forgets what was sent of the old one; a retry sends the new one")
  func sourceChanged() async throws {
    let checkpoint = Checkpoint(values: ["url": "u"], confirmed: 500)
    let engine = ScriptedEngine { number, transfer, report throws(UploadFailure) in
      if number == 1 { try await report(.checkpoint(checkpoint)) }
      try transfer.source.checkUnchanged()
    }
    let source = try fixture.file("a.pdf")
    _ = try fixture.file("a.pdf", size: 2000)
    let scheduler = fixture.scheduler(engine, clock: clock)
    let ids = try await scheduler.enqueue([source], car: 1, destination: fixture.destination)
    let failed = await scheduler.snapshot { if case .failed = $0.items.first?.state { true } else { false } }
    guard case .failed(let failure) = failed.items[0].state else { return }
    #expect(failure.cause == .source && failure.sentence.contains("grew from 1000 to 2000 bytes"))
    #expect(engine.discarded == [checkpoint] && failed.items[0].confirmed == 0)
    try await scheduler.retry(ids[0])
    await scheduler.snapshot { $0.items.first?.state == .done }
    #expect(engine.attempts.last?.source.size == 2000 && engine.attempts.last?.checkpoint == nil)
  }

  @Test("is repeated at once when a person says so")
  func now() async throws {
    let engine = ScriptedEngine { number, _, _ throws(UploadFailure) in if number == 1 { throw .busy } }
    let scheduler = fixture.scheduler(engine, clock: clock)
    let ids = try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    await clock.sleepBegun(10)
    try await scheduler.retry(ids[0])
    await scheduler.snapshot { $0.items.first?.state == .done }
    #expect(engine.attempts.count == 2)
  }

  @Test("pauses by chance a little longer or shorter, never shorter than the server asks")
  func spread() {
    let early = RetryPolicy(delays: [10], chance: { 0 })
    let late = RetryPolicy(delays: [10], chance: { 1 })
    #expect(early.pause(after: .busy, failures: 1) == 8 && late.pause(after: .busy, failures: 1) == 12)
    let asked = UploadFailure(.unavailable, retry: .after(seconds: 60), "")
    #expect(early.pause(after: asked, failures: 1) == 60 && late.pause(after: asked, failures: 1) == 62)
    #expect(RetryPolicy().pause(after: .busy, failures: 8) == nil)
  }

  @Test func `a server that asks to wait for a day is asked again sooner`() {
    let asked = UploadFailure(.unavailable, retry: .after(seconds: 99_999), "")
    #expect(RetryPolicy().pause(after: asked, failures: 1) == 600)
    #expect(RetryPolicy.unattended.pause(after: asked, failures: 1) == 60)
    let never = UploadFailure(.unavailable, retry: .after(seconds: .infinity), "")
    #expect(RetryPolicy().pause(after: never, failures: 1) == 600)
  }

  @Test func `without a terminal a first failure to connect is final, and a later one is not`() async throws {
    let refused = UploadFailure(.unreachable, retry: .later, "Nothing listens there.")
    let policy = RetryPolicy.unattended
    #expect(policy.pause(after: refused, failures: 1) == nil && policy.pause(after: refused, failures: 2) != nil)
    #expect(policy.pause(after: .busy, failures: 1) != nil && RetryPolicy().pause(after: refused, failures: 1) != nil)
    let engine = ScriptedEngine { _, _, _ throws(UploadFailure) in throw refused }
    let scheduler = fixture.scheduler(policy: policy, clock: clock, engines: { _ in engine })
    try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    await scheduler.snapshot { $0.items.first?.state == .failed(refused) }
    #expect(engine.attempts.count == 1)
  }
}
