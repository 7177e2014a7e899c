import ShowroomCatalog
import ShowroomFiles
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

    func discard(_ checkpoint: Checkpoint) async throws(UploadFailure) -> String? {
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

    func destinationInfo(for car: Car.ID) async throws(UploadFailure) -> DestinationInfo {
      let listed = state.withLock { state in
        state.file.map { StoredFile(name: $0.name, location: $0.location, size: $0.size) }
      }
      return DestinationInfo(
        engine: "script", resumption: .supported, publishesAtomically: true, files: listed.map { [$0] } ?? [])
    }

    func delete(_ file: StoredFile) async throws(UploadFailure) {}
    func fetch(_ file: StoredFile, to path: FilePath, progress: @escaping @Sendable (Int64) -> Void)
      async throws(UploadFailure)
    {}
  }

  /// Uploads a file to a destination where another program stores a file of the same name, and returns the outcome.
  private func outcome(_ engine: TakenName, _ source: UploadSource) async throws -> UploadOutcome? {
    let scheduler = fixture.scheduler(
      concurrency: 1, policy: RetryPolicy(delays: [1], attempts: 1, spread: 0), clock: ManualClock(),
      engines: { _ in engine })
    try await scheduler.start()
    var outcomes = scheduler.finished().makeAsyncIterator()
    try await scheduler.enqueue([source], car: 1, destination: fixture.destination, onDuplicate: .skip)
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

    guard case .skipped(let item, let attachment)? = try await outcome(engine, source) else {
      Issue.record("not skipped")
      return
    }

    #expect(item.state == .done && attachment.file.sha256?.count == 64)
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

    guard case .failed(let item, let failure)? = try await outcome(engine, source) else {
      Issue.record("not failed")
      return
    }

    #expect(failure.cause == .duplicate(size: 5000) && item.confirmed == 1)
    let state = engine.state.withLock(\.self)
    #expect(state.hasPart)
    #expect(try recorded() == [])
  }
}
