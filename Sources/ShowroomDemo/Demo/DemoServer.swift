import Foundation
import ShowroomCatalog
import ShowroomFilePicker
import ShowroomUploads
import Synchronization
import SystemPackage

/// A simulated upload server that uses the program's clock, so that every upload takes the same time. It rejects the
/// first attempt to upload a file named `warranty.pdf`.
final class DemoServer: UploadEngine {
  /// The address of the server.
  static let destination = "tus+https://files.example/cars"

  private struct State {
    var files: [Car.ID: [StoredFile]] = [:]
    var rejected: Set<String> = []
  }

  private let clock: any Clock<Duration>
  private let home: FilePath
  private let now: @Sendable () -> Date
  private let state = Mutex(State())

  /// The number of bytes received per second.
  private static let rate: Int64 = 800_000
  /// The number of progress reports per second, and the number of reports between two confirmations.
  private static let parts: Int64 = 5
  private static let confirmedParts: Int64 = 5

  /// Creates a server that uses `clock`. It saves copies of files only in `home`, with the modification time returned
  /// by `now`.
  init(clock: any Clock<Duration>, home: FilePath, now: @escaping @Sendable () -> Date) {
    self.clock = clock
    self.home = home
    self.now = now
  }

  func resumption(ofSize size: Int64) -> DestinationInfo.Resumption { .supported }

  func destinationInfo(for car: Car.ID) async throws(UploadFailure) -> DestinationInfo {
    DestinationInfo(
      engine: "tus 1.0.0", resumption: .supported, publishesAtomically: true, checksum: "SHA-256",
      maximumSize: 2_000_000_000, freeBytes: 5_000_000_000, files: state.withLock { $0.files[car] ?? [] })
  }

  func send(_ transfer: Transfer, report: @escaping TransferReport) async throws(UploadFailure) -> StoredFile {
    let part = Self.rate / Self.parts
    var sent = transfer.checkpoint?.confirmed ?? 0
    while sent < transfer.source.size {
      try await pass()
      if sent > transfer.source.size / 3 { try rejectOnce(transfer) }
      sent = min(transfer.source.size, sent + part)
      try await report(.sent(bytes: sent))
      guard sent % (part * Self.confirmedParts) == 0 || sent == transfer.source.size else { continue }
      try await report(.checkpoint(Checkpoint(values: ["upload": transfer.name], confirmed: sent)))
    }
    try await report(.verifying)
    try await pass()
    let file = StoredFile(
      name: transfer.name,
      location: "\(Self.destination)/\(transfer.car)/\((transfer.folders + [transfer.name]).joined(separator: "/"))",
      size: transfer.source.size)
    var listed = file
    listed.name = (transfer.folders + [file.name]).joined(separator: "/")
    state.withLock { [listed] in $0.files[transfer.car, default: []].append(listed) }
    return file
  }

  func discard(_ checkpoint: Checkpoint) async throws(UploadFailure) -> String? { nil }

  func delete(_ file: StoredFile) async throws(UploadFailure) {
    state.withLock { state in
      for car in state.files.keys { state.files[car]?.removeAll { $0.location == file.location } }
    }
  }

  func verify(_ file: StoredFile) async throws(UploadFailure) {
    try await pass()
    if state.withLock({ $0.files.values.joined().contains { $0.location == file.location } }) { return }
    throw UploadFailure(.missing, "\(file.name) is no longer at files.example; it was deleted or moved.")
  }

  func fetch(
    _ file: StoredFile, to path: FilePath, progress: @escaping @Sendable (Int64) -> Void
  ) async throws(UploadFailure) {
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
    progress(file.size)
  }

  private func pass() async throws(UploadFailure) {
    do { try await clock.sleep(for: .seconds(1) / Int(Self.parts)) } catch {
      throw UploadFailure(.canceled, "The upload was canceled.")
    }
  }

  private func rejectOnce(_ transfer: Transfer) throws(UploadFailure) {
    guard transfer.name == "warranty.pdf", state.withLock({ $0.rejected.insert(transfer.id).inserted }) else { return }
    throw UploadFailure(
      .noSpace, "files.example has no free space for this file (507). Try again later.", status: 507,
      serverText: "The quota of this folder is used up until the cleanup at noon.")
  }
}
