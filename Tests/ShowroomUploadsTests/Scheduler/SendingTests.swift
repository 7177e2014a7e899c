import Foundation
import ShowroomCatalog
import Testing

@testable import ShowroomUploads

@Suite("UploadScheduler", .timeLimit(.minutes(20)))
struct SendingTests {
  let fixture: QueueFixture

  init() async throws { fixture = try await QueueFixture() }

  @Test func `a queued upload whose destination has an invalid port fails`() async throws {
    let scheduler = fixture.scheduler()
    try await scheduler.start()
    _ = try await scheduler.enqueue([fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    _ = await scheduler.snapshot { $0.uploads.allSatisfy { $0.state == .done } }
    await scheduler.stop(.keep)
    try fixture.store.writeDurably { db in
      try db.execute(
        sql: "UPDATE upload SET state = 'pending', owner = NULL, destination = 'tus+http://h:70000/files/'")
    }

    let next = fixture.scheduler()
    try await next.start()
    try await next.resumeInterrupted()

    let failed = await next.snapshot { if case .failed? = $0.uploads.first?.state { true } else { false } }
    guard case .failed(let failure) = failed.uploads[0].state else { return }
    #expect(failure.message.contains("its port is not between 1 and 65535"))
    await next.stop(.keep)
  }

  @Test func `a completed upload is at the destination, in the database and in the snapshot`() async throws {
    let scheduler = fixture.scheduler()
    try await scheduler.start()
    var outcomes = scheduler.finished().makeAsyncIterator()
    let sources = try (1...3).map { try fixture.file("scan \($0).pdf", size: 3_000_000) }
    let ids = try await scheduler.enqueue(sources, car: 1, destination: fixture.destination)
    #expect(ids == [1, 2, 3])

    let done = await scheduler.snapshot { $0.uploads.count == 3 && $0.uploads.allSatisfy { $0.state == .done } }
    #expect(done.uploads.map(\.confirmed) == [3_000_000, 3_000_000, 3_000_000])
    for _ in ids {
      guard case .done(let upload, let attachment)? = await outcomes.next() else {
        Issue.record("an upload failed")
        return
      }
      #expect(attachment.file.name == upload.name && attachment.car == 1)
    }
    #expect(fixture.stored() == ["scan 1.pdf", "scan 2.pdf", "scan 3.pdf"])
    for name in fixture.stored() {
      #expect(try fixture.storedData(name) == QueueFixture.content(name, size: 3_000_000))
    }
    let attachments = try AttachmentStore(store: fixture.store).attachments(of: 1)
    #expect(attachments.map(\.file.name).sorted() == fixture.stored())
    #expect(attachments.allSatisfy { $0.file.sha256?.count == 64 && $0.destination == fixture.destinationPath })
    await scheduler.stop(.keep)
  }
}
