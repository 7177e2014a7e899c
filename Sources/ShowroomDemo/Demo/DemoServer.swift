import Foundation
import ShowroomCatalog
import ShowroomFilePicker
import ShowroomUploads
import Synchronization
import SystemPackage

/// A simulated destination that uses the program's clock, so that every upload takes the same time. A server rejects
/// the first attempt to upload a file named `warranty.pdf`, and some hosts have a ``Behavior``.
final class DemoServer: UploadEngine {
  /// The address of the server for new uploads.
  static let destination = "tus+https://files.example/cars"

  /// A fixed behavior of a host.
  private enum Behavior: String {
    /// Requires sign-in, and rejects the password or token `wrong`.
    case signIn = "signin.example"
    /// Lists its files, but accepts no others.
    case readOnly = "read-only.example"
    /// Allows nothing.
    case refusal = "refused.example"
    /// Loses each file the first time it is uploaded.
    case loss = "missing.example"
    /// Keeps only half of each file the first time it is uploaded.
    case damage = "changed.example"
  }

  private struct State {
    var files: [Car.ID: [StoredFile]] = [:]
    var rejected: Set<String> = []
    /// The locations of all files received so far.
    var received: Set<String> = []
  }

  private let destination: Destination
  private let credentials: Credentials?
  private let bandwidth: BandwidthLimit
  private let clock: any Clock<Duration>
  private let home: FilePath
  private let now: @Sendable () -> Date
  private let state = Mutex(State())

  /// The maximum number of bytes received per second.
  private static let rate: Int64 = 800_000
  /// The number of progress reports per second, and the number of reports between two confirmations.
  private static let parts: Int64 = 5
  private static let confirmedParts: Int64 = 5

  /// Creates a destination that uses `clock`. It saves copies of files only in `home`, with the modification time
  /// returned by `now`.
  init(
    _ destination: Destination, _ credentials: Credentials?, _ bandwidth: BandwidthLimit, clock: any Clock<Duration>,
    home: FilePath, now: @escaping @Sendable () -> Date
  ) {
    self.destination = destination
    self.credentials = credentials
    self.bandwidth = bandwidth
    self.clock = clock
    self.home = home
    self.now = now
  }

  private var behavior: Behavior? { destination.host.flatMap(Behavior.init(rawValue:)) }

  /// The name of the destination in messages.
  private var place: String { destination.host ?? "\(destination)" }

  /// As for a tus server, the database determines which names are taken.
  var storesByName: Bool { false }

  func resumption(ofSize size: Int64) -> DestinationInfo.Resumption {
    switch destination {
    case .folder, .webDAV: .unsupported
    case .tus, .web, .s3: .supported
    }
  }

  func destinationInfo(for car: Car.ID, in folders: Set<[String]>?) async throws(UploadFailure) -> DestinationInfo {
    try checkAccess()
    let (engine, checksum, maximumSize): (String, String?, Int64?) =
      switch destination {
      case .folder: ("local folder", nil, nil)
      case .webDAV: ("WebDAV", nil, nil)
      case .s3: ("S3", "SHA-256", nil)
      case .tus, .web: ("tus 1.0.0", "SHA-256", 2_000_000_000)
      }
    return DestinationInfo(
      engine: engine, resumption: resumption(ofSize: 0), publishesAtomically: true, checksum: checksum,
      maximumSize: maximumSize, freeBytes: 5_000_000_000, readOnlyReason: readOnlyReason,
      files: state.withLock { $0.files[car] ?? [] })
  }

  func send(_ transfer: Transfer, report: @escaping TransferReport) async throws(UploadFailure) -> StoredFile {
    try checkAccess()
    if let readOnlyReason { throw UploadFailure(.forbidden, readOnlyReason) }
    let name = try await transfer.nameFreeInRecords(report: report)
    let part = Self.rate / Self.parts
    let isResumable = resumption(ofSize: transfer.source.size) == .supported
    var sent = isResumable ? transfer.checkpoint?.confirmed ?? 0 : 0
    while sent < transfer.source.size {
      let piece = min(Int64(bandwidth.piece(Int(part))), transfer.source.size - sent)
      try await bandwidth.wait(for: Int(piece))
      try await pass()
      if sent > transfer.source.size / 3 { try rejectOnce(transfer) }
      let confirmable = part * Self.confirmedParts
      let isConfirmed = sent / confirmable < (sent + piece) / confirmable || sent + piece == transfer.source.size
      sent += piece
      try await report(.sent(bytes: sent))
      guard isConfirmed, isResumable else { continue }
      try await report(.checkpoint(Checkpoint(values: ["upload": name], confirmed: sent)))
    }
    try await report(.verifying)
    try await pass()
    let path = (transfer.folders + [name]).joined(separator: "/")
    let location = "\(destination)/\(transfer.car)/\(path)"
    store(StoredFile(name: path, location: location, size: transfer.source.size), for: transfer.car)
    return StoredFile(name: name, location: location, size: transfer.source.size)
  }

  /// Stores a file in place of one with the same location.
  private func store(_ file: StoredFile, for car: Car.ID) {
    state.withLock { state in
      var file = file
      let isFirst = state.received.insert(file.location).inserted
      if behavior == .damage, isFirst { file.size /= 2 }
      state.files[car]?.removeAll { $0.location == file.location }
      if behavior != .loss || !isFirst { state.files[car, default: []].append(file) }
    }
  }

  func discard(_ transfer: Transfer, progress: @escaping @Sendable () -> Void) async throws(UploadFailure) -> String? {
    nil
  }

  func delete(_ file: StoredFile) async throws(UploadFailure) {
    try checkAccess()
    state.withLock { state in
      for car in state.files.keys { state.files[car]?.removeAll { $0.location == file.location } }
    }
  }

  func verify(_ file: StoredFile) async throws(UploadFailure) {
    try checkAccess()
    try await pass()
    guard let stored = state.withLock({ $0.files.values.joined().first { $0.location == file.location } }) else {
      throw UploadFailure(.missing, "\(file.name) is no longer at \(place); it was deleted or moved.")
    }
    // No checksum is recorded, so only the sizes are compared.
    try file.compare(size: stored.size, sha256: "")
  }

  func fetch(_ file: StoredFile, to path: FilePath) async throws(UploadFailure) {
    try checkAccess()
    guard path.isWithin(home) else {
      throw UploadFailure(.source, "A demo saves copies in its home folder only. Choose a path inside it.")
    }
    let isMade = FileManager.default.createFile(atPath: path.string, contents: nil)
    guard isMade, truncate(path.string, off_t(file.size)) == 0 else {
      throw UploadFailure(.store, "The file could not be saved to \(path.text(home: home)). Choose another folder.")
    }
    // The folder has also changed.
    for changed in [path, path.removingLastComponent()] {
      try? FileManager.default.setAttributes([.modificationDate: now()], ofItemAtPath: changed.string)
    }
  }

  private func pass() async throws(UploadFailure) {
    do { try await clock.sleep(for: .seconds(1) / Int(Self.parts)) } catch {
      throw UploadFailure(.canceled, "The upload was canceled.")
    }
  }

  private var readOnlyReason: String? { behavior == .readOnly ? "\(place) accepts no new files." : nil }

  /// Throws if the host does not allow access with the credentials.
  private func checkAccess() throws(UploadFailure) {
    switch (behavior, credentials) {
    case (.signIn?, nil):
      throw UploadFailure(
        .unauthorized, "\(place) requires sign-in (401); enter a user name and password, or a token.", status: 401)
    case (.signIn?, .password(_, "wrong")?), (.signIn?, .token("wrong")?):
      throw UploadFailure(
        .unauthorized, "\(place) rejected the user name and password, or the token (401); enter different ones.",
        status: 401)
    case (.refusal?, _):
      throw UploadFailure(
        .forbidden, "\(place) does not allow this (403); ask for permission, or choose another destination.",
        status: 403)
    default: return
    }
  }

  private func rejectOnce(_ transfer: Transfer) throws(UploadFailure) {
    guard destination.host != nil, transfer.name == "warranty.pdf",
      state.withLock({ $0.rejected.insert(transfer.id).inserted })
    else { return }
    throw UploadFailure(
      .noSpace, "\(place) has no free space for this file (507). Try again later.", status: 507,
      serverText: "The quota of this folder is used up until the cleanup at noon.")
  }
}
