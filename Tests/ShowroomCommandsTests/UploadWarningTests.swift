import ShowroomUploads
import Testing

@testable import ShowroomCommands

@Suite("Upload warnings on the command line", .timeLimit(.minutes(20)))
@MainActor
struct UploadWarningTests {
  private func upload(format: SheetFormat) async throws -> (isDone: Bool, output: String, errors: String) {
    let shell = try Shell()
    try shell.write("Papers", to: "scan.pdf")
    return try await shell.upload(with: WarningEngine(), format: format)
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
  func send(_ transfer: Transfer, report: @escaping TransferReport) async throws(UploadFailure) -> StoredFile {
    try await report(.warning("The server cannot move files (not atomic)."))
    return transfer.storedFile
  }
}
