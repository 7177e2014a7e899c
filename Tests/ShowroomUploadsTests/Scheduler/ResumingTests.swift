import Foundation
import ShowroomCatalog
import ShowroomFiles
import SystemPackage
import Testing

@testable import ShowroomUploads

@Suite("Uploading the same files again", .timeLimit(.minutes(20)))
struct ResumingTests {
  let fixture: QueueFixture
  let queue: UploadQueue
  let checkpoint = Checkpoint(values: ["url": "u"], confirmed: 400)

  init() async throws {
    fixture = try await QueueFixture()
    queue = UploadQueue(store: fixture.store)
  }

  /// Leaves an upload in the queue like a program that was killed.
  private func leave(_ source: UploadSource, _ checkpoint: Checkpoint? = nil) async throws -> [Upload.ID] {
    let killed = UploadQueue(store: fixture.store)
    let ids = try await killed.add([source], car: 1, destination: fixture.destination, onDuplicate: .fail)
    try await killed.save(checkpoint, attempt: 0, of: ids[0])
    killed.removeOwner()
    return ids
  }

  private func begin(_ sources: [UploadSource], with scheduler: UploadScheduler) async throws -> BegunUploads {
    try await scheduler.resumeOrEnqueue(sources, car: 1, destination: fixture.destination, onDuplicate: .fail)
  }

  /// Returns the unfinished uploads of a file.
  private func found(
    _ source: UploadSource, car: Car.ID = 1, to destination: Destination? = nil, _ policy: DuplicatePolicy = .fail
  ) throws -> [Upload.ID] {
    try queue.unfinished(
      [source], car: car, destination: destination ?? fixture.destination, onDuplicate: policy
    ).values.map(\.id)
  }

  @Test func `an upload whose program was killed continues at the server's offset`() async throws {
    let peer = try await TusPeer { behavior in
      behavior.early = { request in
        request.method == "PATCH" && request.header("Upload-Offset") == "0" ? .init(after: 60_000, reply: .reset) : nil
      }
    }
    let source = try fixture.file("scan.pdf", size: 100_000)
    let reports = Reports()
    let transfer = Transfer(id: "a1b2c3", car: 1, source: source, name: "scan.pdf")
    await #expect(throws: UploadFailure.self) { try await peer.upload(transfer, reports) }
    peer.change("/files/1") { $0?.data = Array(QueueFixture.content("scan.pdf", size: 43_210)) }
    let ids = try await leave(source, try #require(reports.checkpoints.last ?? nil))

    let endpoint = peer.endpoint
    try await withTransport { transport in
      let scheduler = fixture.scheduler(engines: { _ in TusEngine(endpoint: endpoint, transport: transport) })
      try await scheduler.start()
      let begun = try await begin([source], with: scheduler)
      await scheduler.snapshot { $0.uploads.map(\.state) == [.done] }
      await scheduler.stop(.keep)
      #expect(begun.ids == Set(ids) && begun.resumed.map(\.id) == ids)
    }

    let last = peer.requests.last { $0.method == "PATCH" }
    #expect(last?.header("Upload-Offset") == "43210" && last?.body.count == 100_000 - 43_210)
    #expect(peer.held.count == 1)
    #expect(peer.held["/files/1"]?.data == Array(QueueFixture.content("scan.pdf", size: 100_000)))
  }

  @Test func `a failed upload is retried with its checkpoint`() async throws {
    let source = try fixture.file("scan.pdf")
    let ids = try await leave(source, checkpoint)
    #expect(try await queue.claim(ids) == ids)
    try await queue.end(ids[0], as: .failed, failure: UploadFailure(.noSpace, "The disk is full."))
    let engine = ScriptedEngine { _, _, _ in }
    let scheduler = fixture.scheduler(engine)
    try await scheduler.start()

    let begun = try await begin([source], with: scheduler)
    await scheduler.snapshot { $0.uploads.map(\.state) == [.done] }
    await scheduler.stop(.keep)

    #expect(begun.ids == Set(ids) && engine.attempts.map(\.checkpoint) == [checkpoint])
  }

  @Test func `the upload of a file that has changed starts over, and its data is removed`() async throws {
    let ids = try await leave(try fixture.file("scan.pdf"), checkpoint)
    let changed = try fixture.file("scan.pdf", size: 1200)
    let engine = ScriptedEngine { _, _, _ in }
    let scheduler = fixture.scheduler(engine)
    try await scheduler.start()

    let begun = try await begin([changed], with: scheduler)
    await scheduler.snapshot { $0.uploads.map(\.state) == [.done] }
    await scheduler.stop(.keep)

    #expect(begun.ids == Set(ids) && engine.discarded == [checkpoint])
    #expect(engine.attempts.map(\.checkpoint) == [nil] && engine.attempts.map(\.source.size) == [1200])
  }

  @Test func `the failure of a changed file whose data cannot be removed is an outcome`() async throws {
    let ids = try await leave(try fixture.file("scan.pdf"), checkpoint)
    let changed = try fixture.file("scan.pdf", size: 1200)
    let failure = UploadFailure(.unreachable, retry: .later, "There is no network.")
    let engine = ScriptedEngine { _, _, _ in
    } discard: { _ throws(UploadFailure) in
      throw failure
    }
    let scheduler = fixture.scheduler(engine)
    var outcomes = scheduler.finished().makeAsyncIterator()
    try await scheduler.start()

    let begun = try await begin([changed], with: scheduler)

    #expect(begun.ids == Set(ids) && begun.resumed.isEmpty && begun.restarted.map(\.id) == ids)
    guard case .failed(let upload, failure)? = await outcomes.next() else {
      Issue.record("there is no outcome")
      return
    }
    #expect([upload.id] == ids)
    await scheduler.stop(.keep)
    #expect(engine.attempts.isEmpty, "it does not start as it was")
    #expect(try queue.row(ids[0]).map { [$0.state] } == [.failed])
  }

  @Test func `of several uploads of a file, the one with the most data is resumed`() async throws {
    _ = try await leave(try fixture.file("scan.pdf", size: 2000), Checkpoint(values: [:], confirmed: 900))
    let source = try fixture.file("scan.pdf")
    _ = try await leave(source)
    let furthest = try await leave(source, checkpoint)
    _ = try await leave(source)

    #expect(try found(source) == furthest)
  }

  @Test func `if the other files cannot be added, nothing is resumed`() async throws {
    let source = try fixture.file("scan.pdf")
    let ids = try await leave(source)
    try fixture.store.writeDurably {
      try $0.execute(
        sql: "CREATE TRIGGER full BEFORE INSERT ON upload BEGIN SELECT RAISE(ABORT, 'The disk is full.'); END")
    }
    let scheduler = fixture.scheduler()
    try await scheduler.start()

    await #expect(throws: UploadFailure.self) {
      try await begin([source, try fixture.file("other.pdf")], with: scheduler)
    }

    #expect(try queue.uploads().map(\.state) == [.interrupted])
    #expect(try queue.row(ids[0])?.ownership == .nobody)
    await scheduler.stop(.keep)
  }

  @Test func `only an unfinished upload with the same policy, path, name, car and destination is found`() async throws {
    let source = try fixture.file("scan.pdf")
    let ids = try await leave(source)
    var inFolder = source
    inFolder.pathInFolder = "Papers/scan.pdf"
    var linked = source
    linked.path = FilePath(fixture.folder.appendingPathComponent("linked").path).appending("scan.pdf")

    #expect(try found(source) == ids)
    #expect(try found(source, .replace) == [] && found(source, .skip) == [] && found(source, .keepBoth) == [])
    #expect(try found(inFolder) == [] && found(linked) == [])
    #expect(try found(source, car: 2) == [] && found(source, to: .folder("/elsewhere")) == [])

    #expect(try await queue.claim(ids) == ids)
    try await queue.end(ids[0], as: .canceled)
    #expect(try found(source) == [])
    #expect(try await queue.claim(ids) == ids)
    let row = try #require(try queue.row(ids[0]))
    _ = try await queue.finish(row, stored: StoredFile(name: "scan.pdf", location: "/there/scan.pdf", size: 1000))
    #expect(try found(source) == [])
  }

  @Test func `an upload is resumed for one of two equal files`() async throws {
    let source = try fixture.file("scan.pdf")
    let ids = try await leave(source)
    let scheduler = fixture.scheduler()
    await scheduler.setPaused(true)

    let begun = try await begin([source, source], with: scheduler)

    #expect(begun.ids.count == 2 && begun.resumed.map(\.id) == ids)
    #expect(try queue.uploads().count == 2)
    await scheduler.stop(.keep)
  }

  @Test func `a new file keeps its number although the file with the plain name is resumed`() async throws {
    let sources = ["A/\u{E9}.jpg", "A/e\u{301}.jpg"].map { path in
      UploadSource(
        path: FilePath("/home/\(path)"), size: 9, modified: 0, identity: FileIdentity(device: 1, inode: 1),
        pathInFolder: FilePath(path))
    }
    let ids = try await leave(sources[0])
    let scheduler = fixture.scheduler()
    await scheduler.setPaused(true)

    let begun = try await begin(sources, with: scheduler)

    #expect(begun.resumed.map(\.id) == ids)
    #expect(try queue.uploads().map(\.name) == ["A/\u{E9}.jpg", "A/\u{E9} (2).jpg"])
    await scheduler.stop(.keep)
  }

  @Test func `an upload of another running program is left alone, and a new one is added`() async throws {
    let source = try fixture.file("scan.pdf")
    let other = UploadQueue(store: try fixture.otherStore())
    let ids = try await other.add([source], car: 1, destination: fixture.destination, onDuplicate: .fail)
    let scheduler = fixture.scheduler()
    await scheduler.setPaused(true)

    let begun = try await begin([source], with: scheduler)

    #expect(begun.resumed.isEmpty && Set(begun.elsewhere.map(\.id)) == begun.ids)
    #expect(begun.ids.count == 1 && begun.ids.isDisjoint(with: ids))
    #expect(try other.uploads().map(\.state) == [.queued, .elsewhere])
    await scheduler.stop(.keep)
  }

  @Test func `of two programs that upload the same file again, one resumes it, and it is stored once`() async throws {
    let source = try fixture.file("scan.pdf", size: 100_000)
    _ = try await leave(source)
    @Sendable func upload(_ scheduler: UploadScheduler) async throws -> (resumed: Int, isDone: Bool) {
      let outcomes = scheduler.finished()
      try await scheduler.start()
      let begun = try await begin([source], with: scheduler)
      var isDone = false
      for await outcome in outcomes where begun.ids.contains(outcome.upload.id) {
        if case .done = outcome { isDone = true }
        break
      }
      await scheduler.stop(.keep)
      return (begun.resumed.count, isDone)
    }
    let schedulers = [fixture.scheduler(), fixture.scheduler(store: try fixture.otherStore())]

    async let first = upload(schedulers[0])
    async let second = upload(schedulers[1])
    let results = try await [first, second]

    #expect(results.map(\.resumed).reduce(0, +) == 1 && results.count { $0.isDone } == 1)
    #expect(try queue.uploads().count { $0.state == .done } == 1)
    #expect(fixture.stored() == ["scan.pdf"])
    #expect(try AttachmentStore(store: fixture.store).attachments(of: 1).count == 1)
  }
}
