import Catalogue
import Foundation
import Synchronization
import SystemPackage
import Uploads

/// A server that lives in the program: it confirms bytes on the program's own clock, so that an upload looks and takes
/// the same every time. Of each file that is called `warranty.pdf` it refuses the first attempt.
final class DemoServer: UploadEngine {
  /// What is sent to it.
  static let destination = "tus+https://files.example/cars"

  private struct State {
    var files: [Car.ID: [StoredFile]] = [:]
    var refused: Set<String> = []
  }

  private let clock: any Clock<Duration>
  private let home: FilePath
  private let now: @Sendable () -> Date
  private let state = Mutex(State())

  /// Bytes a second that arrive.
  private static let rate: Int64 = 800_000
  /// Parts of a second after which bytes have arrived, and how many of them are confirmed together.
  private static let parts: Int64 = 5
  private static let confirmedParts: Int64 = 5

  /// A server whose time is that of `clock`. Copies of files go into `home` only, and are dated by `now`.
  init(clock: any Clock<Duration>, home: FilePath, now: @escaping @Sendable () -> Date) {
    self.clock = clock
    self.home = home
    self.now = now
  }

  func resumption(ofSize size: Int64) -> Survey.Resumption { .resumes }

  func survey(car: Car.ID) async throws(UploadFailure) -> Survey {
    Survey(
      engine: "tus 1.0.0", resumption: .resumes, publishesAtomically: true, checksum: "SHA-256",
      maximumSize: 2_000_000_000, freeBytes: 5_000_000_000, files: state.withLock { $0.files[car] ?? [] })
  }

  func send(_ transfer: Transfer, report: @escaping TransferReport) async throws(UploadFailure) -> StoredFile {
    let part = Self.rate / Self.parts
    var sent = transfer.checkpoint?.confirmed ?? 0
    while sent < transfer.source.size {
      try await pass()
      if sent > transfer.source.size / 3 { try refuseOnce(transfer) }
      sent = min(transfer.source.size, sent + part)
      try await report(.sent(bytes: sent))
      guard sent % (part * Self.confirmedParts) == 0 || sent == transfer.source.size else { continue }
      try await report(.checkpoint(Checkpoint(values: ["upload": transfer.name], confirmed: sent)))
    }
    try await report(.verifying)
    try await pass()
    let file = StoredFile(
      name: transfer.name, location: "\(Self.destination)/\(transfer.car)/\(transfer.name)", size: transfer.source.size)
    state.withLock { $0.files[transfer.car, default: []].append(file) }
    return file
  }

  func discard(_ checkpoint: Checkpoint) async throws(UploadFailure) {}

  func delete(_ file: StoredFile) async throws(UploadFailure) {
    state.withLock { state in
      for car in state.files.keys { state.files[car]?.removeAll { $0.location == file.location } }
    }
  }

  func fetch(
    _ file: StoredFile, to path: FilePath, progress: @escaping @Sendable (Int64) -> Void
  ) async throws(UploadFailure) {
    guard path.isWithin(home) else {
      throw UploadFailure(.source, "A demo saves copies in its home only: choose a path in there.")
    }
    let isMade = FileManager.default.createFile(atPath: path.string, contents: nil)
    guard isMade, truncate(path.string, off_t(file.size)) == 0 else {
      throw UploadFailure(.store, "The file could not be saved to \(path.text(home: home)): choose another folder.")
    }
    // The folder has changed with it.
    for changed in [path, path.removingLastComponent()] {
      try? FileManager.default.setAttributes([.modificationDate: now()], ofItemAtPath: changed.string)
    }
    progress(file.size)
  }

  private func pass() async throws(UploadFailure) {
    do { try await clock.sleep(for: .seconds(1) / Int(Self.parts)) } catch {
      throw UploadFailure(.cancelled, "The upload was stopped.")
    }
  }

  private func refuseOnce(_ transfer: Transfer) throws(UploadFailure) {
    guard transfer.name == "warranty.pdf", state.withLock({ $0.refused.insert(transfer.id).inserted }) else { return }
    throw UploadFailure(
      .noSpace, "files.example has no room for this file (507): try again when there is some.", status: 507,
      serverText: "The quota of this folder is used up until the clean-up at noon.")
  }
}
