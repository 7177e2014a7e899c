import Foundation
import Testing

@testable import ShowroomUploads

@Suite("Upload attempts", .timeLimit(.minutes(20)))
struct AttemptTests {
  let fixture: QueueFixture

  init() async throws { fixture = try await QueueFixture() }

  static let gone = UploadFailure(.checkpointGone, "It has expired.", status: 404)

  private func scheduler(_ engine: any UploadEngine, attempts: Int = 4) -> UploadScheduler {
    let policy = RetryPolicy(delays: [0], attempts: attempts, spread: 0)
    return fixture.scheduler(policy: policy) { _ throws(UploadFailure) in engine }
  }

  private func end(of scheduler: UploadScheduler) async throws -> UploadFailure? {
    var outcomes = scheduler.finished().makeAsyncIterator()
    try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    guard case .failed(_, let failure)? = await outcomes.next() else { return nil }
    return failure
  }

  @Test func `a destination that loses every upload gets a limited number of attempts`() async throws {
    let engine = ScriptedEngine { number, _, report throws(UploadFailure) in
      try await report(.checkpoint(Checkpoint(values: ["url": "\(number)"])))
      throw Self.gone
    }

    let failure = try await end(of: scheduler(engine))

    #expect(failure == Self.gone && engine.attempts.count == 4)
    #expect(engine.attempts.allSatisfy { $0.checkpoint == nil }, "each attempt starts over")
  }

  @Test func `reaching the same offset again is not progress`() async throws {
    let engine = ScriptedEngine { number, _, report throws(UploadFailure) in
      try await report(.checkpoint(Checkpoint(values: ["url": "\(number)"])))
      try await report(.checkpoint(Checkpoint(values: ["url": "\(number)"], confirmed: 500)))
      throw Self.gone
    }

    let failure = try await end(of: scheduler(engine))

    // The first attempt made progress, so counting starts after it.
    #expect(failure == Self.gone && engine.attempts.count == 4)
  }

  @Test func `a tus server that answers every PATCH with 404 gets a limited number of uploads`() async throws {
    let peer = try await TusPeer { $0.interruption = { $0.method == "PATCH" ? .answer(404) : nil } }

    let failure = try await withTransport { transport in
      try await end(of: scheduler(TusEngine(endpoint: peer.endpoint, transport: transport)))
    }

    #expect(failure?.cause == .checkpointGone)
    #expect(peer.lines.count { $0.hasPrefix("POST") } == 8)
  }

  @Test func `an attempt receives the file's change time`() async throws {
    let engine = ScriptedEngine { _, _, _ throws(UploadFailure) in throw UploadFailure(.forbidden, "No.") }
    let source = try fixture.file("b.pdf")

    _ = try await end(of: scheduler(engine))

    #expect(source.changed != nil && engine.attempts.first?.source.changed != nil)
  }

  @Test func `two files of one name run one after another, and the second is a duplicate`() async throws {
    let peer = try await TusPeer()
    let first = try fixture.file("a.pdf")
    try FileManager.default.createDirectory(
      at: fixture.folder.appendingPathComponent("files/x"), withIntermediateDirectories: true)
    let second = try fixture.file("x/a.pdf", size: 2000)

    try await withTransport { transport in
      let scheduler = scheduler(TusEngine(endpoint: peer.endpoint, transport: transport))
      var outcomes = scheduler.finished().makeAsyncIterator()
      try await scheduler.enqueue([first, second], car: 1, destination: .tus(peer.endpoint))
      guard case .done(let one, _)? = await outcomes.next(), case .failed(let two, let failure)? = await outcomes.next()
      else {
        Issue.record("expected one upload and one duplicate")
        return
      }
      #expect(one.size == 1000 && two.size == 2000 && failure.cause == .duplicate(size: 1000))
      #expect(peer.held.count == 1)

      try await scheduler.resolveDuplicate(two.id, with: .replace)
      guard case .done? = await outcomes.next() else {
        Issue.record("the second upload did not replace the first")
        return
      }
      #expect(peer.held.values.map(\.length) == [2000])
    }
    let attachments = try AttachmentStore(store: fixture.store).attachments(of: 1)
    #expect(attachments.map(\.file.size) == [2000] && attachments.map(\.file.name) == ["a.pdf"])
  }

  @Test func `a warning is reported, and the upload continues`() async throws {
    let engine = ScriptedEngine { _, _, report throws(UploadFailure) in try await report(.warning("It is not atomic."))
    }
    let scheduler = scheduler(engine)
    var warnings = scheduler.warnings().makeAsyncIterator()

    try await scheduler.enqueue([try fixture.file("a.pdf")], car: 1, destination: fixture.destination)
    let warning = await warnings.next()
    await scheduler.snapshot { $0.uploads.first?.state == .done }

    #expect(warning?.message == "It is not atomic." && warning?.upload.name == "a.pdf")
  }
}
