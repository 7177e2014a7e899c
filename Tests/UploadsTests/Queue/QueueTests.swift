import Catalogue
import Foundation
import GRDB
import SystemPackage
import Testing

@testable import Uploads

@Suite("The queue", .timeLimit(.minutes(5)))
struct QueueTests {
  let fixture: QueueFixture
  let queue: UploadQueue

  init() async throws {
    fixture = try await QueueFixture()
    queue = UploadQueue(store: fixture.store)
  }

  func add(_ names: String..., to queue: UploadQueue? = nil) throws -> [UploadItem.ID] {
    try (queue ?? self.queue).add(
      try names.map { try fixture.file($0) }, car: 1, destination: fixture.destination, onDuplicate: .fail)
  }

  @Test("remembers all that another attempt needs, byte for byte")
  func remembers() throws {
    let path = FilePath(bytes: fixture.path(of: "odd").bytes + [0xff, 0x0a])
    let source = UploadSource(path: path, size: 5, modified: -7, device: .max, inode: .max - 1)
    let ids = try queue.add([source], car: 2, destination: fixture.destination, onDuplicate: .keepBoth)
    let checkpoint = Checkpoint(values: ["url": "https://x/ü"], confirmed: 3, expires: 12.5)
    try queue.save(checkpoint, attempt: 2, of: ids[0])
    let row = try UploadQueue(store: try fixture.otherStore()).rows()[0]
    #expect(row.transfer.source == source && row.transfer.car == 2 && row.transfer.onDuplicate == .keepBoth)
    #expect(row.transfer.checkpoint == checkpoint && row.confirmed == 3 && row.attempt == 2)
    #expect(row.transfer.name == "odd\u{fffd}_" && row.destination == fixture.destinationPath)
    let failure = UploadFailure(.duplicate(size: 3), retry: .after(seconds: 5), "Why.", status: 409, serverText: "x")
    try queue.end(ids[0], as: .failed, failure: failure)
    #expect(try queue.items()[0].state == .failed(failure))
  }

  @Test("shows each program what is in the hands of others, and gives a row to one only")
  func owners() throws {
    let other = UploadQueue(store: try fixture.otherStore())
    let ids = try add("a.pdf", "b.pdf")
    #expect(try queue.items().map(\.state) == [.waiting, .waiting])
    #expect(try other.items().map(\.state) == [.elsewhere, .elsewhere])
    #expect(try other.claim(nil) == [] && other.claim(ids) == [])
    #expect(throws: UploadFailure.rowLost) { try other.save(nil, attempt: 1, of: ids[0]) }
    try other.remove(ids)
    try queue.release()
    #expect(try other.items().map(\.state) == [.interrupted, .interrupted])
    #expect(try other.claim([ids[1]]) == [ids[1]] && queue.claim(nil) == [ids[0]])
    #expect(throws: UploadFailure.rowLost) { try queue.save(nil, attempt: 1, of: ids[1]) }
  }

  @Test("offers the rows of a program that is gone, and forgets its lock")
  func dead() throws {
    var gone: UploadQueue? = UploadQueue(store: try fixture.otherStore())
    _ = try add("a.pdf", to: gone)
    #expect(try queue.items().map(\.state) == [.elsewhere])
    gone = nil
    #expect(try queue.items().map(\.state) == [.interrupted])
    try QueueFixture.put(Data(), at: fixture.data.path + "/upload-owner-dead.lock")
    #expect(try queue.claim(nil).count == 1)
    let locks = try FileManager.default.contentsOfDirectory(atPath: fixture.data.path).filter { $0.hasSuffix(".lock") }
    #expect(locks.count == 1)
  }

  @Test("tells what others change, and not what it changed itself")
  func foreign() async throws {
    let other = UploadQueue(store: try fixture.otherStore())
    var revisions = queue.revisions().makeAsyncIterator()
    let first = try #require(await revisions.next())
    _ = queue.isForeign(first.uploads)
    _ = try add("a.pdf")
    let own = try #require(await revisions.next())
    #expect(own.uploads > first.uploads && !queue.isForeign(own.uploads))
    _ = try add("b.pdf", to: other)
    let foreign = try #require(await revisions.next())
    #expect(queue.isForeign(foreign.uploads))
  }

  @Test("takes the file and the row in one step, and remembers some that are done")
  func finish() throws {
    let id = try add("a.pdf")[0]
    let row = try queue.rows()[0]
    let stored = StoredFile(name: "a (2).pdf", location: "/there/a (2).pdf", size: 1000, sha256: "00")
    let attachment = try queue.finish(row, stored: stored)
    #expect(attachment.file == stored && attachment.car == 1)
    #expect(try AttachmentStore(store: fixture.store).attachments(of: 1) == [attachment])
    let item = try queue.items()[0]
    #expect(item.id == id && item.state == .done && item.confirmed == 1000 && item.name == "a (2).pdf")
    #expect(throws: UploadFailure.rowLost) { try queue.finish(row, stored: stored) }
    #expect(try AttachmentStore(store: fixture.store).attachments(of: 1).count == 1)
  }

  @Test("refuses a car that is not there")
  func unknownCar() throws {
    let source = try fixture.file("a.pdf")
    let error = #expect(throws: UploadFailure.self) {
      try queue.add([source], car: 99, destination: fixture.destination, onDuplicate: .fail)
    }
    #expect(error?.cause == .store && error?.sentence.contains("There is no car 99") == true)
  }

  @Test("keeps its cars when their source drops them")
  func kept() async throws {
    _ = try add("a.pdf")
    let ids = try queue.add([try fixture.file("b")], car: 2, destination: fixture.destination, onDuplicate: .fail)
    _ = try queue.finish(try #require(try queue.rows().last), stored: StoredFile(name: "b", location: "/b", size: 1))
    try queue.remove(ids)
    try await fixture.refresh(cars: [4])
    #expect(try fixture.store.car(id: 1)?.isWithdrawn == true, "its file is on the way")
    #expect(try fixture.store.car(id: 2)?.isWithdrawn == true, "it has a file")
    #expect(try fixture.store.car(id: 3) == nil && fixture.store.count() == 3)
    #expect(try fixture.store.integrityCheck().problems == [])
    let attachments = AttachmentStore(store: fixture.store)
    try attachments.forget(try attachments.attachments(of: 2)[0].id)
    try await fixture.refresh(cars: [5])
    #expect(try fixture.store.car(id: 2) == nil, "nothing keeps it any more")
  }

  @Test("of another program is seen at once by a scheduler that runs, which leaves it alone")
  func seen() async throws {
    let scheduler = fixture.scheduler()
    try await scheduler.start()
    let other = UploadQueue(store: try fixture.otherStore())
    _ = try add("a.pdf", to: other)
    await scheduler.snapshot { $0.items.map(\.state) == [.elsewhere] }
    try other.release()
    await scheduler.snapshot { $0.items.map(\.state) == [.interrupted] }
    try await scheduler.resumeInterrupted()
    await scheduler.snapshot { $0.items.map(\.state) == [.done] }
    await scheduler.stop(.keep)
  }
}
