import Foundation
import ShowroomCatalog
import ShowroomTestSupport
import ShowroomUploads
import Synchronization
import Testing

@testable import ShowroomApp
@testable import ShowroomCommands
@testable import ShowroomSettings

@Suite("showroom upload and showroom uploads", .timeLimit(.minutes(20)))
@MainActor
struct UploadTests {
  private func shell(_ files: [String: String] = ["scan.pdf": "Papers"]) throws -> Shell {
    let shell = try Shell()
    for (name, text) in files { try shell.write(text, to: name) }
    return shell
  }

  private func text(_ shell: Shell, _ path: String) -> String? {
    try? String(contentsOf: shell.home.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func `without a destination, a file is uploaded to the folder beside the database`() async throws {
    let shell = try shell()
    let path = shell.home.appendingPathComponent("scan.pdf").path
    let place = ".local/share/showroom/uploads/22/scan.pdf"
    #expect(
      try await shell.run("upload", "22", path)
        == .init(status: 0, output: "scan.pdf: uploaded, 6 B, \(shell.home.path)/\(place)\n"))
    #expect(text(shell, place) == "Papers")
  }

  @Test func `each event is a line of JSON, and the last one contains the checksum`() async throws {
    let shell = try shell()
    let answer = try await shell.run(
      "upload", "22", shell.home.appendingPathComponent("scan.pdf").path, "--format", "json", "--destination",
      shell.home.appendingPathComponent("in").path)
    #expect(answer.status == 0 && answer.errors.isEmpty)
    let lines = try answer.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let last = try #require(lines.last)
    #expect(last["event"] as? String == "done" && last["state"] as? String == "done" && last["car"] as? Int == 22)
    #expect(last["location"] as? String == shell.home.appendingPathComponent("in/22/scan.pdf").path)
    #expect(last["sha256"] as? String == "0a8b0800d768d14b08cb708665f7fa5bfcd81b8c6e58bbe86ab31b26839dbcdd")
    #expect(lines.dropLast().allSatisfy { $0["event"] as? String == "progress" })
    #expect(lines.allSatisfy { $0["sent"] is Int && $0["confirmed"] is Int })
    #expect(last["sent"] as? Int == 6)
  }

  @Test func `an existing file is replaced or kept only if requested`() async throws {
    let shell = try shell()
    let path = shell.home.appendingPathComponent("scan.pdf").path
    _ = try await shell.run("upload", "22", path)
    try shell.write("Newer", to: "scan.pdf")
    let refused = try await shell.run("upload", "22", path)
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(refused.errors.hasPrefix("showroom: scan.pdf: ") && refused.errors.contains("--on-duplicate"))
    let folder = ".local/share/showroom/uploads/22/"
    #expect(text(shell, folder + "scan.pdf") == "Papers")
    let both = try await shell.run("upload", "22", path, "--on-duplicate", "keep-both")
    #expect(both.status == 0 && both.output.hasPrefix("scan (2).pdf: uploaded"))
    #expect(text(shell, folder + "scan (2).pdf") == "Newer")
    #expect(try await shell.run("upload", "22", path, "--on-duplicate", "replace").status == 0)
    #expect(text(shell, folder + "scan.pdf") == "Newer")
  }

  @Test func `if one file cannot be read, none is queued`() async throws {
    let shell = try shell()
    let path = shell.home.appendingPathComponent("scan.pdf").path
    let answer = try await shell.run("upload", "22", path, shell.home.appendingPathComponent("gone.pdf").path)
    #expect(answer.status == 1 && answer.errors.hasPrefix("showroom: gone.pdf does not exist; check its path."))
    #expect(try await shell.run("uploads") == .init(status: 0, errors: "No uploads.\n"))
  }

  @Test func `all files of a folder are uploaded with their paths`() async throws {
    let shell = try shell([:])
    for name in ["Photos/2024", "Photos/.git", "Empty"] {
      try FileManager.default.createDirectory(
        at: shell.home.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    for name in ["Photos/a.jpg", "Photos/2024/b.jpg", "Photos/.git/config"] { try shell.write("Pixels", to: name) }
    let folder = shell.home.appendingPathComponent("Photos").path
    let answer = try await shell.run("upload", "22", folder + "/")
    let place = "\(shell.home.path)/.local/share/showroom/uploads/22"
    #expect(answer.status == 0)
    #expect(answer.errors == "Photos: 2 files, 12 B. 1 hidden item is left out.\n")
    #expect(
      Set(answer.output.split(separator: "\n")) == [
        "Photos/2024/b.jpg: uploaded, 6 B, \(place)/Photos/2024/b.jpg",
        "Photos/a.jpg: uploaded, 6 B, \(place)/Photos/a.jpg",
      ])
    let empty = try await shell.run("upload", "22", folder, shell.home.appendingPathComponent("Empty").path)
    #expect(empty.status == 1 && empty.errors.hasSuffix("showroom: Empty contains no files to upload.\n"))
    #expect(try await shell.run("uploads").output.split(separator: "\n").count == 3, "nothing was added to the queue")
  }

  @Test func `with a terminal, the line of progress shows what is sent and confirmed`() throws {
    let errors = try Capture(columns: 90)
    let line = ProgressLine(errors.output)
    let upload = Upload.sample(.uploading, sent: 7)
    let totals = UploadTotals([upload])
    for isASCII in [false, true] {
      line.show(totals, totals.text(pause: nil, isASCII: isASCII), isASCII: isASCII)
    }
    let percent = totals.progress.percent
    let text = try errors.text()
    #expect(text.contains("  \(percent)% sent · 0% confirmed · 0/1 file"))
    #expect(text.contains("=") && text.contains("  \(percent)% sent | 0% confirmed | 0/1 file"))
  }

  @Test func `if only failures are left, the line of progress has no bar`() throws {
    let errors = try Capture(columns: 90)
    let failed = Upload.sample(.failed(UploadFailure(.store, "The disk is full.")))
    let totals = UploadTotals([Upload.sample(.done), failed])

    ProgressLine(errors.output).show(totals, totals.text(pause: nil, isASCII: true), isASCII: true)

    #expect(try errors.text() == "\r\u{1B}[K1/2 files | 1 failed | 96.0 MB")
  }

  @Test func `a missing car and a missing file are errors with a message each`() async throws {
    let shell = try shell()
    #expect(
      try await shell.run("upload", "99", shell.home.path)
        == .init(
          status: 1,
          errors: "showroom: Car 99 is not in the catalog. Use showroom list to list cars with their IDs.\n"))
    let none = try await shell.run("upload", "22")
    #expect(none.status == 2 && none.errors.hasPrefix("showroom: "))
    let destination = try await shell.run("upload", "22", "x", "--destination", "ftp://example.org/in")
    #expect(destination.status == 2 && destination.errors.contains("ftp://"))
  }

  @Test func `the queue lists failed uploads with the cause`() async throws {
    let shell = try shell()
    let path = shell.home.appendingPathComponent("scan.pdf").path
    _ = try await shell.run("upload", "22", path)
    _ = try await shell.run("upload", "22", path)
    let lines = try await shell.run("uploads").output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("ID  State   Car  Name") == true)
    #expect(lines.count == 3)
    #expect(lines.dropFirst().first?.contains("done") == true && lines.last?.contains("failed") == true)
    let json = try await shell.run("uploads", "--format", "json").output
    let uploads = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect(uploads.map { $0["state"] as? String } == ["done", "failed"])
    #expect((uploads.last?["error"] as? String)?.isEmpty == false)
  }

  @Test func `failed uploads are resumed, and the status indicates whether all have succeeded`() async throws {
    let shell = try shell()
    let path = shell.home.appendingPathComponent("scan.pdf").path
    _ = try await shell.run("upload", "22", path)
    _ = try await shell.run("upload", "22", path)
    #expect(try await shell.run("uploads", "--resume").status == 1)
    try FileManager.default.removeItem(
      at: shell.home.appendingPathComponent(".local/share/showroom/uploads/22/scan.pdf"))
    let answer = try await shell.run("uploads", "--resume")
    #expect(answer.status == 0 && answer.output.hasPrefix("scan.pdf: uploaded"))
    #expect(try await shell.run("uploads", "--resume") == .init(status: 0))
  }

  @Test func `a duplicate is resolved when it is resumed`() async throws {
    let shell = try shell()
    let path = shell.home.appendingPathComponent("scan.pdf").path
    _ = try await shell.run("upload", "22", path)
    _ = try await shell.run("upload", "22", path)
    #expect(try await shell.run("uploads", "--resume").status == 1)
    let answer = try await shell.run("uploads", "2", "--resume", "--on-duplicate", "keep-both")
    #expect(answer.status == 0 && answer.output.hasPrefix("scan (2).pdf: uploaded"))
    #expect(try await shell.run("uploads", "--resume") == .init(status: 0))
  }

  @Test func `uploads are canceled, discarded and removed by their IDs`() async throws {
    let shell = try shell()
    let path = shell.home.appendingPathComponent("scan.pdf").path
    _ = try await shell.run("upload", "22", path, path, path, path)
    #expect(try await shell.run("uploads", "2", "--cancel") == .init(status: 0, output: "scan.pdf: canceled\n"))
    #expect(try await shell.run("uploads", "--discard", "3") == .init(status: 0, output: "scan.pdf: discarded\n"))
    let json = try await shell.run("uploads", "4", "--remove", "--format", "json")
    #expect(json.status == 0 && json.output.hasPrefix(#"{"event": "removed", "id": 4,"#))
    let rows = try await shell.run("uploads").output.split(separator: "\n").dropFirst()
    let states = rows.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    #expect(states == ["1 done", "2 canceled", "3 canceled"])

    let done = try await shell.run("uploads", "1", "--cancel")
    #expect(done.status == 1 && done.errors.hasPrefix("showroom: scan.pdf: The file is already uploaded"))
    #expect(try await shell.run("uploads", "1", "2", "--remove").status == 0)
    #expect(text(shell, ".local/share/showroom/uploads/22/scan.pdf") == "Papers", "the file stays")
    #expect(try await shell.run("uploads", "--resume") == .init(status: 0), "canceled uploads stay canceled")
    #expect(try await shell.run("uploads", "7", "--cancel").errors.contains("Upload 7 does not exist"))
    for wrong in [["--cancel"], ["3"], ["--cancel", "--remove", "3"], ["--on-duplicate", "replace"]] {
      let answer = try await shell.run(["uploads"] + wrong)
      #expect(answer.status == 2 && answer.errors.hasPrefix("showroom: "), "\(wrong)")
    }
    #expect(try await shell.run("uploads", "3", "--resume", "--on-duplicate", "replace").status == 0)
  }

  @Test func `a failure has an error in JSON, regardless of the stored state`() throws {
    let capture = try Capture()
    let shell = try shell()
    let settings = try Settings(SettingsRequest(), environment: shell.environment)
    let dependencies = UploadDependencies(store: try shell.store(), settings: settings, environment: shell.environment)
    let run = UploadRun(
      dependencies: dependencies, format: .json,
      messages: UploadMessages(output: capture.output, errorOutput: capture.output), errorOutput: capture.output,
      isASCII: false)
    run.report(.failed(.sample(.uploading), UploadFailure(.store, "The disk is full.")))
    #expect(try capture.text().contains(#""state": "failed""#))
    #expect(try capture.text().contains(#""error": "The disk is full.""#))
  }

  @Test func `progress events report sent bytes, and each retry with its delay`() {
    var events = UploadProgressEvents()
    let start = ContinuousClock.now
    let sending = Upload.sample(.uploading, sent: 10)
    #expect(events.changes(in: [sending], at: start) == [sending])
    let later = Upload.sample(.uploading, sent: 20)
    #expect(events.changes(in: [later], at: start + .milliseconds(500)) == [])
    #expect(events.changes(in: [later], at: start + .seconds(1)) == [later])
    let busy = UploadFailure(.unavailable, retry: .later, "The server is busy.", status: 503)
    for attempt in 1...2 {
      let retry = Upload.sample(.retrying(busy, attempt: attempt, inSeconds: 3))
      #expect(events.changes(in: [retry], at: start + .seconds(1)) == [retry])
      #expect(events.changes(in: [retry], at: start + .seconds(1)) == [])
      let json = UploadExport(upload: retry).json(event: "progress")
      #expect(json.contains(#""attempt": \#(attempt + 1), "inSeconds": 3"#) && json.contains("The server is busy."))
    }
  }

  @Test func `without a terminal each retry is announced with its cause`() async throws {
    let result = try await shell().upload(
      with: BusyOnce(), policy: RetryPolicy(delays: [30], spread: 0), clock: { AnnouncementClock($0) })
    #expect(result.isDone)
    #expect(result.errors == "showroom: scan.pdf: attempt 2 in 30 s: The server is busy. (HTTP status 503)\n")
  }

  @Test func `without a terminal a destination that cannot be reached fails at once`() async throws {
    let shell = try shell()
    let port = ReservedPort()
    let answer = try await shell.run(
      "upload", "22", shell.home.appendingPathComponent("scan.pdf").path, "--destination",
      "dav+http://127.0.0.1:\(port.number)/in")
    #expect(answer.status == 1 && answer.errors.contains("refused the connection"))
    #expect(!answer.errors.contains("attempt"), "there is no second attempt")
    #expect(try await shell.run("uploads").output.contains("failed"))
  }

  @Test func `control characters in a file name do not reach the terminal`() async throws {
    let shell = try shell(["a\u{1B}[2J\nb.txt": "x"])
    let answer = try await shell.run("upload", "22", shell.home.appendingPathComponent("a\u{1B}[2J\nb.txt").path)
    #expect(answer.status == 0)
    #expect(!answer.output.contains("\u{1B}") && answer.output.split(separator: "\n").count == 1)
  }
}

/// A clock that stands still. A long pause lasts until something is written to a file, so that a retry does not begin
/// before it has been announced.
private struct AnnouncementClock: Clock {
  typealias Instant = ContinuousClock.Instant

  let now = ContinuousClock.now
  var minimumResolution: Duration { .zero }
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let pause = now.duration(to: deadline)
    guard pause > .seconds(20) else { return try await Task.sleep(for: pause) }
    var status = stat()
    while fstat(descriptor, &status) == 0, status.st_size == 0 {
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}

/// A destination that is busy at the first attempt.
private final class BusyOnce: UploadEngine {
  private let hasFailed = Mutex(false)

  func send(_ transfer: Transfer, report: @escaping TransferReport) async throws(UploadFailure) -> StoredFile {
    let isFirst = hasFailed.withLock { hasFailed in
      defer { hasFailed = true }
      return !hasFailed
    }
    if isFirst { throw UploadFailure(.unavailable, retry: .later, "The server is busy.", status: 503) }
    return transfer.storedFile
  }
}
