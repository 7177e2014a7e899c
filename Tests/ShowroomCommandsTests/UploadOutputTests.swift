import Foundation
import ShowroomCatalog
import ShowroomFiles
import ShowroomTestSupport
import SystemPackage
import Testing

@testable import ShowroomCommands
@testable import ShowroomSettings
@testable import ShowroomUploads

@Suite("Outputs of uploads that end early", .timeLimit(.minutes(20)))
@MainActor
struct UploadOutputTests {
  /// Returns an output whose reader has closed it, as `head -1` does.
  private func closedOutput() throws -> (TextOutput, Pipe) {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    return (TextOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor, columns: nil), pipe)
  }

  private func upload(to output: TextOutput, _ arguments: String...) async throws -> (status: Int32, states: [String]) {
    let shell = try Shell()
    var paths: [String] = []
    for name in ["a.pdf", "b.pdf", "c.pdf"] {
      try shell.write("Papers", to: name)
      paths.append(shell.home.appendingPathComponent(name).path)
    }
    let errors = try Capture()
    let status = await shell.run(["upload", "22"] + paths + arguments, output, errors.output)
    let rows = try await shell.run("uploads").output.split(separator: "\n").dropFirst()
    return (status, rows.map { String($0.split(separator: " ")[1]) })
  }

  @Test(arguments: ["text", "json"])
  func `a reader that closes the output does not end the uploads`(format: String) async throws {
    let (output, pipe) = try closedOutput()
    let end = try await upload(to: output, "--format", format)
    withExtendedLifetime(pipe) {}
    #expect(end.states == ["done", "done", "done"] && end.status == 0)
  }

  /// Failures are written to standard error as text, but to the closed output as JSON.
  @Test(arguments: ["text", "json"])
  func `with a closed output, the status indicates that files have failed`(format: String) async throws {
    let (output, pipe) = try closedOutput()
    let port = ReservedPort()
    let end = try await upload(
      to: output, "--format", format, "--destination", "dav+http://127.0.0.1:\(port.number)/in")
    withExtendedLifetime(pipe) {}
    #expect(end.states == ["failed", "failed", "failed"] && end.status == 1)
  }

  @Test func `a full disk for the output ends the command with status 1 after the uploads`() async throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let end = try await upload(to: TextOutput(descriptor: full.fileDescriptor, columns: nil))
    #expect(end.states == ["done", "done", "done"] && end.status == 1)
  }

  // MARK: Failures

  @Test func `a message is written for three files and then counted, in the order of the first failure`() {
    var counts = FailureCounts()
    let messages =
      ["The disk is full.", "It does not exist."] + Array(repeating: "The disk is full.", count: 1_199)
      + Array(repeating: "It does not exist.", count: 3)

    let isWritten = messages.map { counts.add($0) }

    #expect(isWritten.indices.filter { isWritten[$0] } == [0, 1, 2, 3, 1_201, 1_202])
    #expect(counts.rest == ["1,197 more files: The disk is full.", "1 more file: It does not exist."])
  }

  @Test(arguments: ["text", "json"])
  func `many equal failures of a command are few lines of text, but an event each in JSON`(format: String) async throws
  {
    let shell = try Shell()
    let port = ReservedPort()
    var paths: [String] = []
    for number in 1...5 {
      try shell.write("Papers", to: "\(number)\u{1B}.pdf")
      paths.append(shell.home.appendingPathComponent("\(number)\u{1B}.pdf").path)
    }

    let answer = try await shell.run(
      ["upload", "22"] + paths
        + ["--format", format, "--destination", "dav+http://127.0.0.1:\(port.number)/in"])

    let lines = answer.errors.split(separator: "\n")
    let events = answer.output.split(separator: "\n").filter { $0.hasPrefix(#"{"event": "failed""#) }
    #expect(answer.status == 1 && !answer.errors.contains("\u{1B}"))
    #expect(lines.count == (format == "text" ? 4 : 0) && events.count == (format == "text" ? 0 : 5))
    #expect(lines.last?.hasPrefix("showroom: 2 more files: ") ?? (format == "json"), "\(answer.errors)")
  }

  // MARK: Silence

  @Test func `ten seconds without progress cause one line of output`() {
    var watch = SilenceWatch()
    let silent = Upload.sample(.verifying, sent: 96_000_000)
    let busy = UploadFailure(.unavailable, retry: .later, "The server is busy.")
    #expect([silent, silent].map { watch.notice([$0]) } == [nil, nil])
    #expect(
      watch.notice([silent])
        == "a.pdf: no progress for 10 seconds; /files has not confirmed the file. Still waiting.")
    #expect((1...5).allSatisfy { _ in watch.notice([silent]) == nil }, "once")
    for sent in 1...9 { #expect(watch.notice([.sample(.uploading, sent: Int64(sent))]) == nil, "progress") }
    for _ in 1...9 { #expect(watch.notice([.sample(.retrying(busy, attempt: 1, inSeconds: 9))]) == nil) }
    for _ in 1...2 { #expect(watch.notice([.sample(.queued)]) == nil) }
    #expect(watch.notice([.sample(.queued)])?.contains("another upload with the same name") == true)
    #expect((1...9).allSatisfy { _ in watch.notice([.sample(.done)]) == nil })
  }

  // MARK: Discarding

  @Test func `an upload whose data could not be removed is not reported as discarded`() async throws {
    for ending in ["--discard", "--remove"] {
      let shell = try Shell()
      shell.environment["SHOWROOM_UPLOAD_TOKEN"] = "secret"
      _ = try await shell.run("list")
      let port = ReservedPort()
      let address = "dav+http://127.0.0.1:\(port.number)/in"
      try await addUnfinishedUpload(to: address, shell)

      let answer = try await shell.run("uploads", "1", ending)

      #expect(answer.status == 1 && answer.output.isEmpty)
      #expect(
        answer.errors.hasPrefix(
          "showroom: scan.pdf: The uploaded part could not be removed from the destination. 127.0.0.1:"))
      #expect(answer.errors.contains("Showroom will try again the next time it starts."))
      #expect(try await shell.run("uploads", "--format", "json").output.contains(#""state": "discarding""#))
    }
  }

  @Test func `an upload that a server keeps until it expires is not reported as discarded`() async throws {
    let shell = try Shell()
    _ = try await shell.run("list")
    let tus = try await FaultyPeer { _ in .answer(405) }
    try await addUnfinishedUpload(to: "tus+\(tus.url("/files/"))", shell)

    let answer = try await shell.run("uploads", "1", "--discard")

    #expect(
      answer
        == .init(
          status: 0, output: "scan.pdf: canceled\n",
          errors:
            "showroom: scan.pdf: 127.0.0.1:\(tus.port) does not remove unfinished uploads (405), so the uploaded part "
            + "stays there until it expires.\n"))
    #expect(tus.lines == ["DELETE /files/1"])
  }

  @Test func `a server that requires sign-in is reported with the variables for it`() async throws {
    let shell = try Shell()
    _ = try await shell.run("list")
    let server = try await FaultyPeer { _ in .answer(401) }
    try await addUnfinishedUpload(to: "tus+\(server.url("/files/"))", shell)

    let answer = try await shell.run("uploads", "1", "--discard")

    #expect(
      answer.errors.hasSuffix(
        "Set SHOWROOM_UPLOAD_USER and SHOWROOM_UPLOAD_PASSWORD, or SHOWROOM_UPLOAD_TOKEN, or add the host to "
          + "~/.netrc.\n"),
      "\(answer.errors)")
  }

  @Test func `missing credentials name the option that sends those of the environment`() async throws {
    let shell = try Shell()
    shell.environment["AWS_ACCESS_KEY_ID"] = "key"
    shell.environment["AWS_SECRET_ACCESS_KEY"] = "secret"
    _ = try await shell.run("list")
    let address = "s3://cars/scans?endpoint=http://127.0.0.1:9"
    try await addUnfinishedUpload(to: address, shell)
    for action in ["--resume", "--discard"] {
      let answer = try await shell.run("uploads", "1", action)
      #expect(answer.status == 1)
      #expect(answer.errors.contains("add --destination '\(address)' to use them."), "\(action): \(answer.errors)")
    }
  }

  @Test func `a verification without credentials names the option that sends those of the environment`() async throws {
    let shell = try Shell()
    shell.environment["AWS_ACCESS_KEY_ID"] = "key"
    shell.environment["AWS_SECRET_ACCESS_KEY"] = "secret"
    _ = try await shell.run("list")
    let address = "s3://cars/scans?endpoint=http://127.0.0.1:9"
    let destination = try Destination(parsing: address, home: "/", base: "/").description
    try shell.store().writeDurably { db in
      let file = StoredFile(name: "scan.pdf", location: "scans/22/scan.pdf", size: 6)
      _ = try AttachmentTable.insert(file, car: 22, destination: destination, uploadedAt: 1, into: db)
    }

    let answer = try await shell.run("uploads", "--verify")

    #expect(answer.status == 1)
    #expect(answer.errors.contains("set AWS_ACCESS_KEY_ID"), "\(answer.errors)")
    #expect(answer.errors.contains("add --destination '\(destination)' to use them.\n"), "\(answer.errors)")
  }

  @Test func `the advice about a duplicate names the other ways to treat it`() throws {
    let shell = try Shell()
    let settings = try Settings(SettingsRequest(), environment: shell.environment)
    let dependencies = UploadDependencies(store: try shell.store(), settings: settings, environment: shell.environment)
    let errors = try Capture()
    let messages = UploadMessages(output: errors.output, errorOutput: errors.output)
    var upload = Upload.sample(.failed(.duplicate("a.pdf", size: 5)))

    messages.complain(upload, .duplicate("a.pdf", size: 5), dependencies)
    upload.onDuplicate = .skip
    messages.complain(upload, UploadFailure(.duplicate(size: 5), "It is different."), dependencies)

    #expect(
      try errors.text() == """
        showroom: a.pdf: a.pdf already exists; skip the upload, replace the file, or keep both. Add --on-duplicate \
        replace or --on-duplicate keep-both to upload it, or --on-duplicate skip to skip it if it is the same file.
        showroom: a.pdf: It is different. Add --on-duplicate replace or --on-duplicate keep-both to upload it.

        """)
  }

  /// Adds an upload that an earlier program left with data at its destination.
  private func addUnfinishedUpload(to address: String, _ shell: Shell) async throws {
    try shell.write("Papers", to: "scan.pdf")
    let source = try UploadSource(path: FilePath(shell.home.appendingPathComponent("scan.pdf").path))
    let queue = UploadQueue(store: try shell.store())
    let ids = try await queue.add(
      [source], car: 22, destination: try Destination(parsing: address, home: "/", base: "/"), onDuplicate: .fail)
    let plain = String(address.dropFirst(4))
    let values =
      switch address.prefix(3) {
      case "s3:": ["key": "scans/22/scan.pdf", "upload": "u"]
      case "tus": ["url": plain + "1", "endpoint": plain, "sha256": "", "source": ""]
      default:
        [
          "stage": "sending", "folder": "\(plain)/22/", "name": "scan.pdf", "temporary": ".scan.upload", "source": "",
        ]
      }
    try await queue.save(Checkpoint(values: values), attempt: 1, of: ids[0])
    try await queue.release()
  }
}
