import Foundation
import ShowroomCatalog
import ShowroomFiles
import ShowroomNetwork
import ShowroomTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import ShowroomUploads

/// The policy `skip`, at each point at which the name may turn out to be taken.
@Suite(.timeLimit(.minutes(20)))
struct SkippingTests {
  let fixture: QueueFixture

  init() async throws { fixture = try await QueueFixture() }

  /// A destination at which a file of the same name appears while the upload is being sent.
  private final class TakenName: UploadEngine {
    /// The final state of the destination: the file of another program, and the data of the upload.
    struct State {
      var file: StoredFile?
      var hasPart = false
      var verifications = 0
    }

    let state: Mutex<State>
    /// Whether the cleanup also removes the file, as if it belonged to the upload.
    let removesFile: Bool

    init(_ file: StoredFile, removesFile: Bool = false) {
      state = Mutex(State(file: file))
      self.removesFile = removesFile
    }

    func send(_ transfer: Transfer, report: @escaping TransferReport) async throws(UploadFailure) -> StoredFile {
      state.withLock { $0.hasPart = true }
      try await report(.checkpoint(Checkpoint(values: ["part": "1"], confirmed: 1)))
      guard let size = state.withLock({ $0.file?.size }) else { throw UploadFailure(.forbidden, "Refused.") }
      throw .duplicate(transfer.name, size: size)
    }

    func discard(
      _ transfer: Transfer, progress: @escaping @Sendable () -> Void
    ) async throws(UploadFailure) -> String? {
      state.withLock { state in
        state.hasPart = false
        if removesFile { state.file = nil }
      }
      return nil
    }

    func verify(_ file: StoredFile) async throws(UploadFailure) {
      let found = state.withLock { state in
        state.verifications += 1
        return state.file
      }
      guard let found else { throw UploadFailure(.missing, "\(file.name) is gone.") }
      try file.compare(size: found.size, sha256: found.sha256 ?? "")
    }

    func destinationInfo(for car: Car.ID, in folders: Set<[String]>?) async throws(UploadFailure) -> DestinationInfo {
      let listed = state.withLock { state in
        state.file.map { StoredFile(name: $0.name, location: $0.location, size: $0.size) }
      }
      return DestinationInfo(
        engine: "script", resumption: .supported, publishesAtomically: true, files: listed.map { [$0] } ?? [])
    }

    func delete(_ file: StoredFile) async throws(UploadFailure) {}
    func fetch(_ file: StoredFile, to path: FilePath) async throws(UploadFailure) {}
  }

  /// Uploads a file and returns the outcome.
  private func outcome(
    _ engine: any UploadEngine, _ source: UploadSource, to destination: Destination? = nil,
    _ policy: DuplicatePolicy = .skip
  ) async throws -> UploadOutcome? {
    let scheduler = fixture.scheduler(
      concurrency: 1, policy: RetryPolicy(delays: [1], attempts: 1, spread: 0), clock: ManualClock(),
      engines: { _ in engine })
    try await scheduler.start()
    var outcomes = scheduler.finished().makeAsyncIterator()
    try await scheduler.enqueue(
      [source], car: 1, destination: destination ?? fixture.destination, onDuplicate: policy)
    let outcome = await outcomes.next()
    await scheduler.stop(.keep)
    return outcome
  }

  /// The file of another program, with the contents of a source or different ones of the same size.
  private func stored(_ source: UploadSource, isSame: Bool = true) async throws -> StoredFile {
    let sha256 = try await FileThreads(count: 1).sha256(of: source) { _ in }
    return StoredFile(
      name: "scan.pdf", location: "/1/scan.pdf", size: source.size,
      sha256: isSame ? sha256 : String(sha256.reversed()))
  }

  /// The locations of the car's files according to the catalog.
  private func recorded() throws -> [String] {
    try AttachmentStore(store: fixture.store).attachments(of: 1).map(\.file.location)
  }

  @Test func `the same file that appeared while data was sent is recorded, and the data is removed`() async throws {
    let source = try fixture.file("scan.pdf", size: 5000)
    let engine = TakenName(try await stored(source))

    guard case .skipped(let upload, let attachment)? = try await outcome(engine, source) else {
      Issue.record("not skipped")
      return
    }

    #expect(upload.state == .done && attachment.file.sha256?.count == 64)
    let state = engine.state.withLock(\.self)
    #expect(!state.hasPart && state.file != nil && state.verifications == 2)
    #expect(try recorded() == ["/1/scan.pdf"])
  }

  @Test func `a file that the cleanup removed is not reported as stored`() async throws {
    let source = try fixture.file("scan.pdf", size: 5000)
    let engine = TakenName(try await stored(source), removesFile: true)

    guard case .failed(_, let failure)? = try await outcome(engine, source) else {
      Issue.record("not failed")
      return
    }

    #expect(failure.cause == .missing)
    #expect(try recorded() == [])
  }

  @Test func `another file of the same size keeps the data, so that the user can decide`() async throws {
    let source = try fixture.file("scan.pdf", size: 5000)
    let engine = TakenName(try await stored(source, isSame: false))

    guard case .failed(let upload, let failure)? = try await outcome(engine, source) else {
      Issue.record("not failed")
      return
    }

    #expect(failure.cause == .duplicate(size: 5000) && upload.confirmed == 1 && upload.onDuplicate == .skip)
    #expect(
      failure.message
        == "The destination has a different file named scan.pdf: its contents differ; replace the file, or keep both.")
    let state = engine.state.withLock(\.self)
    #expect(state.hasPart)
    #expect(try recorded() == [])
  }

  @Test func `a file of another size is reported as different without being read`() async throws {
    let source = try fixture.file("scan.pdf", size: 5000)
    let engine = TakenName(StoredFile(name: "scan.pdf", location: "/1/scan.pdf", size: 4000))

    guard case .failed(_, let failure)? = try await outcome(engine, source) else {
      Issue.record("not failed")
      return
    }

    #expect(failure.cause == .duplicate(size: 4000))
    #expect(failure.message.hasPrefix("The destination has a different file named scan.pdf: its size differs;"))
    #expect(engine.state.withLock(\.verifications) == 0)
  }

  // MARK: PUT

  /// Uploads a file to a server that supports `GET`, `HEAD` and `PUT` and has a file of its name.
  private func outcome(on peer: DAVPeer, _ source: UploadSource) async throws -> UploadOutcome? {
    try await withTransport { transport in
      let base = address(peer.url())
      return try await outcome(WebDAVEngine(base: base, transport: transport), source, to: .webDAV(base))
    }
  }

  @Test func `a server that does not list its files is asked for the file, which is compared`() async throws {
    let source = try fixture.file("a b.pdf", size: 5000)
    let bytes = Array(QueueFixture.content("a b.pdf", size: 5000))
    let path = "/in/1/a%20b.pdf"
    let peer = try await DAVPeer([path: bytes]) { $0.methods = ["GET", "HEAD", "PUT"] }

    guard case .skipped(_, let attachment)? = try await outcome(on: peer, source) else {
      Issue.record("not skipped")
      return
    }

    #expect(attachment.file.name == "a b.pdf" && attachment.file.sha256?.count == 64)
    #expect(try recorded() == [peer.url(path)])
    #expect(peer.lines.contains("GET \(path)") && peer.held == [path: bytes])
  }

  @Test func `a different file of the same size is detected on a server that does not list its files`() async throws {
    let source = try fixture.file("scan.pdf", size: 5000)
    let other = Array(QueueFixture.content("scan.pdf", size: 5000).reversed())
    let peer = try await DAVPeer(["/in/1/scan.pdf": other]) { $0.methods = ["GET", "HEAD", "PUT"] }

    guard case .failed(_, let failure)? = try await outcome(on: peer, source) else {
      Issue.record("not failed")
      return
    }

    #expect(failure.cause == .duplicate(size: 5000) && failure.message.contains("its contents differ"))
    #expect(peer.held == ["/in/1/scan.pdf": other])
  }

  @Test func `a file that a server neither lists nor returns is a duplicate of unknown contents`() async throws {
    let source = try fixture.file("scan.pdf", size: 5000)
    let bytes = Array(QueueFixture.content("scan.pdf", size: 5000))
    let peer = try await DAVPeer(["/in/1/scan.pdf": bytes]) { $0.methods = ["HEAD", "PUT"] }

    guard case .failed(_, let failure)? = try await outcome(on: peer, source) else {
      Issue.record("not failed")
      return
    }

    #expect(failure.cause == .duplicate(size: 5000) && failure.message.contains("already has a file named scan.pdf"))
  }

  // MARK: tus

  @Test func `a file that a tus server has lost is uploaded again, and one that it has is skipped`() async throws {
    let source = try fixture.file("scan.pdf", size: 5000)
    let peer = try await TusPeer()
    let destination = Destination.tus(peer.endpoint)

    try await withTransport { transport in
      let engine = TusEngine(endpoint: peer.endpoint, transport: transport)
      _ = try await outcome(engine, source, to: destination, .fail)
      guard case .skipped? = try await outcome(engine, source, to: destination) else {
        Issue.record("not skipped")
        return
      }
      #expect(peer.held.keys.sorted() == ["/files/1"] && peer.lines.last == "HEAD /files/1")

      peer.change("/files/1") { $0 = nil }
      guard case .done? = try await outcome(engine, source, to: destination) else {
        Issue.record("not uploaded again")
        return
      }
    }

    #expect(peer.held.keys.sorted() == ["/files/2"])
    #expect(try recorded() == [peer.endpoint.inside("2").text], "the record of the missing file is replaced")
  }

  @Test(arguments: [403, 405])
  func `the records decide if a tus server does not report on complete uploads`(status: Int) async throws {
    let source = try fixture.file("scan.pdf", size: 5000)
    let peer = try await TusPeer { behavior in
      behavior.extensions = "creation,creation-with-upload"
      behavior.interruption = { $0.method == "HEAD" ? .answer(status) : nil }
    }
    let destination = Destination.tus(peer.endpoint)

    try await withTransport { transport in
      let engine = TusEngine(endpoint: peer.endpoint, transport: transport)
      _ = try await outcome(engine, source, to: destination, .fail)
      guard case .skipped? = try await outcome(engine, source, to: destination) else {
        Issue.record("not skipped")
        return
      }
    }

    #expect(peer.held.keys.sorted() == ["/files/1"])
  }
}
