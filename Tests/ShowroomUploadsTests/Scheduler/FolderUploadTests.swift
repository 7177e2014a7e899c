import Foundation
import ShowroomCatalog
import ShowroomFiles
import ShowroomTestSupport
import SystemPackage
import Testing

@testable import ShowroomUploads

/// Uploads of files in folders, from the queue to the record.
@Suite("Uploads of folders", .timeLimit(.minutes(20)))
struct FolderUploadTests {
  private let fixture: QueueFixture

  init() async throws { fixture = try await QueueFixture() }

  private func source(_ path: String, size: Int = 1000) throws -> UploadSource {
    let file = fixture.path(of: path).string
    try FileManager.default.createDirectory(
      atPath: FilePath(file).removingLastComponent().string, withIntermediateDirectories: true)
    var source = try fixture.file(path, size: size)
    if path.contains("/") { source.pathInFolder = FilePath(path) }
    return source
  }

  /// Uploads files one after another, and returns their states.
  @discardableResult
  private func upload(
    _ sources: [UploadSource], _ policy: DuplicatePolicy = .fail, with engine: (any UploadEngine)? = nil
  ) async throws -> [Upload] {
    let engine = engine ?? fixture.engine
    let scheduler = fixture.scheduler(concurrency: 1, engines: { _ in engine })
    var outcomes = scheduler.finished().makeAsyncIterator()
    let ids = try await scheduler.enqueue(sources, car: 1, destination: fixture.destination, onDuplicate: policy)
    for _ in sources { _ = await outcomes.next() }
    await scheduler.stop(.keep)
    return try UploadQueue(store: fixture.store).uploads().filter { ids.contains($0.id) }
  }

  private func recorded() throws -> [StoredFile] {
    try AttachmentStore(store: fixture.store).attachments(of: 1).map(\.file)
  }

  /// The paths of all files in the folder of the car.
  private func stored() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: fixture.destinationPath + "/1").filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(fixture.destinationPath)/1/\(path)", isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  @Test func `files of the same name in different folders are different files`() async throws {
    let paths = ["Photos/2024/front.jpg", "Photos/2025/front.jpg", "Photos/front.jpg", "front.jpg"]
    let uploads = try await upload(paths.map { try source($0) })

    #expect(uploads.map(\.name) == paths && uploads.allSatisfy { $0.state == .done })
    #expect(try recorded().map(\.name) == paths)
    #expect(try recorded().map(\.location) == paths.map { "\(fixture.destinationPath)/1/\($0)" })
    #expect(try stored() == paths.sorted())
  }

  @Test(arguments: DuplicatePolicy.allCases)
  func `the same folder twice is treated as chosen`(policy: DuplicatePolicy) async throws {
    let paths = ["Photos/2024/front.jpg", "Photos/front.jpg"]
    let sources = try paths.map { try source($0) }
    try await upload(sources)

    let uploads = try await upload(sources, policy)

    switch policy {
    case .fail: #expect(uploads.allSatisfy { $0.failure?.cause == .duplicate(size: 1000) })
    case .replace, .skip: #expect(uploads.allSatisfy { $0.state == .done } && uploads.map(\.name) == paths)
    case .keepBoth: #expect(uploads.map(\.name) == ["Photos/2024/front (2).jpg", "Photos/front (2).jpg"])
    }
    #expect(try stored().count == (policy == .keepBoth ? 4 : 2))
    #expect(try recorded().count == (policy == .keepBoth ? 4 : 2))
  }

  @Test func `a file that another program stored in a folder is skipped if it is the same`() async throws {
    let sources = try [source("Photos/a.jpg"), source("Photos/b.jpg")]
    try FileManager.default.createDirectory(
      atPath: fixture.destinationPath + "/1/Photos", withIntermediateDirectories: true)
    let bytes = QueueFixture.content("Photos/a.jpg", size: 1000)
    try QueueFixture.put(bytes, at: fixture.destinationPath + "/1/Photos/a.jpg")
    try QueueFixture.put(bytes, at: fixture.destinationPath + "/1/Photos/b.jpg")

    let uploads = try await upload(sources, .skip)

    #expect(uploads[0].state == .done && uploads[1].failure?.cause == .duplicate(size: 1000))
    #expect(try recorded().map(\.name) == ["Photos/a.jpg"])
  }

  @Test func `tus receives a single name, and the path is recorded`() async throws {
    let tus = try await TusPeer()
    try await withTransport { transport in
      let engine = TusEngine(endpoint: tus.endpoint, transport: transport)
      let sources = try [source("Photos/2024/front.jpg"), source("Photos/front.jpg")]
      let uploads = try await upload(sources, with: engine)
      #expect(uploads.map(\.name) == ["Photos/2024/front.jpg", "Photos/front.jpg"])
      let again = try await upload([sources[0]], with: engine)
      #expect(again[0].failure?.cause == .duplicate(size: 1000))
      let both = try await upload([sources[0]], .keepBoth, with: engine)
      #expect(both.map(\.name) == ["Photos/2024/front (2).jpg"])
      let replaced = try await upload([sources[0]], .replace, with: engine)
      #expect(replaced.map(\.state) == [.done])
    }
    let names = tus.held.values.compactMap { upload in
      upload.metadata.split(separator: ",").first { $0.hasPrefix("filename ") }
        .flatMap { Data(base64Encoded: String($0.dropFirst(9))) }.map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(names.sorted() == ["Photos_2024_front (2).jpg", "Photos_2024_front.jpg", "Photos_front.jpg"])
    #expect(
      try recorded().map(\.name).sorted() == ["Photos/2024/front (2).jpg", "Photos/2024/front.jpg", "Photos/front.jpg"])
  }

  @Test func `only the records of the same folder decide which number a name gets`() async throws {
    let names = [
      "a.jpg", "a/x.jpg", "P/a.jpg", "P/a (2).jpg", "P/a/b.jpg", "P/Q/a (3).jpg", "Pa/a.jpg", "P/\u{301}a.jpg",
    ]
    try fixture.store.writeDurably { db in
      for name in names {
        let file = StoredFile(name: name, location: "/\(name)", size: 1)
        _ = try AttachmentTable.insert(file, car: 1, destination: "/there", uploadedAt: 1, into: db)
      }
    }
    func found(_ folders: [String], _ name: String, _ policy: DuplicatePolicy) throws -> [String] {
      let transfer = Transfer(
        id: "1", car: 1, source: try source("a"), folders: folders, name: name, onDuplicate: policy)
      return try fixture.store.read { try AttachmentTable.files(at: "/there", recordedFor: transfer, in: $0) }
        .map(\.name).sorted()
    }

    #expect(try found([], "a.jpg", .keepBoth) == ["a.jpg"])
    #expect(try found(["P"], "a.jpg", .keepBoth) == ["a (2).jpg", "a.jpg"])
    #expect(try found(["P"], "a.jpg", .fail) == ["a.jpg"])
    #expect(try found(["P"], "\u{301}a.jpg", .fail) == ["\u{301}a.jpg"])
    #expect(try found(["P", "Q"], "a.jpg", .keepBoth) == ["a (3).jpg"])
    #expect(try found(["Q"], "a.jpg", .keepBoth) == [])
  }

  @Test func `uploads of one path run one after the other, and those of different folders do not wait`() async throws {
    let queue = UploadQueue(store: fixture.store)
    let sources = try ["A/a.jpg", "B/a.jpg", "A/a.jpg"].map { try source($0) }
    for source in sources {
      _ = try await queue.add([source], car: 1, destination: fixture.destination, onDuplicate: .fail)
    }
    let rows = try queue.rows()

    #expect(rows[0].target == rows[2].target && rows[0].target != rows[1].target)
    #expect(try await queue.reserve(rows[0].transfer.path, for: rows[0]))
    #expect(try await queue.reserve(rows[1].transfer.path, for: rows[1]))
    #expect(try await !queue.reserve(rows[2].transfer.path, for: rows[2]))
  }

  /// Resumes the interrupted upload, and returns its outcome.
  private func resume() async throws -> UploadOutcome? {
    let scheduler = fixture.scheduler()
    var outcomes = scheduler.finished().makeAsyncIterator()
    try await scheduler.start()
    try await scheduler.resumeInterrupted()
    let outcome = await outcomes.next()
    await scheduler.stop(.keep)
    return outcome
  }

  @Test func `an upload and a file from before paths were kept are found under their old names`() async throws {
    let queue = UploadQueue(store: fixture.store)
    let source = try source("Photos/2024/front.jpg")
    let ids = try await queue.add([source], car: 1, destination: fixture.destination, onDuplicate: .fail)
    let id = ids[0]
    // As the earlier version stored it, with the checkpoint of a copy that had been published.
    let reports = Reports()
    let old = Transfer(id: "old", car: 1, source: try source.observed(), name: "Photos_2024_front.jpg")
    let file = try await fixture.engine.send(old, report: reports.report)
    let checkpoint = try #require(reports.checkpoints.last)
    #expect(checkpoint.values["folders"] == nil)
    try await queue.save(checkpoint, attempt: 0, of: id)
    try fixture.store.writeDurably { db in
      try db.execute(
        sql: "UPDATE upload SET name = 'Photos_2024_front.jpg', token = 'old' WHERE id = ?", arguments: [id])
    }
    try await queue.release()

    let outcome = try await resume()

    #expect(outcome?.upload.state == .done && outcome?.upload.name == "Photos_2024_front.jpg")
    #expect(try stored() == ["Photos_2024_front.jpg"])
    let attachment = try #require(try AttachmentStore(store: fixture.store).attachments(of: 1).first)
    #expect(attachment.file == file)
    try await fixture.engine.verify(attachment.file)
    try await fixture.engine.delete(attachment.file)
    #expect(try stored() == [])
  }

  @Test(arguments: [true, false])
  func `a copy that was published before a crash is done, even if its source is missing or has changed`(
    isMissing: Bool
  ) async throws {
    let queue = UploadQueue(store: fixture.store)
    let source = try fixture.file("front.jpg")
    let ids = try await queue.add([source], car: 1, destination: fixture.destination, onDuplicate: .fail)
    let reports = Reports()
    let row = try #require(try queue.row(ids[0]))
    let file = try await fixture.engine.send(try await queue.transfer(of: row), report: reports.report)
    try await queue.save(reports.checkpoints.last, attempt: 0, of: ids[0])
    try await queue.release()
    if isMissing {
      try FileManager.default.removeItem(atPath: source.path.string)
    } else {
      _ = try fixture.file("front.jpg", size: 2000)
    }

    let outcome = try await resume()

    #expect(outcome?.upload.state == .done)
    #expect(fixture.stored() == ["front.jpg"])
    #expect(try AttachmentStore(store: fixture.store).attachments(of: 1).map(\.file) == [file])
  }

  @Test(arguments: ["../../victim", "/etc/victim", "..", "a/../../victim", ".ssh/victim", "a//victim", ""])
  func `a changed name in the database does not lead out of the folder of the car`(name: String) async throws {
    let queue = UploadQueue(store: fixture.store)
    _ = try await queue.add([try source("a.jpg")], car: 1, destination: fixture.destination, onDuplicate: .replace)
    try fixture.store.writeDurably { try $0.execute(sql: "UPDATE upload SET name = ?", arguments: [name]) }
    try await queue.release()

    let outcome = try await resume()

    #expect(outcome?.upload.state == .done)
    #expect(try stored() == [StoredPath(received: name).text])
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.destinationPath) == ["1"])
  }

  @Test func `the reserved name of a file that is sent directly is the one in its folder`() async throws {
    let dav = try await DAVPeer { behavior in
      behavior.methods = ["DELETE", "GET", "HEAD", "OPTIONS", "PUT"]
      behavior.early = { $0.method == "PUT" ? .init(after: 1000, reply: .stall) : nil }
    }
    try await withTransport { transport in
      let engine = WebDAVEngine(base: address(dav.url()), transport: transport)
      let scheduler = fixture.scheduler(engines: { _ in engine })
      let sources = try [source("A/a.jpg", size: 20_000_000)]
      let ids = try await scheduler.enqueue(sources, car: 1, destination: fixture.destination)
      await eventually { dav.requests.last?.received ?? 0 > 0 }
      await scheduler.setPaused(true, finishingCurrent: false)
      await scheduler.snapshot { $0.uploads.first?.state == .paused }

      let names = try fixture.store.read { try String.fetchAll($0, sql: "SELECT name FROM uploadName") }
      #expect(names == ["A/a.jpg"])
      let row = try #require(try UploadQueue(store: fixture.store).row(ids[0]))
      #expect(row.transfer.checkpoint?.heldName == "a.jpg")
      try await scheduler.cancel(ids[0], discard: true)
      await scheduler.stop(.keep)
    }
    #expect(dav.held.isEmpty && dav.lines.last == "HEAD /in/1/A/a.jpg")
  }
}
