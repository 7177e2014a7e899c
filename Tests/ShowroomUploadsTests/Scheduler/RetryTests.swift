import Foundation
import SystemPackage
import Testing

@testable import ShowroomFiles
@testable import ShowroomUploads

@Suite("Retries", .timeLimit(.minutes(20)))
struct RetryTests {
  let fixture: QueueFixture
  let clock = ManualClock()

  init() async throws { fixture = try await QueueFixture() }

  @Test func `a failed attempt is retried after growing pauses, up to a limit`() async throws {
    let engine = ScriptedEngine { _, _, _ throws(UploadFailure) in throw .busy }
    let scheduler = fixture.scheduler(engine, clock: clock)
    try await scheduler.start()
    var outcomes = scheduler.finished().makeAsyncIterator()
    var begun = engine.begun.makeAsyncIterator()
    try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    for (failures, pause) in [10.0, 30, 50, 50].enumerated() {
      #expect(await begun.next() == failures + 1)
      await clock.sleepBegun(pause, times: pause == 50 ? failures - 1 : 1)
      let expected = Upload.State.retrying(.busy, attempt: failures + 1, inSeconds: pause)
      await scheduler.snapshot { $0.uploads.first?.state == expected }
      clock.advance(pause - 0.5)
      #expect(engine.attempts.count == failures + 1, "not before the pause has passed")
      clock.advance(0.5)
    }
    guard case .failed(let upload, .busy)? = await outcomes.next() else {
      Issue.record("the upload did not fail")
      return
    }
    #expect(upload.state == .failed(.busy) && engine.attempts.count == 5)
    #expect(try UploadQueue(store: fixture.store).uploads().map(\.state) == [.failed(.busy)])
  }

  @Test func `a retry waits as long as the server requests`() async throws {
    let asked = UploadFailure(.unavailable, retry: .after(seconds: 120), "Later.", status: 429)
    let engine = ScriptedEngine { number, _, _ throws(UploadFailure) in if number == 1 { throw asked } }
    let scheduler = fixture.scheduler(engine, clock: clock)
    try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    await clock.sleepBegun(120)
    clock.advance(119.5)
    #expect(engine.attempts.count == 1)
    clock.advance(0.5)
    await scheduler.snapshot { $0.uploads.first?.state == .done }
  }

  @Test func `a failure that needs the user is retried only on command`() async throws {
    let refused = UploadFailure(.unauthorized, "Sign in.", status: 401)
    let engine = ScriptedEngine { number, _, _ throws(UploadFailure) in if number == 1 { throw refused } }
    let scheduler = fixture.scheduler(engine, clock: clock)
    let ids = try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    await scheduler.snapshot { $0.uploads.first?.state == .failed(refused) }
    try await scheduler.retry(ids[0])
    await scheduler.snapshot { $0.uploads.first?.state == .done }
    #expect(engine.attempts.count == 2)
  }

  @Test func `progress resets the number of failed attempts`() async throws {
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
    await scheduler.snapshot { $0.uploads.first?.state == .done }
    #expect(engine.attempts.map { $0.checkpoint?.confirmed ?? 0 } == [0, 100, 200, 300, 400, 500, 600, 700, 800])
  }

  @Test func `an upload whose data is gone starts over at once`() async throws {
    let gone = UploadFailure(.checkpointGone, "It has expired.", status: 404)
    let engine = ScriptedEngine { number, _, report throws(UploadFailure) in
      if number == 1 {
        try await report(.checkpoint(Checkpoint(values: ["url": "old"], confirmed: 500)))
        throw gone
      }
    }
    let scheduler = fixture.scheduler(engine, clock: clock)
    try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    await scheduler.snapshot { $0.uploads.first?.state == .done }
    #expect(engine.attempts.map(\.checkpoint) == [nil, nil], "no time passed")
  }

  @Test func `a changed file discards the uploaded data, and a retry sends the new version`() async throws {
    let checkpoint = Checkpoint(values: ["url": "u"], confirmed: 500)
    let engine = ScriptedEngine { [fixture] number, transfer, report throws(UploadFailure) in
      if number == 1 {
        try await report(.checkpoint(checkpoint))
        _ = try? fixture.file("a.pdf", size: 2000)
      }
      try reading(transfer.source.checkUnchanged())
    }
    let source = try fixture.file("a.pdf")
    let scheduler = fixture.scheduler(engine, clock: clock)
    let ids = try await scheduler.enqueue([source], car: 1, destination: fixture.destination)
    let failed = await scheduler.snapshot { if case .failed = $0.uploads.first?.state { true } else { false } }
    guard case .failed(let failure) = failed.uploads[0].state else { return }
    #expect(failure.cause == .source && failure.message.contains("has grown from 1000 to 2000 bytes"))
    #expect(engine.discarded == [checkpoint] && failed.uploads[0].confirmed == 0)
    try await scheduler.retry(ids[0])
    await scheduler.snapshot { $0.uploads.first?.state == .done }
    #expect(engine.attempts.last?.source.size == 2000 && engine.attempts.last?.checkpoint == nil)
  }

  @Test func `a file that has changed fails before an attempt, and what an earlier one stored is discarded`()
    async throws
  {
    let engine = ScriptedEngine { _, _, report throws(UploadFailure) in
      try await report(.checkpoint(Checkpoint(values: ["url": "u"], confirmed: 500)))
      throw UploadFailure(.unavailable, retry: .after(seconds: 10), "It is busy.")
    }
    let source = try fixture.file("a.pdf")
    let scheduler = fixture.scheduler(engine, clock: clock)
    try await scheduler.enqueue([source], car: 1, destination: fixture.destination)
    await clock.sleepBegun(10)
    _ = try fixture.file("a.pdf", size: 2000)

    clock.advance(10)
    let failed = await scheduler.snapshot { if case .failed = $0.uploads.first?.state { true } else { false } }

    #expect(failed.uploads[0].failure?.cause == .source && failed.uploads[0].confirmed == 0)
    #expect(engine.attempts.count == 1 && engine.discarded == [Checkpoint(values: ["url": "u"], confirmed: 500)])
  }

  @Test func `a part is kept while the disk of its file is not connected, and a retry resumes`() async throws {
    let checkpoint = Checkpoint(values: ["url": "u"], confirmed: 500)
    let engine = ScriptedEngine { number, _, report throws(UploadFailure) in
      guard number == 1 else { return }
      try await report(.checkpoint(checkpoint))
      throw UploadFailure(.unavailable, retry: .after(seconds: 10), "It is busy.")
    }
    let scheduler = fixture.scheduler(engine, clock: clock)
    let ids = try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    await clock.sleepBegun(10)
    let (disk, away) = (fixture.folder.appendingPathComponent("files"), fixture.folder.appendingPathComponent("away"))
    try FileManager.default.moveItem(at: disk, to: away)

    clock.advance(10)
    let failed = await scheduler.snapshot { $0.uploads.first?.failure?.cause == .source }
    try FileManager.default.moveItem(at: away, to: disk)
    try await scheduler.retry(ids[0])
    await scheduler.snapshot { $0.uploads.first?.state == .done }

    #expect(failed.uploads[0].confirmed == 500 && engine.discarded == [])
    #expect(engine.attempts.map(\.checkpoint) == [nil, checkpoint])
  }

  @Test func `a part is kept if the disk fails while its file is read`() async throws {
    let engine = ScriptedEngine { _, _, report throws(UploadFailure) in
      try await report(.checkpoint(Checkpoint(values: ["url": "u"], confirmed: 500)))
      throw UploadFailure(.source, "a.pdf could not be read (Input/output error); check the disk and retry.")
    }
    let scheduler = fixture.scheduler(engine, clock: clock)
    try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)

    let failed = await scheduler.snapshot { $0.uploads.first?.failure?.cause == .source }

    #expect(failed.uploads[0].confirmed == 500 && engine.discarded == [])
  }

  @Test func `a complete file at the destination is kept if its source has changed`() async throws {
    let checkpoint = Checkpoint(values: ["url": "u"], confirmed: 1000)
    let engine = ScriptedEngine { [fixture] _, _, report throws(UploadFailure) in
      try await report(.checkpoint(checkpoint))
      _ = try? fixture.file("a.pdf", size: 2000)
      throw UploadFailure(.source, "a.pdf has changed.")
    }
    let scheduler = fixture.scheduler(engine, clock: clock)
    try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)

    let failed = await scheduler.snapshot { if case .failed = $0.uploads.first?.state { true } else { false } }

    #expect(failed.uploads[0].confirmed == 1000 && engine.discarded == [])
  }

  @Test func `a retry on command does not wait for the pause`() async throws {
    let engine = ScriptedEngine { number, _, _ throws(UploadFailure) in if number == 1 { throw .busy } }
    let scheduler = fixture.scheduler(engine, clock: clock)
    let ids = try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    await clock.sleepBegun(10)
    try await scheduler.retry(ids[0])
    await scheduler.snapshot { $0.uploads.first?.state == .done }
    #expect(engine.attempts.count == 2)
  }

  @Test func `pauses vary at random, but are never shorter than the server requests`() {
    let early = RetryPolicy(delays: [10], chance: { 0 })
    let late = RetryPolicy(delays: [10], chance: { 1 })
    #expect(early.pause(after: .busy, failures: 1) == 8 && late.pause(after: .busy, failures: 1) == 12)
    let asked = UploadFailure(.unavailable, retry: .after(seconds: 60), "")
    #expect(early.pause(after: asked, failures: 1) == 60 && late.pause(after: asked, failures: 1) == 62)
    #expect(RetryPolicy().pause(after: .busy, failures: 8) == nil)
  }

  @Test func `a pause of a day is shortened`() {
    let asked = UploadFailure(.unavailable, retry: .after(seconds: 99_999), "")
    #expect(RetryPolicy().pause(after: asked, failures: 1) == 600)
    #expect(RetryPolicy.unattended.pause(after: asked, failures: 1) == 60)
    let never = UploadFailure(.unavailable, retry: .after(seconds: .infinity), "")
    #expect(RetryPolicy().pause(after: never, failures: 1) == 600)
  }

  @Test func `without a terminal, a first failure to connect is final, and a later one is not`() async throws {
    let refused = UploadFailure(.unreachable, retry: .later, "Nothing listens there.")
    let policy = RetryPolicy.unattended
    #expect(policy.pause(after: refused, failures: 1) == nil && policy.pause(after: refused, failures: 2) != nil)
    #expect(policy.pause(after: .busy, failures: 1) != nil && RetryPolicy().pause(after: refused, failures: 1) != nil)
    let engine = ScriptedEngine { _, _, _ throws(UploadFailure) in throw refused }
    let scheduler = fixture.scheduler(policy: policy, clock: clock, engines: { _ in engine })
    try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    await scheduler.snapshot { $0.uploads.first?.state == .failed(refused) }
    #expect(engine.attempts.count == 1)
  }

  @Test func `without a terminal, an upload without progress is abandoned after two minutes in total`() async throws {
    var policy = RetryPolicy.unattended
    (policy.delays, policy.spread) = ([7], 0)
    #expect(policy.pause(after: .busy, failures: 1, stalled: 112) == 7)
    #expect(policy.pause(after: .busy, failures: 1, stalled: 113) == nil)
    let gate = Gate()
    let engine = ScriptedEngine { number, _, report throws(UploadFailure) in
      try await report(.sent(bytes: 100))
      if number > 1 { try await Gate().pass() }
      try await gate.pass()
      throw .busy
    }
    let scheduler = fixture.scheduler(policy: policy, clock: clock, engines: { _ in engine })
    var begun = engine.begun.makeAsyncIterator()
    try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    #expect(await begun.next() == 1)
    await scheduler.snapshot { $0.uploads.first?.sent == 100 }

    clock.advance(90)
    gate.open()
    await clock.sleepBegun(7)
    clock.advance(7)
    #expect(await begun.next() == 2)
    var outcomes = scheduler.finished().makeAsyncIterator()
    let clock = clock
    let time = Task {
      while !Task.isCancelled {
        clock.advance(1)
        await Task.yield()
      }
    }
    defer { time.cancel() }

    guard case .failed(_, let failure)? = await outcomes.next() else {
      Issue.record("the upload did not fail")
      return
    }
    #expect(failure.cause == .unavailable && failure.retry == .never)
    #expect(
      failure.message == "a.pdf made no progress for 120 seconds; check the destination and the network, and retry.")
    #expect(clock.now.offset >= .seconds(120) && engine.attempts.count == 2)
  }

  @Test func `time in which an upload waits for others does not count as time without progress`() async throws {
    let connections = ConnectionLimit(clock: clock)
    let origin = address("https://server.test").origin
    for number in 1...16 { _ = try await connections.begin(FilePath("/others/\(number)"), at: origin) }
    let engine = ScriptedEngine { (_, transfer, _) async throws(UploadFailure) in
      _ = try await connections.begin(transfer.source.path, at: origin)
    }
    let scheduler = UploadScheduler(
      queue: UploadQueue(store: fixture.store), engines: { _ in engine }, policy: .unattended, connections: connections,
      clock: clock)
    let source = try fixture.file("a.pdf")
    try await scheduler.enqueue([source], car: 1, destination: fixture.destination)
    while connections.waitingFiles != [source.path] { await Task.yield() }

    // The timer that ends uploads without progress.
    await clock.sleepBegun(1)
    clock.advance(200)
    await clock.sleepBegun(1, times: 2)
    connections.end("/others/1", at: origin, status: 200)
    let last = await scheduler.snapshot { [.ended, .stuck].contains($0.uploads.first?.situation) }

    #expect(last.uploads.first?.state == .done && engine.attempts.count == 1)
  }
}
