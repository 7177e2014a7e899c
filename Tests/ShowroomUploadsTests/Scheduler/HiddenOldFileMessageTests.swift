import ShowroomCatalog
import ShowroomFiles
import Testing

@testable import ShowroomUploads

/// Messages about uploads that may have left an old file under a hidden name.
@Suite("Messages about hidden old files", .timeLimit(.minutes(20)))
struct HiddenOldFileMessageTests {
  let fixture: QueueFixture
  let source: UploadSource
  let clock = ManualClock()

  init() async throws {
    fixture = try await QueueFixture()
    source = try fixture.file("scan.pdf")
  }

  private static let note = "The old scan.pdf may be on dav.test as .a1b2c3.old.upload."
  private static let refused = UploadFailure(.unauthorized, "Sign in.", status: 401)

  /// Returns an engine that hides the old file and then fails, or waits if there is no failure.
  private func engine(
    _ failure: UploadFailure?, discard: @escaping ScriptedEngine.Discard = { _ in }
  ) -> ScriptedEngine {
    var state = WebDAVUploadState(
      stage: .stored, folder: address("https://dav.test/in/1/"), name: "scan.pdf",
      temporary: ".scan.pdf.a1b2c3.upload", source: source, isNew: false)
    state.mayHaveRemovedOld = true
    let checkpoint = state.checkpoint(confirmed: 400)
    return ScriptedEngine(
      { _, _, report throws(UploadFailure) in
        try await report(.checkpoint(checkpoint))
        if let failure { throw failure }
        try await Gate().pass()
      }, discard: discard)
  }

  /// Uploads the file until the engine fails or waits.
  private func begin(_ scheduler: UploadScheduler, until failure: UploadFailure?) async throws -> Upload.ID {
    let ids = try await scheduler.enqueue(
      [source], car: 1, destination: fixture.destination, onDuplicate: .replace)
    await scheduler.snapshot { snapshot in
      guard let upload = snapshot.uploads.first, upload.confirmed == 400 else { return false }
      return failure == nil ? upload.state == .uploading : upload.failure?.status == failure?.status
    }
    return ids[0]
  }

  /// Stops a scheduler, and returns its warnings.
  private func end(_ scheduler: UploadScheduler, _ warnings: AsyncStream<UploadWarning>) async -> [String] {
    await scheduler.stop(.keep)
    return await warnings.reduce(into: []) { $0.append($1.message) }
  }

  @Test(arguments: [nil, .busy, refused] as [UploadFailure?])
  func `canceling an upload warns that the old file may stay hidden`(failure: UploadFailure?) async throws {
    let scheduler = fixture.scheduler(engine(failure), clock: clock)
    let warnings = scheduler.warnings()
    let id = try await begin(scheduler, until: failure)

    try await scheduler.cancel(id, discard: false)

    #expect(await end(scheduler, warnings) == [Self.note])
  }

  @Test func `a removal that takes too long names the old file, even when the upload leaves the queue`() async throws {
    let engine = engine(nil) { _ throws(UploadFailure) in try await Gate().pass() }
    let scheduler = fixture.scheduler(engine, clock: clock)
    let warnings = scheduler.warnings()
    let id = try await begin(scheduler, until: nil)
    func remove(times: Int) async throws {
      let removal = Task { try await scheduler.remove(id) }
      await clock.sleepBegun(UploadScheduler.cleanupLimit, times: times)
      clock.advance(UploadScheduler.cleanupLimit)
      try await removal.value
    }

    let failure = await #expect(throws: UploadFailure.self) { try await remove(times: 1) }
    try await remove(times: 2)

    #expect(failure?.message.contains("within 20 seconds. \(Self.note)") == true)
    let messages = await end(scheduler, warnings)
    #expect(messages.count == 1 && messages[0].contains("within 20 seconds. \(Self.note)"), "\(messages)")
  }

  @Test func `a retry that cannot remove the earlier version of a file names the old file`() async throws {
    let engine = engine(Self.refused) { _ throws(UploadFailure) in throw .busy }
    let scheduler = fixture.scheduler(engine, clock: clock)
    let id = try await begin(scheduler, until: Self.refused)
    _ = try fixture.file("scan.pdf", size: 2000)

    _ = await #expect(throws: UploadFailure.self) { try await scheduler.retry(id) }
    await scheduler.stop(.keep)

    let row = try UploadQueue(store: fixture.store).rows().first
    #expect(row?.failure?.message == "The server is busy. \(Self.note)")
  }

  @Test func `a failure that could not be stored names the old file when it is stored later`() async throws {
    try fixture.store.writeDurably {
      try $0.execute(
        sql: """
          CREATE TRIGGER full BEFORE UPDATE ON upload WHEN NEW.owner IS NULL
          BEGIN SELECT RAISE(ABORT, 'The disk is full.'); END
          """)
    }
    let scheduler = fixture.scheduler(engine(Self.refused), clock: clock)
    try await scheduler.enqueue([source], car: 1, destination: fixture.destination, onDuplicate: .replace)
    let snapshot = await scheduler.snapshot { $0.uploads.first?.failure?.cause == .store }
    try fixture.store.writeDurably { try $0.execute(sql: "DROP TRIGGER full") }

    await scheduler.storeEnds()

    let row = try UploadQueue(store: fixture.store).rows().first
    #expect(row?.failure?.cause == .store && row?.failure == snapshot.uploads.first?.failure)
    #expect(row?.failure?.message.hasSuffix(Self.note) == true)
    await scheduler.stop(.keep)
  }
}
