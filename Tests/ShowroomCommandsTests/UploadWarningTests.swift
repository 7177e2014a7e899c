import Foundation
import ShowroomCatalog
import ShowroomUploads
import SystemPackage
import Testing

@testable import ShowroomCommands
@testable import ShowroomSettings

@Suite("Upload warnings on the command line", .timeLimit(.minutes(20)))
@MainActor
struct UploadWarningTests {
  private func upload(format: UploadFormat) async throws -> (isDone: Bool, output: String, errors: String) {
    let shell = try Shell()
    try shell.write("Papers", to: "scan.pdf")
    _ = try await shell.run("list")
    let (output, errors) = (try Capture(), try Capture())
    let dependencies = UploadDependencies(
      store: try shell.store(), settings: try Settings(SettingsRequest(), environment: shell.environment),
      environment: shell.environment, clock: ContinuousClock(), executor: nil, policy: .unattended,
      makeEngine: { _, _, _ in WarningEngine() }, localFolder: "/uploads", home: "/", base: "/", root: nil,
      now: { Date() })
    let command = UploadCommand(
      car: 22, files: [FilePath(shell.home.appendingPathComponent("scan.pdf").path)], onDuplicate: .fail, format: format
    )
    let isDone = try await command.run(
      try shell.store(), with: dependencies, to: output.output, progress: errors.output, isASCII: false)
    return (isDone, try output.text(), try errors.text())
  }

  @Test func `text output writes a warning to standard error`() async throws {
    let (isDone, output, errors) = try await upload(format: .text)

    #expect(isDone && output.hasPrefix("scan.pdf: uploaded"))
    #expect(errors == "showroom: scan.pdf: The server cannot move files (not atomic).\n")
  }

  @Test func `JSON output contains a warning as an event`() async throws {
    let (isDone, output, errors) = try await upload(format: .json)

    let events = output.split(separator: "\n").filter { $0.hasPrefix(#"{"event": "warning""#) }
    #expect(isDone && errors.isEmpty && events.count == 1)
    #expect(events.first?.contains(#""warning": "The server cannot move files (not atomic).""#) == true)
    #expect(events.first?.contains(#""name": "scan.pdf""#) == true)
    #expect(output.contains(#"{"event": "done""#))
  }
}

/// A destination that stores every file and warns about it.
private struct WarningEngine: UploadEngine {
  func destinationInfo(for car: Car.ID) async throws(UploadFailure) -> DestinationInfo { .sample }

  func send(_ transfer: Transfer, report: @escaping TransferReport) async throws(UploadFailure) -> StoredFile {
    try await report(.warning("The server cannot move files (not atomic)."))
    return StoredFile(name: transfer.name, location: "/there/\(transfer.name)", size: transfer.source.size)
  }

  func discard(_ checkpoint: Checkpoint) async throws(UploadFailure) -> String? { nil }

  func delete(_ file: StoredFile) async throws(UploadFailure) {}

  func fetch(
    _ file: StoredFile, to path: FilePath, progress: @escaping @Sendable (Int64) -> Void
  ) async throws(UploadFailure) {}
}
