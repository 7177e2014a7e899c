import Foundation
import ShowroomFiles
import ShowroomTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import ShowroomUploads

@Suite("LocalCopy", .timeLimit(.minutes(20)))
struct LocalFolderTests {
  let fixture: QueueFixture
  var engine: LocalFolderEngine { LocalFolderEngine(folder: fixture.destinationPath, chunk: 1000) }

  init() async throws { fixture = try await QueueFixture() }

  func transfer(
    _ source: UploadSource, name: String = "scan.pdf", _ policy: DuplicatePolicy = .fail, checkpoint: Checkpoint? = nil
  ) -> Transfer {
    Transfer(id: "7d1c", car: 1, source: source, name: name, onDuplicate: policy, checkpoint: checkpoint)
  }

  /// Returns the visible files in the destination.
  func visible() -> [String] { fixture.stored().filter { !$0.hasPrefix(".") } }

  @Test func `a copy is complete, with its checksum, and nothing else is left`() async throws {
    let events = Mutex<[TransferEvent]>([])
    let source = try fixture.file("a.pdf", size: 2500)
    let stored = try await engine.send(transfer(source)) { event in events.withLock { $0.append(event) } }
    #expect(fixture.stored() == ["scan.pdf"])
    #expect(try fixture.storedData("scan.pdf") == QueueFixture.content("a.pdf", size: 2500))
    let sum = try Shell.output("/usr/bin/sha256sum", fixture.path(of: "a.pdf").string).prefix(64)
    #expect(stored.sha256 == String(sum) && stored.size == 2500)
    #expect(stored.location == fixture.destinationPath + "/1/scan.pdf")
    let sent = events.withLock { $0 }.filter { if case .checkpoint = $0 { false } else { true } }
    #expect(sent == [.sent(bytes: 1000), .sent(bytes: 2000), .sent(bytes: 2500), .verifying])
  }

  @Test func `a copy has the modification time of the file`() async throws {
    let source = try fixture.file("a.pdf", size: 2500)
    let time = timespec(tv_sec: 1_500_000_000, tv_nsec: 5000)
    _ = [time, time].withUnsafeBufferPointer { utimensat(AT_FDCWD, source.path.string, $0.baseAddress, 0) }

    _ = try await engine.send(transfer(try UploadSource(path: source.path))) { _ in }

    let copy = try UploadSource(path: FilePath("\(fixture.destinationPath)/1/scan.pdf"))
    #expect(copy.modified == 1_500_000_000_000_005_000)
  }

  @Test(arguments: [10_413_792_000, -11_644_473_600])
  func `a file from the year 2300 or 1601 is copied, and its folder is read`(seconds: Int) async throws {
    let source = try fixture.file("a.pdf")
    let time = timespec(tv_sec: seconds, tv_nsec: 0)
    _ = [time, time].withUnsafeBufferPointer { utimensat(AT_FDCWD, source.path.string, $0.baseAddress, 0) }
    let old = try UploadSource(path: source.path)

    _ = try await engine.send(transfer(old)) { _ in }
    let folder = try #require(try OpenFolder.base(fixture.folder.appendingPathComponent("files").path))
    let entry = try folder.entry("a.pdf")

    #expect(visible() == ["scan.pdf"] && entry?.modified == old.modified)
  }

  @Test func `an empty file and a name of maximum length are copied`() async throws {
    _ = try await engine.send(transfer(try fixture.file("empty", size: 0), name: "empty")) { _ in }
    let long = StoredName(String(repeating: "é", count: 300) + ".pdf").text
    #expect(long.utf8.count <= 255)
    _ = try await engine.send(transfer(try fixture.file("a.pdf"), name: long)) { _ in }
    #expect(visible().sorted() == ["empty", long].sorted())
  }

  @Test func `nothing appears under the final name before the copy is complete`() async throws {
    let fixture = fixture
    _ = try await engine.send(transfer(try fixture.file("a.pdf", size: 3000))) { event in
      if case .sent = event { #expect(fixture.stored() == [".scan.pdf.7d1c.upload"]) }
    }
  }

  enum Fault: CaseIterable { case grows, shrinks, changes, vanishes, isReplaced }

  @Test(arguments: Fault.allCases)
  func `a file that changes during the copy is not published`(_ fault: Fault) async throws {
    let source = try fixture.file("a.pdf", size: 3000)
    let path = source.path.string
    let error = await #expect(throws: UploadFailure.self) {
      try await engine.send(transfer(source)) { event throws(UploadFailure) in
        guard event == .sent(bytes: 2000) else { return }
        switch fault {
        case .grows: truncate(path, 5000)
        case .shrinks: truncate(path, 2500)
        case .changes:
          // The current time may be that of the file's creation.
          utimes(path, [timeval](repeating: timeval(tv_sec: 1_600_000_000, tv_usec: 0), count: 2))
        case .vanishes: unlink(path)
        case .isReplaced:
          rename(path, path + ".old")
          try QueueFixture.put(Data(count: 3000), at: path)
        }
      }
    }
    let expected =
      switch fault {
      case .grows: "has grown from 3000 to 5000 bytes"
      case .shrinks: "has shrunk from 3000 to 2500 bytes"
      case .changes: "has changed since it was chosen"
      case .vanishes: "no longer exists"
      case .isReplaced: "has been replaced since it was chosen"
      }
    #expect(error?.cause == .source && error?.retry == .never)
    #expect(error?.message.contains(expected) == true, "\(error?.message ?? "")")
    #expect(fixture.stored() == [])
  }

  @Test func `a taken name is reported, even if it was taken at the last moment`() async throws {
    let fixture = fixture
    let source = try fixture.file("a.pdf", size: 3000)
    await #expect(throws: UploadFailure.self) {
      try await engine.send(transfer(source)) { event throws(UploadFailure) in
        guard event == .verifying else { return }
        try QueueFixture.put(Data("old".utf8), at: fixture.destinationPath + "/1/scan.pdf")
      }
    }
    #expect(fixture.stored() == ["scan.pdf"])
    #expect(try fixture.storedData("scan.pdf") == Data("old".utf8), "the existing file is unchanged")
    let error = await #expect(throws: UploadFailure.self) { try await engine.send(transfer(source)) { _ in } }
    #expect(error?.cause == .duplicate(size: 3))

    let second = try await engine.send(transfer(source, .keepBoth)) { _ in }
    let third = try await engine.send(transfer(source, .keepBoth)) { _ in }
    #expect([second.name, third.name] == ["scan (2).pdf", "scan (3).pdf"])
    _ = try await engine.send(transfer(source, .replace)) { _ in }
    #expect(fixture.stored() == ["scan (2).pdf", "scan (3).pdf", "scan.pdf"])
    #expect(try fixture.storedData("scan.pdf").count == 3000)
  }

  @Test func `a canceled copy ends and leaves nothing`() async throws {
    let (fixture, engine, gate) = (fixture, engine, Gate())
    let transfer = transfer(try fixture.file("a.pdf", size: 3000))
    let task = Task {
      try await engine.send(transfer) { event throws(UploadFailure) in
        guard event == .sent(bytes: 1000) else { return }
        gate.open()
        while !Task.isCancelled { await Task.yield() }
      }
    }
    try await gate.pass()
    task.cancel()
    let error = await #expect(throws: UploadFailure.self) { try await task.value }
    #expect(error?.cause == .canceled && fixture.stored() == [])
  }

  @Test func `a copy that was published before the queue stored it is not repeated`() async throws {
    let checkpoints = Mutex<[Checkpoint]>([])
    let source = try fixture.file("a.pdf")
    let first = try await engine.send(transfer(source)) { event throws(UploadFailure) in
      if case .checkpoint(let checkpoint) = event { checkpoints.withLock { $0.append(checkpoint) } }
    }
    let last = try #require(checkpoints.withLock { $0 }.last)
    let again = try await engine.send(transfer(source, checkpoint: last)) { _ in }
    #expect(again == first && fixture.stored() == ["scan.pdf"])
    // A different file of the same name is not mistaken for it.
    try Data("other".utf8).write(to: URL(fileURLWithPath: first.location))
    let error = await #expect(throws: UploadFailure.self) {
      try await engine.send(transfer(source, checkpoint: last)) { _ in }
    }
    #expect(error?.cause == .duplicate(size: 5))
  }

  @Test func `discarding keeps a published copy that another upload has recorded`() async throws {
    let checkpoints = Mutex<[Checkpoint]>([])
    let source = try fixture.file("a.pdf")
    let file = try await engine.send(transfer(source)) { event in
      if case .checkpoint(let checkpoint) = event { checkpoints.withLock { $0.append(checkpoint) } }
    }
    let last = try #require(checkpoints.withLock { $0.last })
    var old = file
    old.sha256 = Digests.hexadecimal("SHA256", of: Data("old".utf8))

    var interrupted = transfer(source, checkpoint: last)
    interrupted.recorded = [file]
    try await engine.discard(interrupted) {}
    #expect(fixture.stored() == ["scan.pdf"])
    // The record of a file that this one has replaced.
    interrupted.recorded = [old]
    try await engine.discard(interrupted) {}
    #expect(fixture.stored() == [])
  }

  @Test func `discarding removes the copy, whether it was published or not`() async throws {
    let checkpoints = Mutex<[Checkpoint]>([])
    let source = try fixture.file("a.pdf")
    _ = try await engine.send(transfer(source)) { event in
      if case .checkpoint(let checkpoint) = event { checkpoints.withLock { $0.append(checkpoint) } }
    }
    let (first, last) = try #require(checkpoints.withLock { $0.count == 2 ? ($0[0], $0[1]) : nil })
    let part = fixture.destinationPath + "/1/.scan.pdf.7d1c.upload"
    try QueueFixture.put(Data("part".utf8), at: part)
    try await engine.discard(transfer(source, checkpoint: first)) {}
    #expect(fixture.stored() == ["scan.pdf"])
    try await engine.discard(transfer(source, checkpoint: last)) {}
    #expect(fixture.stored() == [])
    try await engine.discard(transfer(source, checkpoint: last)) {}
    var forged = last
    forged.values["temporary"] = "../../files/a.pdf"
    try await engine.discard(transfer(source, checkpoint: forged)) {}
    #expect(FileManager.default.fileExists(atPath: fixture.path(of: "a.pdf").string))
  }

  @Test func `discarding leaves a copy that may have replaced a file`() async throws {
    let (reports, source) = (Reports(), try fixture.file("a.pdf"))
    _ = try await engine.send(transfer(source), report: reports.report)
    var earlier = try #require(reports.checkpoints.last)
    // An earlier version did not store whether the copy is new.
    earlier.values["new"] = nil
    try await engine.discard(transfer(source, checkpoint: earlier)) {}
    #expect(fixture.stored() == ["scan.pdf"])
    _ = try await engine.send(transfer(source, .replace), report: reports.report)

    let last = try #require(reports.checkpoints.last)
    try await engine.discard(transfer(source, checkpoint: last)) {}

    #expect(fixture.stored() == ["scan.pdf"])
  }

  @Test func `an upload is not discarded while its folder is missing`() async throws {
    let (reports, source) = (Reports(), try fixture.file("a.pdf"))
    _ = try await engine.send(transfer(source), report: reports.report)
    let last = try #require(reports.checkpoints.last)
    // The disk is not connected.
    rename(fixture.destinationPath, fixture.destinationPath + " elsewhere")

    let error = await #expect(throws: UploadFailure.self) {
      try await engine.discard(transfer(source, checkpoint: last)) {}
    }

    #expect(error?.message.contains("does not exist; connect its disk") == true)
    rename(fixture.destinationPath + " elsewhere", fixture.destinationPath)
    try await engine.discard(transfer(source, checkpoint: last)) {}
    #expect(fixture.stored() == [])
  }

  @Test func `a long name that is not UTF-8 prevents neither discarding nor resuming`() async throws {
    let (reports, source) = (Reports(), try fixture.file("a.pdf"))
    let file = try await engine.send(transfer(source), report: reports.report)
    let last = try #require(reports.checkpoints.last)
    let folder = fixture.destinationPath + "/1/"
    let foreign = FilePath(bytes: Data(folder.utf8) + Data(repeating: 0xFF, count: 200))
    _ = foreign.withPlatformString { close(open($0, O_WRONLY | O_CREAT, 0o600)) }
    defer { _ = foreign.withPlatformString { unlink($0) } }
    // The program was killed just before it published the copy.
    rename(folder + "scan.pdf", folder + ".scan.pdf.7d1c.upload")

    try await engine.discard(transfer(source, checkpoint: last)) {}
    let again = try await engine.send(transfer(source, checkpoint: last)) { _ in }

    #expect(!FileManager.default.fileExists(atPath: folder + ".scan.pdf.7d1c.upload"))
    #expect(again == file)
  }
}

/// A system tool.
enum Shell {
  static func output(_ arguments: String...) throws -> String {
    let program = try ChildProgram(arguments[0], Array(arguments.dropFirst()), output: .kept)
    let ending = program.waitUntilEnded()
    try #require(ending?.status == 0, "\(arguments)")
    return String(decoding: ending?.output ?? [], as: UTF8.self)
  }
}
