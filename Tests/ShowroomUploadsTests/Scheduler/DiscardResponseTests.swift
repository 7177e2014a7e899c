import ShowroomTestSupport
import Synchronization
import Testing

@testable import ShowroomUploads

/// Whether a server's response proves that discarded data has been removed.
@Suite("Responses to discarding", .timeLimit(.minutes(20)))
struct DiscardResponseTests {
  let fixture: QueueFixture

  init() async throws { fixture = try await QueueFixture() }

  /// The state of a file after a cleanup, by the server's response.
  private enum Left { case nothing, known, expiring }

  /// Discards an upload with data at its destination, and compares what remains of its row.
  private func expect(
    _ left: Left, _ status: Int, afterDiscarding checkpoint: Checkpoint, with engine: any UploadEngine
  ) async throws {
    let scheduler = fixture.scheduler(engines: { _ in engine })
    let queue = UploadQueue(store: fixture.store)
    let ids = try await queue.add(
      [try fixture.file("\(status).pdf")], car: 1, destination: fixture.destination, onDuplicate: .fail)
    try await queue.save(checkpoint, attempt: 1, of: ids[0])
    try await queue.release()
    try await scheduler.start()
    let warnings = scheduler.warnings()

    do throws(UploadFailure) {
      let isClean = try await scheduler.cancel(ids[0], discard: true)
      #expect(isClean == (left == .nothing) && left != .known, "\(status)")
    } catch {
      #expect(left == .known && error.status == status, "\(status): \(error)")
    }

    let row = try #require(try queue.rows().first { $0.id == ids[0] })
    #expect(
      (row.transfer.checkpoint != nil) == (left == .known) && (row.cleanup != nil) == (left == .known), "\(status)")
    await scheduler.stop(.keep)
    try await queue.remove(ids)
    var messages: [String] = []
    for await warning in warnings { messages.append(warning.message) }
    #expect(messages.count == (left == .expiring ? 1 : 0), "\(status)")
    #expect(messages.allSatisfy { $0.hasSuffix("(\(status)), so the uploaded part stays there until it expires.") })
  }

  @Test func `an upload is discarded only if its tus server says so`() async throws {
    let status = Mutex(0)
    let tus = try await TusPeer { $0.interruption = { _ in .answer(status.withLock(\.self)) } }
    let checkpoint = Checkpoint(values: [
      "url": tus.endpoint.text + "1", "endpoint": tus.endpoint.text, "sha256": "", "source": "",
    ])
    let expected: [(Int, Left)] = [
      (204, .nothing), (404, .nothing), (410, .nothing), (405, .expiring), (501, .expiring), (400, .known),
      (401, .known),
      (403, .known), (409, .known), (412, .known), (423, .known), (500, .known), (503, .known),
    ]
    try await withTransport { transport in
      for (answer, left) in expected {
        status.withLock { $0 = answer }
        try await expect(
          left, answer, afterDiscarding: checkpoint, with: TusEngine(endpoint: tus.endpoint, transport: transport))
      }
    }
  }

  @Test(arguments: ["DELETE", "PROPFIND"])
  func `an upload is discarded only if its web server says so`(method: String) async throws {
    let status = Mutex(0)
    let dav = try await DAVPeer { behavior in
      behavior.methods.insert("PROPFIND")
      behavior.interruption = { request in
        if request.method == method { return .answer(status.withLock(\.self)) }
        return request.method == "PROPFIND" ? .answer(404) : nil
      }
    }
    let checkpoint = Checkpoint(values: [
      "stage": "stored", "folder": dav.url("/in/1/"), "name": "a", "temporary": ".a.b1.upload",
      "staged": ".b1.new.upload", "source": "",
    ])
    let isListing = method == "PROPFIND"
    let expected: [(Int, Left)] = [
      (204, isListing ? .known : .nothing), (404, .nothing), (410, .nothing), (400, .known), (401, .known),
      (403, .known), (405, isListing ? .nothing : .known), (423, .known), (500, .known),
      (501, isListing ? .nothing : .known), (503, .known),
    ]
    try await withTransport { transport in
      for (answer, left) in expected {
        status.withLock { $0 = answer }
        try await expect(
          left, answer, afterDiscarding: checkpoint,
          with: WebDAVEngine(base: address(dav.url()), transport: transport))
      }
    }
  }

  @Test func `a sign-in page that responds in place of a web server does not discard an upload`() async throws {
    let dav = try await DAVPeer { $0.interruption = { _ in .answer(200, ["Content-Type": "text/html"]) } }
    let checkpoint = Checkpoint(values: [
      "stage": "stored", "folder": dav.url("/in/1/"), "name": "a", "temporary": ".a.b1.upload", "source": "",
    ])
    let transfer = Transfer(id: "b1", car: 1, source: try fixture.file("a"), name: "a", checkpoint: checkpoint)

    let failure = await #expect(throws: UploadFailure.self) {
      try await withTransport { transport in
        try await WebDAVEngine(base: address(dav.url()), transport: transport).discard(transfer) {}
      }
    }

    #expect(failure?.cause == .unavailable && failure?.retry == .later)
  }

  @Test func `a list of files that cannot be read does not prove that none is left`() async throws {
    let dav = try await DAVPeer { behavior in
      behavior.methods.insert("PROPFIND")
      behavior.interruption = { $0.method == "PROPFIND" ? .answer(207, [:], "<multistatus><response>") : nil }
    }
    let checkpoint = Checkpoint(values: [
      "stage": "stored", "folder": dav.url("/in/1/"), "name": "a", "temporary": ".a.b1.upload",
      "staged": ".b1.new.upload", "source": "",
    ])
    try await withTransport { transport in
      try await expect(
        .known, 207, afterDiscarding: checkpoint, with: WebDAVEngine(base: address(dav.url()), transport: transport))
    }
  }

  @Test(arguments: [true, false])
  func `an upload is discarded only if its store says so`(isIntent: Bool) async throws {
    let status = Mutex(0)
    let s3 = try await S3Fixture { request in
      let answer = status.withLock(\.self)
      return request.method == (isIntent ? "GET" : "DELETE") ? .answers(S3Reply(status: answer)) : nil
    }
    let intent = MultipartIntent(key: "scans/1/a", known: [], moment: 1_790_000_000)
    let checkpoint = isIntent ? intent.checkpoint : Checkpoint(values: ["key": "scans/1/a", "upload": "u"])
    let expected: [(Int, Left)] = [
      (204, isIntent ? .known : .nothing), (404, isIntent ? .known : .nothing), (400, .known), (401, .known),
      (403, .known), (405, .known), (500, .known), (501, .known), (503, .known),
    ]
    try await s3.withEngine { engine in
      for (answer, left) in expected {
        status.withLock { $0 = answer }
        try await expect(left, answer, afterDiscarding: checkpoint, with: engine)
      }
    }
  }
}
