import Foundation
import ShowroomCatalog
import ShowroomFiles
import Testing

@testable import ShowroomUploads

@Suite("Upload commands", .timeLimit(.minutes(20)))
struct CommandTests {
  let fixture: QueueFixture
  let checkpoint = Checkpoint(values: ["url": "u"], confirmed: 400)

  init() async throws { fixture = try await QueueFixture() }

  /// Returns an engine that confirms 400 bytes and waits in the first attempt of each file. Later attempts succeed.
  func stuck() -> ScriptedEngine {
    let (gate, checkpoint) = (Gate(), checkpoint)
    return ScriptedEngine { _, transfer, report throws(UploadFailure) in
      guard transfer.checkpoint == nil else { return }
      try await report(.checkpoint(checkpoint))
      try await gate.pass()
    }
  }

  func confirmed(_ scheduler: UploadScheduler, _ count: Int = 1) async {
    await scheduler.snapshot { $0.uploads.count { $0.confirmed == 400 && $0.state == .uploading } == count }
  }

  func sources(_ count: Int) throws -> [UploadSource] {
    try (1...count).map { try fixture.file("\($0).pdf") }
  }

  @Test func `a canceled upload keeps its data and resumes when retried`() async throws {
    let engine = stuck()
    let scheduler = fixture.scheduler(engine)
    let ids = try await scheduler.enqueue(try sources(1), car: 1, destination: fixture.destination)
    await confirmed(scheduler)
    try await scheduler.cancel(ids[0], discard: false)
    #expect(await scheduler.snapshot { _ in true }.uploads[0].state == .canceled, "shown at once")
    while !Task.isCancelled, try UploadQueue(store: fixture.store).uploads()[0].state != .canceled {
      await Task.yield()
    }
    #expect(engine.discarded == [])
    try await scheduler.retry(ids[0])
    await scheduler.snapshot { $0.uploads.first?.state == .done }
    #expect(engine.attempts.map(\.checkpoint) == [nil, checkpoint])
    #expect(Set(engine.attempts.map(\.id)).count == 1, "the same ID at the destination")
  }

  @Test func `a canceled upload whose data is discarded starts over`() async throws {
    let engine = stuck()
    let scheduler = fixture.scheduler(engine, concurrency: 1)
    let ids = try await scheduler.enqueue(try sources(2), car: 1, destination: fixture.destination)
    await confirmed(scheduler)
    try await scheduler.cancelUnfinished(discard: true)
    await scheduler.snapshot { $0.uploads.allSatisfy { $0.state == .canceled && $0.confirmed == 0 } }
    #expect(engine.discarded == [checkpoint] && engine.attempts.count == 1)
    try await scheduler.retry(ids[0])
    await confirmed(scheduler)
    #expect(engine.attempts.last?.checkpoint == nil)
    await scheduler.stop(.keep)
  }

  @Test func `a pause stops running uploads, starts none, and ends where it began`() async throws {
    let engine = stuck()
    let scheduler = fixture.scheduler(engine, concurrency: 1)
    try await scheduler.enqueue(try sources(2), car: 1, destination: fixture.destination)
    await confirmed(scheduler)
    await scheduler.setPaused(true)
    let paused = await scheduler.snapshot { $0.isPaused }
    #expect(paused.uploads.map(\.state) == [.paused, .paused])
    await scheduler.setPaused(false)
    await scheduler.snapshot { $0.uploads[0].state == .done && $0.uploads[1].confirmed == 400 }
    #expect(engine.attempts.map(\.name) == ["1.pdf", "1.pdf", "2.pdf"])
    #expect(engine.attempts[1].checkpoint == checkpoint)
    await scheduler.stop(.keep)
  }

  @Test func `a canceled upload that is still ending when the queue is paused ends and frees its name`() async throws {
    let (gate, checkpoint) = (Gate(), checkpoint)
    let engine = ScriptedEngine { _, _, report throws(UploadFailure) in
      try await report(.checkpoint(checkpoint))
      // A request that publishes a file does not end with the task, either.
      await Task { _ = try? await gate.pass() }.value
      throw .canceled
    }
    let scheduler = fixture.scheduler(engine)
    let ids = try await scheduler.enqueue(try sources(1), car: 1, destination: fixture.destination)
    await confirmed(scheduler)
    let attempt = await scheduler.live[ids[0]]?.task
    try await scheduler.cancel(ids[0], discard: false)

    await scheduler.setPaused(true)
    gate.open()
    await attempt?.value

    let rows = try UploadQueue(store: fixture.store).rows()
    #expect(rows.map(\.state) == [.canceled] && rows.map(\.ownership) == [.nobody])
    await scheduler.stop(.keep)
  }

  @Test func `a cancellation whose end could not be stored is stored later and frees the name`() async throws {
    let scheduler = fixture.scheduler(stuck())
    let ids = try await scheduler.enqueue(try sources(1), car: 1, destination: fixture.destination)
    await confirmed(scheduler)
    try fixture.store.writeDurably {
      try $0.execute(
        sql: """
          CREATE TRIGGER full BEFORE UPDATE ON upload WHEN NEW.owner IS NULL
          BEGIN SELECT RAISE(ABORT, 'The disk is full.'); END
          """)
    }
    let attempt = await scheduler.live[ids[0]]?.task
    try await scheduler.cancel(ids[0], discard: false)
    await attempt?.value
    try fixture.store.writeDurably { try $0.execute(sql: "DROP TRIGGER full") }

    await scheduler.storeEnds()

    let rows = try UploadQueue(store: fixture.store).rows()
    #expect(rows.map(\.state) == [.canceled] && rows.map(\.ownership) == [.nobody])
    await scheduler.stop(.keep)
  }

  @Test func `a pause keeps showing sent bytes if the destination resumes, and none otherwise`()
    async throws
  {
    for (resumption, kept) in [(DestinationInfo.Resumption.supported, Int64(700)), (.unsupported, 0)] {
      let (gate, reported) = (Gate(), Gate())
      let engine = ScriptedEngine(resumption: resumption) { number, _, report throws(UploadFailure) in
        guard number == 1 else { return }
        try await report(.sent(bytes: 700))
        reported.open()
        try await gate.pass()
      }
      let scheduler = fixture.scheduler(engine)
      try await scheduler.enqueue([try fixture.file("\(kept).pdf")], car: 1, destination: fixture.destination)
      try await reported.pass()
      let running = await scheduler.snapshot { $0.uploads.last?.sent == 700 }
      #expect(running.uploads.last?.bytesAtRisk == 700 - kept)

      await scheduler.setPaused(true)

      let paused = await scheduler.snapshot { $0.uploads.last?.state == .paused && $0.uploads.last?.sent == kept }
      #expect(paused.uploads.last?.hasPart == (kept > 0))
      await scheduler.setPaused(false)
      await scheduler.snapshot { $0.uploads.last?.state == .done }
      await scheduler.stop(.keep)
    }
  }

  @Test func `a pause can let running uploads finish first`() async throws {
    let gate = Gate()
    let engine = ScriptedEngine { _, _, _ throws(UploadFailure) in try await gate.pass() }
    let scheduler = fixture.scheduler(engine, concurrency: 1)
    try await scheduler.enqueue(try sources(2), car: 1, destination: fixture.destination)
    var begun = engine.begun.makeAsyncIterator()
    #expect(await begun.next() == 1)

    await scheduler.setPaused(true, finishingCurrent: true)

    let pausing = await scheduler.snapshot { $0.isPaused }
    #expect(pausing.uploads.map(\.state) == [.uploading, .paused])
    gate.open()
    let paused = await scheduler.snapshot { $0.uploads.first?.state == .done }
    #expect(paused.uploads.last?.state == .paused && engine.attempts.count == 1)
    await scheduler.stop(.keep)
  }

  @Test func `three concurrent moves move an upload by three places`() async throws {
    let scheduler = fixture.scheduler(ScriptedEngine { _, _, _ in }, concurrency: 1)
    await scheduler.setPaused(true)
    let ids = try await scheduler.enqueue(try sources(5), car: 1, destination: fixture.destination)

    async let first: Void = scheduler.move(ids[4], by: -1)
    async let second: Void = scheduler.move(ids[4], by: -1)
    async let third: Void = scheduler.move(ids[4], by: -1)
    _ = try await (first, second, third)

    let moved = [ids[0], ids[4], ids[1], ids[2], ids[3]]
    #expect(await scheduler.snapshot { _ in true }.uploads.map(\.id) == moved)
    while !Task.isCancelled, try UploadQueue(store: fixture.store).uploads().map(\.id) != moved { await Task.yield() }
    try await scheduler.move(ids[4], by: .min)
    #expect(await scheduler.snapshot { _ in true }.uploads.first?.id == ids[4])
    await scheduler.stop(.keep)
  }

  @Test func `resuming can change the action for a taken name`() async throws {
    let first = fixture.scheduler()
    let source = try fixture.file("scan.pdf", size: 500)
    let ids = try await first.enqueue([source], car: 1, destination: fixture.destination)
    await first.snapshot { $0.uploads.first?.state == .done }
    let second = try await first.enqueue([source], car: 1, destination: fixture.destination)
    await first.snapshot { $0.uploads.last?.failure != nil }

    try await first.retry(second[0], onDuplicate: .keepBoth)

    await first.snapshot { $0.uploads.last?.name == "scan (2).pdf" && $0.uploads.last?.state == .done }
    #expect(ids != second && fixture.stored() == ["scan (2).pdf", "scan.pdf"])
    await first.stop(.keep)
  }

  @Test func `pending uploads move up and down`() async throws {
    let engine = ScriptedEngine { _, _, _ in }
    let scheduler = fixture.scheduler(engine, concurrency: 1)
    await scheduler.setPaused(true)
    let ids = try await scheduler.enqueue(try sources(4), car: 1, destination: fixture.destination)
    try await scheduler.move(ids[2], by: -1)
    try await scheduler.move(ids[0], by: 99)
    #expect(await scheduler.snapshot { _ in true }.uploads.map(\.id) == [ids[2], ids[1], ids[3], ids[0]])
    await scheduler.setPaused(false)
    await scheduler.snapshot { $0.uploads.allSatisfy { $0.state == .done } }
    #expect(engine.attempts.map(\.name) == ["3.pdf", "2.pdf", "4.pdf", "1.pdf"])
  }

  @Test(arguments: DuplicateResolution.allCases)
  func `a taken name is skipped, replaced or numbered`(_ answer: DuplicateResolution) async throws {
    let scheduler = fixture.scheduler()
    let first = try await scheduler.enqueue(
      [try fixture.file("scan.pdf", size: 500)], car: 1, destination: fixture.destination)
    await scheduler.snapshot { $0.uploads.first?.state == .done }
    let source = try fixture.file("scan.pdf", size: 900)
    let second = try await scheduler.enqueue([source], car: 1, destination: fixture.destination)
    let asked = await scheduler.snapshot { if case .failed = $0.uploads.last?.state { true } else { false } }
    guard case .failed(let failure) = asked.uploads.last?.state else { return }
    #expect(failure.cause == .duplicate(size: 500))
    try await scheduler.resolveDuplicate(second[0], with: answer)
    let left = answer == .skip ? first : first + second
    let end = await scheduler.snapshot { $0.uploads.map(\.id) == left && $0.uploads.allSatisfy { $0.state == .done } }
    let sizes = try fixture.stored().map { try fixture.storedData($0).count }
    let attached = try AttachmentStore(store: fixture.store).attachments(of: 1).map(\.file.name)
    switch answer {
    case .skip: #expect(fixture.stored() == ["scan.pdf"] && sizes == [500] && attached == ["scan.pdf"])
    case .replace: #expect(fixture.stored() == ["scan.pdf"] && sizes == [900] && attached == ["scan.pdf"])
    case .keepBoth:
      #expect(fixture.stored() == ["scan (2).pdf", "scan.pdf"] && sizes == [900, 500])
      #expect(attached == ["scan.pdf", "scan (2).pdf"] && end.uploads.last?.name == "scan (2).pdf")
    }
  }

  @Test func `quitting keeps unfinished uploads, which the next launch does not resume on its own`() async throws {
    let engine = stuck()
    let first = fixture.scheduler(engine)
    try await first.enqueue(try sources(3), car: 1, destination: fixture.destination)
    await confirmed(first, 2)
    await first.stop(.keep)
    #expect(engine.discarded == [])

    let second = fixture.scheduler(engine)
    try await second.start()
    let offered = await second.snapshot { $0.uploads.count == 3 }
    #expect(offered.uploads.map(\.state) == [.interrupted, .interrupted, .interrupted])
    #expect(
      offered.uploads.map(\.confirmed) == [400, 400, 0] && engine.attempts.count == 2, "nothing starts on its own")
    try await second.resumeInterrupted()
    await second.snapshot { $0.uploads.count { $0.state == .done } == 2 }
    // The third file may begin as soon as one of the others is done.
    #expect(engine.attempts.dropFirst(2).count { $0.checkpoint == checkpoint } == 2)
    await second.stop(.keep)
  }

  @Test func `the uploads of one car are retried and resumed without those of another`() async throws {
    let refused = UploadFailure(.unauthorized, "Sign in.", status: 401)
    let engine = ScriptedEngine { number, _, _ throws(UploadFailure) in if number <= 2 { throw refused } }
    let first = fixture.scheduler(engine)
    for car in [1, 2] as [Car.ID] {
      try await first.enqueue([try fixture.file("\(car).pdf")], car: car, destination: fixture.destination)
    }
    await first.snapshot { $0.uploads.map(\.state) == [.failed(refused), .failed(refused)] }

    try await first.retryAllFailed(of: 2)
    await first.snapshot { $0.uploads.map(\.state) == [.failed(refused), .done] }
    await first.setPaused(true)
    for car in [1, 2] as [Car.ID] {
      try await first.enqueue([try fixture.file("\(car + 2).pdf")], car: car, destination: fixture.destination)
    }
    await first.stop(.keep)
    let second = fixture.scheduler(engine)
    try await second.start()
    try await second.resumeInterrupted(of: 1)

    await second.snapshot { $0.uploads.map(\.state) == [.failed(refused), .done, .done, .interrupted] }
    await second.stop(.keep)
  }

  @Test func `a retry reports that an upload has already ended or does not exist`() async throws {
    let refused = UploadFailure(.unauthorized, "Sign in.", status: 401)
    let engine = ScriptedEngine { number, _, _ throws(UploadFailure) in if number == 1 { throw refused } }
    let scheduler = fixture.scheduler(engine)
    let ids = try await scheduler.enqueue(try sources(1), car: 1, destination: fixture.destination)
    await scheduler.snapshot { $0.uploads.first?.state == .failed(refused) }

    #expect(try await scheduler.retry(ids[0]))
    await scheduler.snapshot { $0.uploads.first?.state == .done }
    #expect(try await !scheduler.retry(ids[0]))
    #expect(try await !scheduler.retry(ids[0] + 1))
    await scheduler.stop(.keep)
  }

  @Test func `a retry reports that another program has completed the upload since its row was read`() async throws {
    let refused = UploadFailure(.unauthorized, "Sign in.", status: 401)
    let engine = ScriptedEngine { number, _, _ throws(UploadFailure) in if number == 1 { throw refused } }
    let (first, second) = (fixture.scheduler(engine), fixture.scheduler(engine))
    let ids = try await first.enqueue(try sources(1), car: 1, destination: fixture.destination)
    await first.snapshot { $0.uploads.first?.state == .failed(refused) }
    // The second program has not been started, so that it does not follow changes.
    try await second.refresh()

    #expect(try await first.retry(ids[0]))
    await first.snapshot { $0.uploads.first?.state == .done }
    #expect(try await !second.retry(ids[0]))
    await first.stop(.keep)
  }

  @Test func `quitting can discard unfinished uploads at the destination as well`() async throws {
    let engine = stuck()
    let scheduler = fixture.scheduler(engine, concurrency: 1)
    try await scheduler.enqueue(try sources(3), car: 1, destination: fixture.destination)
    await confirmed(scheduler)
    await scheduler.stop(.discard)
    #expect(engine.discarded == [checkpoint])
    #expect(try UploadQueue(store: fixture.store).uploads() == [])
  }

  @Test func `removing a running upload discards its data`() async throws {
    let engine = stuck()
    let scheduler = fixture.scheduler(engine)
    let ids = try await scheduler.enqueue(try sources(1), car: 1, destination: fixture.destination)
    await confirmed(scheduler)
    try await scheduler.remove(ids[0])
    await scheduler.snapshot { $0.uploads.isEmpty }
    #expect(engine.discarded == [checkpoint])
  }
}
