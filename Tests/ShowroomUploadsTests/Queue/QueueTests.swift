import Foundation
import GRDB
import ShowroomCatalog
import ShowroomFiles
import SystemPackage
import Testing

@testable import ShowroomUploads

@Suite("UploadQueue", .timeLimit(.minutes(20)))
struct QueueTests {
  let fixture: QueueFixture
  let queue: UploadQueue

  init() async throws {
    fixture = try await QueueFixture()
    queue = UploadQueue(store: fixture.store)
  }

  func add(_ names: String..., to queue: UploadQueue? = nil) async throws -> [Upload.ID] {
    try await (queue ?? self.queue).add(
      try names.map { try fixture.file($0) }, car: 1, destination: fixture.destination, onDuplicate: .fail)
  }

  @Test func `the queue stores everything that another attempt needs, byte for byte`() async throws {
    let path = FilePath(bytes: fixture.path(of: "odd").bytes + [0xff, 0x0a])
    let source = UploadSource(path: path, size: 5, modified: -7, identity: FileIdentity(device: .max, inode: .max - 1))
    let ids = try await queue.add([source], car: 2, destination: fixture.destination, onDuplicate: .keepBoth)
    let checkpoint = Checkpoint(values: ["url": "https://x/ü"], confirmed: 3, expires: 12.5)
    try await queue.save(checkpoint, attempt: 2, of: ids[0])
    let row = try UploadQueue(store: try fixture.otherStore()).rows()[0]
    #expect(row.transfer.source == source && row.transfer.car == 2 && row.transfer.onDuplicate == .keepBoth)
    #expect(row.transfer.checkpoint == checkpoint && row.confirmed == 3 && row.attempt == 2)
    #expect(row.transfer.name == "odd%FF%0A" && row.destination == fixture.destinationPath)
    let failure = UploadFailure(.duplicate(size: 3), retry: .after(seconds: 5), "Why.", status: 409, serverText: "x")
    try await queue.end(ids[0], as: .failed, failure: failure)
    #expect(try queue.uploads()[0].state == .failed(failure))
  }

  @Test func `a failure stored by an earlier version keeps its message`() throws {
    let stored = #"{"cause":{"noSpace":{}},"retry":{"never":{}},"sentence":"The disk is full.","status":507}"#

    let failure = try JSONDecoder().decode(UploadFailure.self, from: Data(stored.utf8))

    #expect(failure == UploadFailure(.noSpace, "The disk is full.", status: 507))
  }

  @Test func `each row has one owner, and other programs see that`() async throws {
    let other = UploadQueue(store: try fixture.otherStore())
    let ids = try await add("a.pdf", "b.pdf")
    #expect(try queue.uploads().map(\.state) == [.queued, .queued])
    #expect(try other.uploads().map(\.state) == [.elsewhere, .elsewhere])
    #expect(try await other.claim(nil) == [])
    #expect(try await other.claim(ids) == [])
    await #expect(throws: UploadFailure.rowLost) { try await other.save(nil, attempt: 1, of: ids[0]) }
    try await other.remove(ids)
    try await queue.release()
    #expect(try other.uploads().map(\.state) == [.interrupted, .interrupted])
    #expect(try await other.claim([ids[1]]) == [ids[1]])
    #expect(try await queue.claim(nil) == [ids[0]])
    await #expect(throws: UploadFailure.rowLost) { try await queue.save(nil, attempt: 1, of: ids[1]) }
  }

  @Test func `the rows of a program that has ended can be claimed, and its lock is removed`() async throws {
    var gone: UploadQueue? = UploadQueue(store: try fixture.otherStore())
    _ = try await add("a.pdf", to: gone)
    #expect(try queue.uploads().map(\.state) == [.elsewhere])
    gone = nil
    #expect(try queue.uploads().map(\.state) == [.interrupted])
    try QueueFixture.put(Data(), at: fixture.data.path + "/upload-owner-dead.lock")
    #expect(try await queue.claim(nil).count == 1)
    let locks = try FileManager.default.contentsOfDirectory(atPath: fixture.data.path).filter { $0.hasSuffix(".lock") }
    #expect(locks.count == 1)
  }

  @Test func `the queue reports changes of other programs but not its own`() async throws {
    let other = UploadQueue(store: try fixture.otherStore())
    var revisions = queue.revisions().makeAsyncIterator()
    let first = try #require(await revisions.next())
    _ = queue.isForeign(first.uploads)
    _ = try await add("a.pdf")
    let own = try #require(await revisions.next())
    #expect(own.uploads > first.uploads && !queue.isForeign(own.uploads))
    _ = try await add("b.pdf", to: other)
    let foreign = try #require(await revisions.next())
    #expect(queue.isForeign(foreign.uploads))
  }

  @Test func `a change by another program is noticed although a write with the same revision failed`() async throws {
    let other = UploadQueue(store: try fixture.otherStore())
    _ = try await add("a.pdf")
    await #expect(throws: UploadFailure.self) {
      try await queue.write { db in
        try db.execute(sql: "UPDATE upload SET attempt = 1")
        throw CancellationError()
      }
    }
    _ = try await add("b.pdf", to: other)

    var revisions = queue.revisions().makeAsyncIterator()
    let foreign = try #require(await revisions.next())
    #expect(queue.isForeign(foreign.uploads))
  }

  @Test func `an attachment is stored together with its completed upload`() async throws {
    let id = try await add("a.pdf")[0]
    let row = try queue.rows()[0]
    let stored = StoredFile(name: "a (2).pdf", location: "/there/a (2).pdf", size: 1000, sha256: "00")
    let attachment = try await queue.finish(row, stored: stored).attachment
    #expect(attachment.file == stored && attachment.car == 1)
    #expect(try AttachmentStore(store: fixture.store).attachments(of: 1) == [attachment])
    let upload = try queue.uploads()[0]
    #expect(upload.id == id && upload.state == .done && upload.confirmed == 1000 && upload.name == "a (2).pdf")
    await #expect(throws: UploadFailure.rowLost) { try await queue.finish(row, stored: stored) }
    #expect(try AttachmentStore(store: fixture.store).attachments(of: 1).count == 1)
  }

  @Test func `an upload for an unknown car is rejected`() async throws {
    let source = try fixture.file("a.pdf")
    let error = await #expect(throws: UploadFailure.self) {
      try await queue.add([source], car: 99, destination: fixture.destination, onDuplicate: .fail)
    }
    #expect(error?.cause == .store && error?.message.contains("There is no car 99") == true)
  }

  @Test func `cars with uploads or attachments are kept when their source no longer lists them`() async throws {
    _ = try await add("a.pdf")
    let ids = try await queue.add([try fixture.file("b")], car: 2, destination: fixture.destination, onDuplicate: .fail)
    _ = try await queue.finish(
      try #require(try queue.rows().last), stored: StoredFile(name: "b", location: "/b", size: 1))
    try await queue.remove(ids)
    try await fixture.refresh(cars: [4])
    #expect(try fixture.store.car(id: 1)?.isWithdrawn == true, "it has an upload")
    #expect(try fixture.store.car(id: 2)?.isWithdrawn == true, "it has an attachment")
    #expect(try fixture.store.car(id: 3) == nil && fixture.store.count() == 3)
    #expect(try fixture.store.integrityCheck().problems == [])
    let attachments = AttachmentStore(store: fixture.store)
    try attachments.forget(try attachments.attachments(of: 2)[0].id)
    try await fixture.refresh(cars: [5])
    #expect(try fixture.store.car(id: 2) == nil, "it has neither now")
  }

  @Test func `a running scheduler sees uploads of another program and leaves them alone`() async throws {
    let scheduler = fixture.scheduler()
    try await scheduler.start()
    let other = UploadQueue(store: try fixture.otherStore())
    _ = try await add("a.pdf", to: other)
    await scheduler.snapshot { $0.uploads.map(\.state) == [.elsewhere] }
    try await other.release()
    await scheduler.snapshot { $0.uploads.map(\.state) == [.interrupted] }
    try await scheduler.resumeInterrupted()
    await scheduler.snapshot { $0.uploads.map(\.state) == [.done] }
    await scheduler.stop(.keep)
  }

  @Test func `a FIFO in place of another program's lock file blocks nothing`() async throws {
    let directory = fixture.data.path
    let path = directory + "/upload-owner-gone.lock"
    try #require(mkfifo(path, 0o600) == 0)

    let owner = try QueueOwner(directory: directory)

    #expect(!QueueOwner.isAlive("gone", in: directory) && QueueOwner.isAlive(owner.id, in: directory))
  }
}
