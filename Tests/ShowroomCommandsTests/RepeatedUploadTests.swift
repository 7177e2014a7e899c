import Foundation
import ShowroomFiles
import SystemPackage
import Testing

@testable import ShowroomCommands
@testable import ShowroomUploads

/// `showroom upload` for a file that the queue already has.
@Suite("showroom upload again", .timeLimit(.minutes(20)))
@MainActor
struct RepeatedUploadTests {
  private let shell: Shell
  /// The queue of another instance, which runs until the test ends.
  private let other: UploadQueue

  init() async throws {
    shell = try Shell()
    try shell.write("Papers", to: "scan.pdf")
    _ = try await shell.run("list")
    other = UploadQueue(store: try shell.store())
  }

  private var path: String { shell.home.appendingPathComponent("scan.pdf").path }
  private var destination: String { shell.home.appendingPathComponent("in").path }
  private var states: [Upload.State] { get throws { try other.uploads().map(\.state) } }

  private func add(_ path: FilePath, to queue: UploadQueue) async throws {
    _ = try await queue.add(
      [UploadSource(path: path)], car: 22, destination: .folder(destination), onDuplicate: .fail)
  }

  /// Leaves an upload of the file in the queue like an instance that was killed.
  private func addInterrupted() async throws {
    let killed = UploadQueue(store: try shell.store())
    try await add(FilePath(path), to: killed)
    killed.removeOwner()
  }

  private func upload(_ arguments: String...) async throws -> Shell.Answer {
    try await shell.run(["upload", "22", path, "--destination", destination] + arguments)
  }

  private var uploaded: String { "scan.pdf: uploaded, 6 B, \(destination)/22/scan.pdf\n" }

  @Test func `an interrupted upload is resumed, and a line says so`() async throws {
    try await addInterrupted()

    let answer = try await upload()

    #expect(
      answer == .init(status: 0, output: uploaded, errors: "scan.pdf: resuming the unfinished upload.\n"))
    #expect(try states == [.done])
  }

  @Test func `a line says that a file has changed since its upload was interrupted`() async throws {
    try await addInterrupted()
    try shell.write("New papers", to: "scan.pdf")

    let answer = try await upload()

    #expect(answer.status == 0)
    #expect(answer.errors == "scan.pdf has changed; uploading it from the beginning.\n")
    #expect(try states == [.done])
  }

  @Test func `in JSON, the first event is the resumption`() async throws {
    try await addInterrupted()

    let answer = try await upload("--format", "json")

    #expect(answer.status == 0 && answer.errors.isEmpty)
    #expect(answer.output.hasPrefix(#"{"event": "resumed", "id": 1, "car": 22, "name": "scan.pdf", "#))
    #expect(try states == [.done])
  }

  @Test func `several resumed uploads are reported in one line`() async throws {
    try await addInterrupted()
    try shell.write("Others", to: "other.pdf")
    let second = UploadQueue(store: try shell.store())
    let otherPath = shell.home.appendingPathComponent("other.pdf").path
    try await add(FilePath(otherPath), to: second)
    second.removeOwner()

    let answer = try await upload(otherPath)

    #expect(answer.status == 0 && answer.errors == "Resuming 2 unfinished uploads.\n")
    #expect(try states == [.done, .done])
  }

  @Test func `with another action for duplicates, a new upload is added`() async throws {
    try await addInterrupted()

    #expect(try await upload("--on-duplicate", "replace") == .init(status: 0, output: uploaded))
    #expect(try states == [.interrupted, .done])
  }

  @Test func `an upload of a running instance is left alone, and a line names it`() async throws {
    try await add(FilePath(path), to: other)

    let answer = try await upload()

    #expect(
      answer
        == .init(
          status: 0, output: uploaded,
          errors:
            "showroom: Another running instance of Showroom has scan.pdf in its queue. Files of the same name are "
            + "uploaded one at a time.\n"))
    #expect(try states == [.queued, .done])
  }

  @Test func `in JSON, the warning about an upload of a running instance has the ID of the new upload`() async throws {
    try await add(FilePath(path), to: other)

    let answer = try await upload("--format", "json")

    let events = answer.output.split(separator: "\n")
    let warnings = events.filter { $0.hasPrefix(#"{"event": "warning", "#) }
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix(#"{"event": "warning", "id": 2, "car": 22, "name": "scan.pdf", "#) == true)
    #expect(events.contains { $0.hasPrefix(#"{"event": "done", "id": 2, "#) })
    #expect(answer.status == 0 && answer.errors.isEmpty)
  }

  @Test func `the plan resumes the same uploads as the command, and changes nothing`() async throws {
    try await addInterrupted()

    #expect(try await upload("--dry-run").output.hasPrefix("scan.pdf  6 B  resumes an unfinished upload\n"))
    #expect(try await upload("--dry-run", "--format", "json").output.hasSuffix("\"queued\": true}\n"))
    #expect(try await upload("--dry-run", "--on-duplicate", "replace").output.hasPrefix("scan.pdf  6 B\n"))
    #expect(try states == [.interrupted])
  }

  @Test func `standard input never resumes an upload`() async throws {
    let data = FilePath(shell.home.appendingPathComponent(".local/share/showroom").path)
    func input() throws -> StandardInputFile {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      return try StandardInputFile(named: "scan.pdf", in: data, reading: handle.fileDescriptor)
    }
    let (first, second) = (try input(), try input())
    try await add(first.path, to: other)

    let unfinished = try other.unfinished(
      [UploadSource(path: second.path)], car: 22, destination: .folder(destination), onDuplicate: .fail)

    #expect(unfinished == [:])
  }
}
