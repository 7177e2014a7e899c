import Foundation
import ShowroomCatalog
import ShowroomUploads
import SystemPackage

@testable import ShowroomCommands
@testable import ShowroomSettings

extension Shell {
  /// Uploads `scan.pdf` with an engine.
  ///
  /// - Parameter clock: Returns the clock for a descriptor, the file in place of standard error.
  func upload(
    with engine: any UploadEngine, policy: RetryPolicy = .unattended, format: SheetFormat = .text,
    clock: (Int32) -> any Clock<Duration> = { _ in ContinuousClock() }
  ) async throws -> (isDone: Bool, output: String, errors: String) {
    _ = try await run("list")
    let (output, errors) = (try Capture(), try Capture())
    let dependencies = UploadDependencies(
      store: try store(), settings: try Settings(SettingsRequest(), environment: environment),
      environment: environment, clock: clock(errors.descriptor), executor: nil, policy: policy,
      makeEngine: { _, _, _ in engine }, localFolder: "/uploads", home: "/", base: "/", root: nil, now: { Date() })
    let command = UploadCommand(
      car: 22, files: [FilePath(home.appendingPathComponent("scan.pdf").path)], onDuplicate: .fail, format: format)
    let isDone = try await command.run(
      try store(), with: dependencies, to: output.output, progress: errors.output, isASCII: false)
    return (isDone, try output.text(), try errors.text())
  }
}

extension Upload {
  /// Returns the upload of `a.pdf` to a folder.
  static func sample(_ state: State, sent: Int64 = 0) -> Upload {
    Upload(
      id: 1, car: 1, name: "a.pdf", path: "/home/me/a.pdf", destination: "/files", state: state,
      progress: UploadProgress(
        size: 96_000_000, confirmed: 0, sent: sent, isComplete: state == .done, rate: nil, remaining: nil),
      resumption: nil, isRecent: true)
  }
}

extension DestinationInfo {
  static let sample = DestinationInfo(
    engine: "local folder", resumption: .unsupported, publishesAtomically: true, checksum: "sha256", maximumSize: nil,
    freeBytes: 96_400_000_000, files: [])
}

/// A destination that stores every file and keeps nothing of unfinished uploads.
extension UploadEngine {
  func destinationInfo(for car: Car.ID, in folders: Set<[String]>?) async throws(UploadFailure) -> DestinationInfo {
    .sample
  }

  func send(_ transfer: Transfer, report: @escaping TransferReport) async throws(UploadFailure) -> StoredFile {
    transfer.storedFile
  }

  func discard(_ transfer: Transfer, progress: @escaping @Sendable () -> Void) async throws(UploadFailure) -> String? {
    nil
  }

  func delete(_ file: StoredFile) async throws(UploadFailure) {}

  func fetch(_ file: StoredFile, to path: FilePath) async throws(UploadFailure) {}
}

extension Transfer {
  /// The file after it has been stored.
  var storedFile: StoredFile { StoredFile(name: name, location: "/there/\(name)", size: source.size) }
}
