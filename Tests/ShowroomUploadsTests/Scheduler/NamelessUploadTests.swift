import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomUploads

@Suite("Uploads whose ID was lost", .timeLimit(.minutes(20)))
struct NamelessUploadTests {
  let fixture: QueueFixture
  let intent = MultipartIntent(key: "scans/1/film.mp4", known: ["other"], moment: 1_790_000_000)

  init() async throws { fixture = try await QueueFixture() }

  /// Leaves the queue in the state of a program that was killed after it requested a multipart upload.
  private func leaveIntent() async throws -> Upload.ID {
    let queue = UploadQueue(store: fixture.store)
    let source = try fixture.file("film.mp4")
    let ids = try await queue.add([source], car: 1, destination: fixture.destination, onDuplicate: .fail)
    try await queue.save(intent.checkpoint, attempt: 0, of: ids[0])
    queue.removeOwner()
    return ids[0]
  }

  private func row() throws -> QueueRow? { try UploadQueue(store: fixture.store).rows().first }

  @Test func `the next launch aborts an upload whose program was killed before it received the ID`() async throws {
    _ = try await leaveIntent()
    let s3 = try await S3Fixture()
    s3.peer.store.content.withLock { content in
      for id in ["lost", "other"] { content.uploads[id] = S3Store.Upload(key: intent.key, metadata: [:]) }
    }
    try await s3.withEngine { engine in
      let scheduler = fixture.scheduler(engines: { _ in engine })

      try await scheduler.start()

      await eventually { s3.peer.store.uploads.keys.sorted() == ["other"] }
      await scheduler.stop(.keep)
    }
    #expect(try row()?.state == .pending && row()?.ownership == .nobody && row()?.transfer.checkpoint == nil)
  }

  @Test func `an upload whose program is killed while it waits for the ID is aborted`() async throws {
    let s3 = try await S3Fixture { $0.method == "POST" && $0["uploads"] != nil ? .withholdsAnswer : nil }
    let source = try fixture.file("film.mp4", size: part + 1)
    let location = try s3.peer.location()
    let program = try WorkerRun.start(
      [fixture.data.path, "\(Destination.s3(location))", "add", source.path.string],
      environment: ["AWS_ACCESS_KEY_ID": S3Store.keyID, "AWS_SECRET_ACCESS_KEY": S3Store.secret])
    await eventually { s3.peer.store.uploads.count == 1 || !program.isRunning }

    program.kill()

    let ending = await program.ended()
    #expect(ending.signal == SIGKILL, "\(String(decoding: ending.output, as: UTF8.self))")
    #expect(try row()?.transfer.checkpoint != nil && s3.peer.store.uploads.count == 1)
    try await s3.withEngine { engine in
      let scheduler = fixture.scheduler(engines: { _ in engine })
      try await scheduler.start()
      await eventually { s3.peer.store.uploads.isEmpty }
      await scheduler.stop(.keep)
    }
    #expect(try row()?.state == .pending && row()?.ownership == .nobody && row()?.transfer.checkpoint == nil)
  }

  @Test func `an upload is offered for resumption while its lost data is removed, and begins after that`()
    async throws
  {
    let id = try await leaveIntent()
    let gate = Gate()
    let engine = ScriptedEngine { _, _, _ in
    } discard: { _ throws(UploadFailure) in
      try await gate.pass()
    }
    let scheduler = fixture.scheduler(engine)
    try await scheduler.start()
    await eventually { engine.discarded == [intent.checkpoint] }
    #expect(await scheduler.uploads.map(\.state) == [.interrupted])

    async let resumed = scheduler.resumeInterrupted()
    async let retried = scheduler.retry(id)
    #expect(engine.attempts.isEmpty)
    gate.open()

    #expect(try await resumed == [id])
    _ = try await retried
    await scheduler.snapshot { $0.uploads.map(\.state) == [.done] }
    #expect(engine.attempts.map(\.checkpoint) == [nil] && engine.discarded.count == 1)
    await scheduler.stop(.keep)
  }

  @Test func `an upload whose lost data cannot be removed keeps its intent`() async throws {
    _ = try await leaveIntent()
    let engine = ScriptedEngine { _, _, _ in
    } discard: { _ throws(UploadFailure) in
      throw .busy
    }
    let scheduler = fixture.scheduler(engine)
    try await scheduler.start()
    await eventually { engine.discarded.count == 1 }

    await scheduler.stop(.keep)

    #expect(try row()?.state == .pending && row()?.ownership == .nobody)
    #expect(try row()?.transfer.checkpoint == intent.checkpoint)
  }

  @Test func `an upload of another running program is left alone`() async throws {
    let other = UploadQueue(store: try fixture.otherStore())
    let ids = try await other.add(
      [try fixture.file("film.mp4")], car: 1, destination: fixture.destination, onDuplicate: .fail)
    try await other.save(intent.checkpoint, attempt: 0, of: ids[0])
    let engine = ScriptedEngine { _, _, _ in }
    let scheduler = fixture.scheduler(engine)

    try await scheduler.start()
    await scheduler.stop(.keep)

    #expect(engine.discarded.isEmpty)
    #expect(try other.rows().first?.ownership == .ours && other.rows().first?.transfer.checkpoint == intent.checkpoint)
  }
}
