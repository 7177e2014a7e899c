import Foundation
import ShowroomCatalog
import ShowroomTestSupport
import Synchronization
import Testing

@testable import ShowroomUploads

/// Two programs that share a database: two schedulers, each with a separate store.
@Suite("Names reserved by two programs", .timeLimit(.minutes(20)))
struct NameReservationTests {
  let fixture: QueueFixture

  init() async throws { fixture = try await QueueFixture() }

  /// Uploads a file of the same name with two programs at the same time.
  private func uploadTwice(
    _ policy: DuplicatePolicy, with engine: @escaping @Sendable () -> any UploadEngine
  ) async throws -> [Upload] {
    let schedulers = [fixture.store, try fixture.otherStore()].map { store in
      let engine = engine()
      return fixture.scheduler(store: store, engines: { _ in engine })
    }
    let source = try fixture.file("scan.pdf", size: 5000)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for scheduler in schedulers {
        group.addTask {
          let outcomes = scheduler.finished()
          try await scheduler.enqueue([source], car: 1, destination: fixture.destination, onDuplicate: policy)
          for await _ in outcomes { break }
        }
      }
      try await group.waitForAll()
    }
    for scheduler in schedulers { await scheduler.stop(.keep) }
    return try UploadQueue(store: fixture.store).uploads()
  }

  @Test func `one of two tus uploads of the same name is a duplicate`() async throws {
    let tus = try await TusPeer()
    let uploads = try await withTransport { transport in
      try await uploadTwice(.fail) { TusEngine(endpoint: tus.endpoint, transport: transport) }
    }
    #expect(uploads.count { $0.state == .done } == 1)
    #expect(uploads.contains { $0.failure?.cause == .duplicate(size: 5000) })
    #expect(tus.held.count == 1)
  }

  @Test func `one of two tus uploads that replace each other is left`() async throws {
    let tus = try await TusPeer()
    let uploads = try await withTransport { transport in
      try await uploadTwice(.replace) { TusEngine(endpoint: tus.endpoint, transport: transport) }
    }
    #expect(uploads.allSatisfy { $0.state == .done } && tus.held.count == 1)
    #expect(try AttachmentStore(store: fixture.store).attachments(of: 1).count == 1)
  }

  @Test func `a store that ignores conditions keeps both files`() async throws {
    let s3 = try await S3Fixture(S3Store(ignoresConditions: true))
    let location = try s3.peer.location()
    let uploads = try await withTransport { transport in
      try await uploadTwice(.keepBoth) {
        S3Engine(
          location: location, transport: transport, credentials: s3.credentials,
          now: { Date(timeIntervalSince1970: 1_790_000_000) })
      }
    }
    #expect(uploads.map(\.name).sorted() == ["scan (2).pdf", "scan.pdf"])
    #expect(s3.peer.store.objects.keys.sorted() == ["scans/1/scan (2).pdf", "scans/1/scan.pdf"])
  }

  @Test func `a numbered name is not taken away from an upload that has reserved it`() async throws {
    let queue = UploadQueue(store: fixture.store)
    let other = UploadQueue(store: try fixture.otherStore())
    let sources = try ["scan.pdf", "scan (2).pdf"].map { try fixture.file($0) }
    _ = try await queue.add([sources[0]], car: 1, destination: fixture.destination, onDuplicate: .keepBoth)
    _ = try await other.add([sources[1]], car: 1, destination: fixture.destination, onDuplicate: .fail)
    let rows = try queue.rows()

    #expect(try await other.reserve("scan (2).pdf", for: rows[1]))
    #expect(try await queue.reserve("scan.pdf", for: rows[0]))
    #expect(try await !queue.reserve("scan (2).pdf", for: rows[0]))
    #expect(try await queue.reserve("scan (3).pdf", for: rows[0]))
    try await other.releaseNames(of: rows[1].id)
    #expect(try await queue.reserve("scan (2).pdf", for: rows[0]))
  }

  @Test func `the names of a program that has ended are free`() async throws {
    let queue = UploadQueue(store: fixture.store)
    let other = UploadQueue(store: try fixture.otherStore())
    let source = try fixture.file("scan.pdf")
    for queue in [queue, other] {
      _ = try await queue.add([source], car: 1, destination: fixture.destination, onDuplicate: .fail)
    }
    let rows = try queue.rows()
    #expect(try await other.reserve("scan.pdf", for: rows[1]))
    #expect(try await !queue.reserve("scan.pdf", for: rows[0]))

    try await other.release()

    #expect(try await queue.reserve("scan.pdf", for: rows[0]))
  }

  @Test func `a file that replaces an attachment waits until the attachment has been deleted`() async throws {
    let scheduler = fixture.scheduler()
    let other = UploadQueue(store: try fixture.otherStore())
    let source = try fixture.file("scan.pdf")
    try await scheduler.enqueue([source], car: 1, destination: fixture.destination)
    await scheduler.snapshot { $0.uploads.first?.state == .done }
    let attachment = try #require(try AttachmentStore(store: fixture.store).attachments(of: 1).first)
    _ = try await other.add([source], car: 1, destination: fixture.destination, onDuplicate: .replace)
    let row = try #require(try other.rows().last)

    try await scheduler.withReservedName(of: attachment) { () async throws(UploadFailure) in
      let isReserved = try await other.reserve("scan.pdf", for: row)
      #expect(!isReserved)
    }

    #expect(try await other.reserve("scan.pdf", for: row))
    // Now the attachment must not be deleted.
    let failure = await #expect(throws: UploadFailure.self) {
      try await scheduler.withReservedName(of: attachment) { () async throws(UploadFailure) in
        Issue.record("The name is reserved for an upload.")
      }
    }
    #expect(
      failure?.message == "An upload or another deletion is using the name scan.pdf. Try again when it has ended.")
    #expect(try other.rows().count == 2)
    await scheduler.stop(.keep)
  }

  private var attachment: ShowroomUploads.Attachment {
    let file = StoredFile(name: "scan.pdf", location: fixture.destinationPath + "/1/scan.pdf", size: 1000)
    return ShowroomUploads.Attachment(
      id: 1, car: 1, file: file, destination: fixture.destinationPath, uploadedAt: 0)
  }

  @Test func `a name that is reserved for a deletion is not shown as an upload`() async throws {
    let fixture = fixture
    let scheduler = fixture.scheduler()
    let other = UploadQueue(store: try fixture.otherStore())
    let source = try fixture.file("other.pdf")

    try await scheduler.withReservedName(of: attachment) { () async throws(UploadFailure) in
      try await scheduler.enqueue([source], car: 1, destination: fixture.destination)
      let shown = await scheduler.uploads.map(\.name)
      #expect(shown == ["other.pdf"])
      let listed = try other.uploads().map(\.name)
      let count = try other.rows().count
      #expect(listed == ["other.pdf"] && count == 2)
    }

    await scheduler.stop(.keep)
  }

  @Test(.enabled(if: SmallDisk.isPossible, "skipped: a small disk can only be mounted by root"))
  func `an attachment can be deleted on a full disk`() async throws {
    let disk = try SmallDisk(kilobytes: 4096)
    let data = URL(fileURLWithPath: disk.path).appendingPathComponent("data")
    let earlier = try CatalogStore(directory: data)
    _ = try await earlier.refresh(from: .file(fixture.folder.appendingPathComponent("cars.json")))
    earlier.close()
    // Its log is empty, so that even one row needs space.
    let store = try CatalogStore(directory: data)
    let scheduler = fixture.scheduler(store: store)
    #expect(
      try ChildProgram("/bin/dd", ["if=/dev/zero", "of=\(disk.path)/filler"]).waitUntilEnded()?.status != 0)
    let isDone = Mutex(false)

    try await scheduler.withReservedName(of: attachment) { () async throws(UploadFailure) in
      isDone.withLock { $0 = true }
    }

    let wasPerformed = isDone.withLock { $0 }
    #expect(wasPerformed)
    await scheduler.stop(.keep)
    withExtendedLifetime(disk) {}
  }

  @Test func `a deletion does not wait for an upload that is being discarded`() async throws {
    let (clock, sending, removing) = (ManualClock(), Gate(), Gate())
    let engine = ScriptedEngine { _, _, report throws(UploadFailure) in
      try await report(.checkpoint(Checkpoint(values: ["url": "u"], confirmed: 400, heldName: "scan.pdf")))
      try await sending.pass()
    } discard: { _ throws(UploadFailure) in
      try await removing.pass()
    }
    let scheduler = fixture.scheduler(engine, clock: clock)
    let ids = try await scheduler.enqueue([try fixture.file("scan.pdf")], car: 1, destination: fixture.destination)
    await scheduler.snapshot { $0.uploads.first?.confirmed == 400 }
    let discarding = Task { try await scheduler.cancel(ids[0], discard: true) }
    await eventually { engine.discarded.count == 1 }

    let failure = await #expect(throws: UploadFailure.self) {
      try await scheduler.withReservedName(of: attachment) { () async throws(UploadFailure) in
        Issue.record("The name is reserved for a cleanup.")
      }
    }

    #expect(failure?.cause == .unavailable && failure?.retry == .later)
    removing.open()
    _ = try await discarding.value
    await scheduler.stop(.keep)
  }

  @Test func `a reservation that could not be removed is removed later`() async throws {
    let scheduler = fixture.scheduler()
    let queue = UploadQueue(store: fixture.store)
    try fixture.store.writeDurably {
      try $0.execute(
        sql: "CREATE TRIGGER locked BEFORE DELETE ON upload BEGIN SELECT RAISE(ABORT, 'It is locked.'); END")
    }
    try await scheduler.withReservedName(of: attachment) { () async throws(UploadFailure) in }
    #expect(try queue.rows().count == 1)
    try fixture.store.writeDurably { try $0.execute(sql: "DROP TRIGGER locked") }

    await scheduler.storeEnds()

    #expect(try queue.rows().isEmpty)
    await scheduler.stop(.keep)
  }

  @Test func `the reservation of a program that ended during a deletion is removed from the queue`() async throws {
    let queue = UploadQueue(store: fixture.store)
    _ = try await queue.addReservation(of: attachment)
    try await queue.release()
    let scheduler = fixture.scheduler(store: try fixture.otherStore())

    try await scheduler.start()

    await eventually { (try? queue.rows())?.isEmpty == true }
    await scheduler.stop(.keep)
  }

  @Test func `a program leaves no lock file in the data directory after it stops`() async throws {
    let scheduler = fixture.scheduler()
    try await scheduler.enqueue([try fixture.file("scan.pdf")], car: 1, destination: fixture.destination)
    await scheduler.snapshot { $0.uploads.first?.state == .done }

    await scheduler.stop(.keep)

    let names = try FileManager.default.contentsOfDirectory(atPath: fixture.data.path)
    #expect(!names.contains { $0.hasPrefix("upload-owner-") })
    withExtendedLifetime(scheduler) {}
  }

  @Test func `an engine's warning about a destination appears once`() async throws {
    let engine = ScriptedEngine { _, _, report throws(UploadFailure) in
      try await report(.warning("The server cannot move files (not atomic)."))
    }
    let scheduler = fixture.scheduler(engine)
    let warnings = scheduler.warnings()
    let sources = try (1...5).map { try fixture.file("\($0).pdf") }
    try await scheduler.enqueue(sources, car: 1, destination: fixture.destination)
    await scheduler.snapshot { $0.uploads.allSatisfy { $0.state == .done } }
    await scheduler.stop(.keep)

    var count = 0
    for await _ in warnings { count += 1 }
    #expect(count == 1)
  }
}
