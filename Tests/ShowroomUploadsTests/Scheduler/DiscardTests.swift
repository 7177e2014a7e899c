import ShowroomCatalog
import ShowroomTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import ShowroomUploads

@Suite("Discarding uploads", .timeLimit(.minutes(20)))
struct DiscardTests {
  let fixture: QueueFixture

  init() async throws { fixture = try await QueueFixture() }

  /// Starts uploading a file, discards it when `isFlowing` returns `true`, and returns when the queue shows the result.
  private func discard(
    _ engine: any UploadEngine, size: Int = 20_000_000, when isFlowing: @Sendable () -> Bool
  ) async throws {
    let scheduler = fixture.scheduler(engines: { _ in engine })
    let source = try fixture.file("scan.pdf", size: size)
    let ids = try await scheduler.enqueue([source], car: 7, destination: fixture.destination)
    await eventually { isFlowing() }

    try await scheduler.cancel(ids[0], discard: true)

    let rows = try UploadQueue(store: fixture.store).rows()
    #expect(rows.map(\.state) == [.canceled] && rows.map(\.cleanup) == [nil])
    #expect(rows.map(\.transfer.checkpoint) == [nil] && rows.map(\.confirmed) == [0])
    await scheduler.stop(.keep)
  }

  @Test func `discarding while parts flow to S3 leaves no parts`() async throws {
    let s3 = try await S3Fixture { $0.partNumber == 2 ? .stalls : nil }
    try await fixture.refresh(cars: [7])
    try await s3.withEngine { engine in
      try await discard(engine, size: 3 * part) { s3.peer.store.received.contains { $0.partNumber == 2 } }
    }
    #expect(s3.peer.store.uploads.isEmpty && s3.peer.store.objects.isEmpty)
    #expect(s3.peer.store.lines.contains("POST scans/7/scan.pdf uploads"))
  }

  @Test func `discarding while bytes flow to tus leaves no upload`() async throws {
    let tus = try await TusPeer { behavior in
      behavior.early = { $0.method == "PATCH" ? .init(after: 1000, reply: .stall) : nil }
    }
    try await fixture.refresh(cars: [7])
    try await withTransport { transport in
      try await discard(TusEngine(endpoint: tus.endpoint, transport: transport)) {
        tus.requests.last?.received ?? 0 > 0
      }
    }
    #expect(tus.held.isEmpty && tus.lines.contains("POST /files/"))
  }

  @Test(arguments: [true, false])
  func `discarding while bytes flow to a web server leaves no file`(movesFiles: Bool) async throws {
    let methods: Set = movesFiles ? DAVPeer.Behavior().methods : ["DELETE", "GET", "HEAD", "OPTIONS", "PUT"]
    let dav = try await DAVPeer { behavior in
      behavior.methods = methods
      behavior.early = { $0.method == "PUT" ? .init(after: 1000, reply: .stall) : nil }
    }
    try await fixture.refresh(cars: [7])
    try await withTransport { transport in
      try await discard(WebDAVEngine(base: address(dav.url()), transport: transport)) {
        guard let put = dav.requests.last, put.method == "PUT", put.received > 0 else { return false }
        // Some servers keep the part that has arrived.
        dav.put(Array(QueueFixture.content("scan.pdf", size: 20_000_000).prefix(3)), at: put.path)
        return true
      }
    }
    #expect(dav.held.isEmpty && dav.lines.contains { $0.hasPrefix("PUT") && $0.contains(".upload") == movesFiles })
  }

  @Test func `discarding while bytes flow to a folder leaves no file`() async throws {
    try await fixture.refresh(cars: [7])
    let hasHalted = Mutex(false)
    let folder = LocalFolderEngine(folder: fixture.destinationPath, chunk: 1000)
    let engine = WrappedEngine(
      engine: folder,
      reported: { (event) async throws(UploadFailure) in
        guard case .sent = event else { return }
        hasHalted.withLock { $0 = true }
        try await Gate().pass()
      })
    try await discard(engine, size: 5000) { hasHalted.withLock { $0 } }
    #expect(fixture.stored(car: 7) == [])
  }

  @Test func `an upload that is discarded while it is created is found and removed`() async throws {
    let tus = try await TusPeer { behavior in
      behavior.interruption = { request in
        guard request.method == "POST" else { return nil }
        // The response ends after two seconds.
        return .trickle(
          head: "HTTP/1.1 201 Created\r\nLocation: /files/9\r\nContent-Length: 8\r\nConnection: close\r\n\r\n",
          piece: [32], milliseconds: 250)
      }
    }
    try await withTransport {
      // On a busy computer, the response takes longer than two seconds.
      $0.completionTimeout = 600
    } _: { transport in
      let engine = TusEngine(endpoint: tus.endpoint, transport: transport)
      let scheduler = fixture.scheduler(engines: { _ in engine })
      let ids = try await scheduler.enqueue([try fixture.file("scan.pdf")], car: 1, destination: fixture.destination)
      await eventually { !tus.lines.isEmpty }

      try await scheduler.cancel(ids[0], discard: true)

      #expect(tus.lines.first == "POST /files/" && tus.lines.last == "DELETE /files/9", "\(tus.lines)")
      await scheduler.stop(.keep)
    }
  }

  // MARK: Failures

  /// An engine that confirms 400 bytes and then waits, and that fails to discard them until `isMended` returns `true`.
  private func stubborn(_ isMended: @escaping @Sendable () -> Bool) -> ScriptedEngine {
    let gate = Gate()
    return ScriptedEngine { _, _, report throws(UploadFailure) in
      try await report(.checkpoint(Checkpoint(values: ["url": "u"], confirmed: 400)))
      try await gate.pass()
    } discard: { _ throws(UploadFailure) in
      if !isMended() { throw .busy }
    }
  }

  @Test func `quitting reports what could not be discarded`() async throws {
    let scheduler = fixture.scheduler(stubborn { false })
    try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    await scheduler.snapshot { $0.uploads.first?.confirmed == 400 }

    let failure = await scheduler.stop(.discard)

    #expect(failure?.message.hasPrefix("The uploaded part could not be removed from the destination.") == true)
    #expect(try UploadQueue(store: fixture.store).rows().map(\.cleanup) == [.remove])
  }

  @Test func `data that could not be removed is remembered, and the next launch removes it`() async throws {
    let isMended = Mutex(false)
    let engine = stubborn { isMended.withLock { $0 } }
    let first = fixture.scheduler(engine)
    let ids = try await first.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    await first.snapshot { $0.uploads.first?.confirmed == 400 }

    let failure = await #expect(throws: UploadFailure.self) { try await first.cancel(ids[0], discard: true) }

    #expect(failure?.message.hasPrefix("The uploaded part could not be removed from the destination.") == true)
    let kept = try UploadQueue(store: fixture.store).rows()
    #expect(kept.map(\.upload.state) == [.discarding(failure)])
    #expect(kept.first?.transfer.checkpoint?.values == ["url": "u"])
    await first.stop(.keep)
    isMended.withLock { $0 = true }
    let second = fixture.scheduler(engine)
    try await second.start()
    await second.snapshot { $0.uploads.map(\.state) == [.canceled] }
    #expect(engine.discarded.count == 2 && engine.attempts.count == 1)
    await second.stop(.keep)
  }

  @Test func `a discarded upload whose data cannot be removed leaves the queue when it is removed again`() async throws
  {
    let engine = stubborn { false }
    let scheduler = fixture.scheduler(engine)
    let ids = try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    await scheduler.snapshot { $0.uploads.first?.confirmed == 400 }
    var warnings = scheduler.warnings().makeAsyncIterator()

    await #expect(throws: UploadFailure.self) { try await scheduler.remove(ids[0]) }
    #expect(try UploadQueue(store: fixture.store).uploads().map(\.id) == ids)
    try await scheduler.remove(ids[0])

    #expect(try UploadQueue(store: fixture.store).uploads() == [])
    #expect(await warnings.next()?.message.contains("could not be removed") == true)
    await scheduler.stop(.keep)
  }

  @Test func `a destination that does not respond delays discarding for a limited time`() async throws {
    let (clock, gate) = (ManualClock(), Gate())
    let engine = ScriptedEngine { _, _, report throws(UploadFailure) in
      try await report(.checkpoint(Checkpoint(values: ["url": "u"], confirmed: 400)))
      try await gate.pass()
    } discard: { _ throws(UploadFailure) in
      try await gate.pass()
    }
    let scheduler = fixture.scheduler(engine, clock: clock)
    let ids = try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    await scheduler.snapshot { $0.uploads.first?.confirmed == 400 }

    let discarding = Task { try await scheduler.cancel(ids[0], discard: true) }
    await clock.sleepBegun(UploadScheduler.cleanupLimit)
    clock.advance(UploadScheduler.cleanupLimit)

    let failure = await #expect(throws: UploadFailure.self) { try await discarding.value }
    #expect(failure?.message.contains("did not confirm the removal within 20 seconds") == true)
    await scheduler.stop(.keep)
  }

  @Test(arguments: [false, true])
  func `a cleanup may take long while it makes progress, unless the program quits`(isQuitting: Bool) async throws {
    let (clock, sending, removing) = (ManualClock(), Gate(), Gate())
    let engine = ScriptedEngine { _, _, report throws(UploadFailure) in
      try await report(.checkpoint(Checkpoint(values: ["url": "u"], confirmed: 400)))
      try await sending.pass()
    } discard: { _ throws(UploadFailure) in
      try await removing.pass()
    }
    let scheduler = fixture.scheduler(engine, clock: clock)
    let ids = try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    await scheduler.snapshot { $0.uploads.first?.confirmed == 400 }
    let discarding = Task { try await scheduler.cancel(ids[0], discard: true) }
    await clock.sleepBegun(UploadScheduler.cleanupLimit)
    await eventually { engine.discarded.count == 1 }

    engine.reportCleanupProgress()
    let stopping = isQuitting ? Task { await scheduler.stop(.keep) } : nil
    while isQuitting, await !scheduler.isStopping { await Task.yield() }
    clock.advance(UploadScheduler.cleanupLimit)

    if isQuitting {
      let failure = await #expect(throws: UploadFailure.self) { try await discarding.value }
      #expect(failure?.message.contains("did not confirm the removal within 20 seconds") == true)
    } else {
      let continuing = Task { await clock.sleepBegun(UploadScheduler.cleanupLimit, times: 2) }
      Task {
        _ = await discarding.result
        continuing.cancel()
      }
      await continuing.value
      removing.open()
      #expect(try await discarding.value)
    }
    if let stopping { _ = await stopping.value } else { await scheduler.stop(.keep) }
  }

  @Test func `a cleanup continues when the task that requested it is canceled`() async throws {
    let (begun, proceed) = (Gate(), Gate())
    let engine = ScriptedEngine { _, _, report throws(UploadFailure) in
      try await report(.checkpoint(Checkpoint(values: ["url": "u"], confirmed: 400)))
      try await Gate().pass()
    } discard: { _ throws(UploadFailure) in
      begun.open()
      try await proceed.pass()
    }
    let scheduler = fixture.scheduler(engine)
    let ids = try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    await scheduler.snapshot { $0.uploads.first?.confirmed == 400 }

    let screen = Task { try await scheduler.cancel(ids[0], discard: true) }
    try await begun.pass()
    screen.cancel()
    proceed.open()

    await scheduler.snapshot { $0.uploads.map(\.state) == [.canceled] }
    #expect(engine.discarded.count == 1)
    await scheduler.stop(.keep)
  }

  // MARK: Several uploads

  @Test(arguments: [true, false])
  func `canceling all uploads starts none of them`(discard: Bool) async throws {
    let gate = Gate()
    let engine = ScriptedEngine { _, _, report throws(UploadFailure) in
      try await report(.checkpoint(Checkpoint(values: ["url": "u"], confirmed: 400)))
      try await gate.pass()
    }
    let scheduler = fixture.scheduler(engine, concurrency: 2)
    let sources = try (1...12).map { try fixture.file("\($0).pdf") }
    try await scheduler.enqueue(sources, car: 1, destination: fixture.destination)
    await scheduler.snapshot { $0.uploads.count { $0.confirmed == 400 } == 2 }

    try await scheduler.cancelUnfinished(discard: discard)

    await scheduler.snapshot { $0.uploads.allSatisfy { $0.state == .canceled } }
    #expect(engine.attempts.count == 2 && engine.discarded.count == (discard ? 2 : 0))
    await scheduler.stop(.keep)
    #expect(try UploadQueue(store: fixture.store).uploads().allSatisfy { $0.state == .canceled })
  }

  @Test(arguments: [true, false])
  func `an upload that is being retried while all are canceled creates nothing afterward`(discard: Bool) async throws {
    let s3 = try await S3Fixture { $0.partNumber == 2 ? .answers(.error(403, "AccessDenied")) : nil }
    let (begun, proceed) = (Gate(), Gate())
    let queue = UploadQueue(store: fixture.store)
    try await s3.withEngine { engine in
      let gated = WrappedEngine(
        engine: engine,
        discarding: { () async throws(UploadFailure) in
          begun.open()
          try await proceed.pass()
        })
      let scheduler = fixture.scheduler(engines: { _ in gated })
      let source = try fixture.file("scan.pdf", size: 2 * part)
      let ids = try await scheduler.enqueue([source], car: 1, destination: fixture.destination)
      await scheduler.snapshot { $0.uploads.first?.failure?.status == 403 }
      // The retry removes the parts of the earlier file first.
      _ = try fixture.file("scan.pdf", size: 3 * part)
      let retry = Task { try await scheduler.retry(ids[0]) }
      try await begun.pass()

      let canceling = Task { try await scheduler.cancelUnfinished(discard: discard) }
      await eventually { (try? queue.rows())?.first?.state == .canceled }
      proceed.open()
      try await canceling.value
      let created = s3.peer.store.lines.count { $0.hasPrefix("POST") }

      _ = try await retry.value
      await scheduler.snapshot { $0.uploads.allSatisfy { $0.state == .canceled } }
      await scheduler.stop(.keep)
      #expect(created == 1 && s3.peer.store.lines.count { $0.hasPrefix("POST") } == 1)
      #expect(try queue.rows().map(\.state) == [.canceled])
    }
    #expect(s3.peer.store.uploads.isEmpty)
  }

  @Test func `nothing starts after all uploads were canceled, regardless of how many are being retried`() async throws {
    for round in 0..<10 {
      let fixture = try await QueueFixture()
      let engine = ScriptedEngine { _, _, report throws(UploadFailure) in
        try await report(.checkpoint(Checkpoint(values: ["url": "u"], confirmed: 400)))
        throw UploadFailure(.forbidden, "No.")
      }
      let scheduler = fixture.scheduler(engine, concurrency: 8)
      try await scheduler.enqueue(
        try (1...8).map { try fixture.file("\($0).pdf") }, car: 1, destination: fixture.destination)
      await scheduler.snapshot { $0.uploads.allSatisfy { $0.situation == .stuck } }

      let retry = Task { try await scheduler.retryAllFailed() }
      for _ in 0..<round * 6 { await Task.yield() }
      try await scheduler.cancelUnfinished(discard: round.isMultiple(of: 2))
      let started = engine.attempts.count

      try await retry.value
      await scheduler.stop(.keep)
      #expect(engine.attempts.count == started, "round \(round)")
      let states = try UploadQueue(store: fixture.store).rows().map(\.state)
      #expect(states == Array(repeating: .canceled, count: 8), "round \(round)")
    }
  }
}

/// An engine with closures that run after each report and before each cleanup.
private struct WrappedEngine: UploadEngine {
  let engine: any UploadEngine
  var reported: TransferReport = { _ in }
  var discarding: @Sendable () async throws(UploadFailure) -> Void = {}

  func resumption(ofSize size: Int64) -> DestinationInfo.Resumption { engine.resumption(ofSize: size) }

  func destinationInfo(for car: Car.ID, in folders: Set<[String]>?) async throws(UploadFailure) -> DestinationInfo {
    try await engine.destinationInfo(for: car, in: folders)
  }

  func send(_ transfer: Transfer, report: @escaping TransferReport) async throws(UploadFailure) -> StoredFile {
    try await engine.send(transfer) { (event) async throws(UploadFailure) in
      try await report(event)
      try await reported(event)
    }
  }

  func discard(_ transfer: Transfer, progress: @escaping @Sendable () -> Void) async throws(UploadFailure) -> String? {
    try await discarding()
    return try await engine.discard(transfer, progress: progress)
  }

  func delete(_ file: StoredFile) async throws(UploadFailure) { try await engine.delete(file) }

  func fetch(_ file: StoredFile, to path: FilePath) async throws(UploadFailure) {
    try await engine.fetch(file, to: path)
  }
}
