import Logging
import ReactorCore
import ShowroomCatalog
import ShowroomFiles
import ShowroomUploads
import Synchronization
import SystemPackage

@testable import ShowroomApp
@testable import ShowroomSettings

/// Uploads whose queue, attachments and destinations are controlled by a test.
@MainActor
final class ScriptedUploads {
  let live: LiveUploads
  let clock: VirtualClock
  let script = UploadScript()

  init(clock: VirtualClock = VirtualClock()) {
    self.clock = clock
    live = LiveUploads(
      service: script.service, destinations: Self.destinations, clock: clock,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  nonisolated static let folder = Destination.folder("/files")
  nonisolated static let destinations = Destinations(
    configured: folder, localFolder: .folder("/home/me/uploads"), home: "/home/me", base: "/srv/start")

  /// Returns a WebDAV destination.
  static func web(_ name: String) -> Destination {
    (try? destinations.parse("dav+https://\(name).example.org/cars")) ?? folder
  }

  /// Publishes a snapshot of the queue.
  func show(_ uploads: [Upload], isPaused: Bool = false) {
    live.snapshot.accept(UploadSnapshot(uploads: uploads, isPaused: isPaused))
  }

  nonisolated static func upload(
    _ id: Int64, _ name: String, car: Car.ID = 1, size: Int64 = 96_000_000, _ state: Upload.State = .queued,
    confirmed: Int64 = 0, sent: Int64? = nil, rate: Double? = nil, timeLeft: Double? = nil,
    resumption: DestinationInfo.Resumption? = nil, isRecent: Bool = true, isStalled: Bool = false,
    to: Destination = folder
  ) -> Upload {
    Upload(
      id: id, car: car, name: name, path: "/home/me/\(name)", destination: "\(to)", state: state,
      progress: UploadProgress(
        size: size, confirmed: confirmed, sent: sent ?? confirmed, isComplete: state == .done, rate: rate,
        remaining: rate.flatMap { rate in timeLeft.map { Int64($0 * rate) } }, isStalled: isStalled),
      resumption: resumption, isRecent: isRecent)
  }

  nonisolated static func attachment(
    _ id: Int64, _ name: String, car: Car.ID = 1, size: Int64 = 12_400_000, to: Destination = folder
  ) -> Attachment {
    Attachment(
      id: id, car: car,
      file: StoredFile(
        name: name, location: "/files/\(name)", size: size,
        sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"), destination: "\(to)",
      uploadedAt: 1_777_644_180)
  }

  /// Returns a local file to upload.
  nonisolated static func source(_ name: String, size: Int64 = 96_000_000) -> UploadSource {
    UploadSource(
      path: FilePath("/home/me/\(name)"), size: size, modified: 0, identity: FileIdentity(device: 1, inode: 1))
  }

  nonisolated static let info = DestinationInfo(
    engine: "local folder", resumption: .unsupported, publishesAtomically: true, checksum: "sha256",
    maximumSize: nil, freeBytes: 96_400_000_000, files: [])
}

/// The scripted results of the upload service and the calls it has received.
final class UploadScript: Sendable {
  struct State {
    var requests: [UploadRequest] = []
    var enqueued: [String] = []
    var nextID: Int64 = 1
    var attachments: [Car.ID: [Attachment]] = [:]
    var remembered: [Destination] = []
    var rememberFailure: UploadFailure?
    var forgotten: [Attachment.ID] = []
    var stops: [StopMode] = []
    var stopFailure: UploadFailure?
    var held: [Credentials] = []
    var saved: [Credentials] = []
    var destinationInfos: [String: Result<DestinationInfo, UploadFailure>] = [:]
    /// The destinations whose checks wait for ``UploadScript/answer(_:)``.
    var gated: Set<String> = []
    var waiting: [String: CheckedContinuation<Void, Never>] = [:]
    var inspected: [String] = []
    var deleted: [String] = []
    var deletionFailure: UploadFailure?
    /// The failure to reserve the name of an attachment.
    var reservationFailure: UploadFailure?
    /// The failures of verifications, by the name of the file.
    var verificationFailures: [String: UploadFailure] = [:]
    /// Whether verifications wait for ``UploadScript/finishVerification(of:)``.
    var verificationsGated = false
    var verifying: [String: CheckedContinuation<Void, Never>] = [:]
    var listFailure: UploadFailure?
    /// The policies for duplicates with which files were added to the queue.
    var policies: [DuplicatePolicy] = []
    var fetched: [String] = []
    var fetchFailure: UploadFailure?
    /// Whether downloads wait for ``UploadScript/finishFetch(to:)``.
    var fetchesGated = false
    /// The waiting downloads, by the name of the local file.
    var fetching: [String: CheckedContinuation<Void, Never>] = [:]
    var performFailure: UploadFailure?
    /// Whether an upload that is retried has not ended yet.
    var isRetried = true
    var enqueueFailure: UploadFailure?
    var startFailure: UploadFailure?
    var saveFailure: UploadFailure?
    /// A closure called after files are added to the queue, before their IDs are returned.
    var enqueuing: (@MainActor @Sendable ([Upload.ID]) -> Void)?
  }

  let state = Mutex(State())
  let snapshots = AsyncStream.makeStream(of: UploadSnapshot.self)
  let outcomes = AsyncStream.makeStream(of: UploadOutcome.self)
  let revisions = AsyncStream.makeStream(of: UploadTablesRevision.self)

  func with<Value: Sendable>(_ body: (inout sending State) -> sending Value) -> Value {
    state.withLock { body(&$0) }
  }

  var requests: [UploadRequest] { with { $0.requests } }

  var service: UploadService {
    UploadService(
      start: { [self] () async throws(UploadFailure) in if let failure = with({ $0.startFailure }) { throw failure } },
      snapshots: { [self] in snapshots.stream },
      finished: { [self] in outcomes.stream },
      enqueue: { [self] files, car, destination, policy async throws(UploadFailure) in
        with { $0.policies.append(policy) }
        return try await enqueue(files, car, destination)
      },
      perform: { [self] request async throws(UploadFailure) in
        with { $0.requests.append(request) }
        if let failure = with({ $0.performFailure }) { throw failure }
        return with { $0.isRetried }
      },
      stop: { [self] mode in
        with { state in
          state.stops.append(mode)
          return state.stopFailure
        }
      },
      attachments: { [self] car throws(UploadFailure) in with { $0.attachments[car] ?? [] } },
      allAttachments: { [self] () async throws(UploadFailure) in
        if let failure = with({ $0.listFailure }) { throw failure }
        return with { $0.attachments.sorted { $0.key < $1.key }.flatMap(\.value) }
      },
      changes: { [self] in revisions.stream },
      reserving: { [self] _, work async throws(UploadFailure) in
        if let failure = with({ $0.reservationFailure }) { throw failure }
        try await work()
      },
      forget: { [self] id async throws(UploadFailure) in
        with { state in
          state.forgotten.append(id)
          for car in state.attachments.keys { state.attachments[car]?.removeAll { $0.id == id } }
        }
      },
      remember: { [self] destination throws(UploadFailure) in
        with { $0.remembered.append(destination) }
        if let failure = with({ $0.rememberFailure }) { throw failure }
      },
      engine: { [self] destination async throws(UploadFailure) in ScriptedEngine(script: self, destination: destination)
      },
      hold: { [self] credentials, _ in with { $0.held.append(credentials) } },
      save: { [self] credentials, _ throws(UploadFailure) in
        with { $0.saved.append(credentials) }
        if let failure = with({ $0.saveFailure }) { throw failure }
      })
  }

  /// Ends the gated verification of a file.
  func finishVerification(of name: String) {
    with { $0.verifying.removeValue(forKey: name) }?.resume()
  }

  /// Ends the gated download to a file.
  func finishFetch(to name: String) {
    with { $0.fetching.removeValue(forKey: name) }?.resume()
  }

  private func enqueue(
    _ files: [UploadSource], _ car: Car.ID, _ destination: Destination
  ) async throws(UploadFailure) -> [Upload.ID] {
    if let failure = with({ $0.enqueueFailure }) { throw failure }
    let (ids, enqueuing) = with { state in
      let ids = files.map { file in
        defer { state.nextID += 1 }
        state.enqueued.append("\(file.path.lastComponent?.string ?? "") to \(destination) for \(car)")
        return state.nextID
      }
      return (ids, state.enqueuing)
    }
    await enqueuing?(ids)
    return ids
  }
}

/// An engine with scripted results.
struct ScriptedEngine: UploadEngine {
  let script: UploadScript
  let destination: Destination

  func destinationInfo(for car: Car.ID, in folders: Set<[String]>?) async throws(UploadFailure) -> DestinationInfo {
    let name = "\(destination)"
    let isGated = script.with { state in
      state.inspected.append(name)
      return state.gated.contains(name)
    }
    if isGated {
      await withCheckedContinuation { continuation in script.with { $0.waiting[name] = continuation } }
    }
    return try (script.with { $0.destinationInfos[name] } ?? .success(ScriptedUploads.info)).get()
  }

  func send(_ transfer: Transfer, report: @escaping TransferReport) async throws(UploadFailure) -> StoredFile {
    throw UploadFailure(.protocol, "Sending is not scripted.")
  }

  func discard(_ transfer: Transfer, progress: @escaping @Sendable () -> Void) async throws(UploadFailure) -> String? {
    nil
  }

  func delete(_ file: StoredFile) async throws(UploadFailure) {
    if let failure = script.with({ $0.deletionFailure }) { throw failure }
    script.with { $0.deleted.append(file.name) }
  }

  func verify(_ file: StoredFile) async throws(UploadFailure) {
    let (failure, isGated) = script.with { ($0.verificationFailures[file.name], $0.verificationsGated) }
    if isGated { await withCheckedContinuation { next in script.with { $0.verifying[file.name] = next } } }
    if let failure { throw failure }
  }

  func fetch(_ file: StoredFile, to path: FilePath) async throws(UploadFailure) {
    if script.with({ $0.fetchesGated }) {
      let name = path.lastComponent?.string ?? ""
      await withCheckedContinuation { next in script.with { $0.fetching[name] = next } }
      if Task.isCancelled { throw UploadFailure(.canceled, "The download was canceled.") }
    }
    if let failure = script.with({ $0.fetchFailure }) { throw failure }
    script.with { $0.fetched.append("\(file.name) to \(path)") }
  }
}
