import Foundation
import Synchronization
import SystemPackage
import TestServers
import Testing

@testable import Uploads

@Suite("A local folder", .timeLimit(.minutes(5)))
struct LocalFolderTests {
  let fixture: QueueFixture
  var engine: LocalFolderEngine { LocalFolderEngine(folder: fixture.destinationPath, chunk: 1000) }

  init() async throws { fixture = try await QueueFixture() }

  func transfer(
    _ source: UploadSource, name: String = "scan.pdf", _ policy: DuplicatePolicy = .fail, checkpoint: Checkpoint? = nil
  ) -> Transfer {
    Transfer(id: "7d1c", car: 1, source: source, name: name, onDuplicate: policy, checkpoint: checkpoint)
  }

  /// What is under the final name while the file is on its way.
  func visible() -> [String] { fixture.stored().filter { !$0.hasPrefix(".") } }

  @Test("gets a file whole, with its checksum, and nothing else")
  func send() async throws {
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

  @Test("gets an empty file, and one whose name takes all the room there is")
  func extremes() async throws {
    _ = try await engine.send(transfer(try fixture.file("empty", size: 0), name: "empty")) { _ in }
    let long = StoredName(String(repeating: "é", count: 300) + ".pdf").text
    #expect(long.utf8.count <= 255)
    _ = try await engine.send(transfer(try fixture.file("a.pdf"), name: long)) { _ in }
    #expect(visible().sorted() == ["empty", long].sorted())
  }

  @Test("shows nothing under the final name before the file is whole")
  func atomic() async throws {
    let fixture = fixture
    _ = try await engine.send(transfer(try fixture.file("a.pdf", size: 3000))) { event in
      if case .sent = event { #expect(fixture.stored() == [".scan.pdf.7d1c.upload"]) }
    }
  }

  enum Fault: CaseIterable { case grows, shrinks, changes, vanishes, isReplaced }

  @Test("gets nothing of a file that changes on the way", arguments: Fault.allCases)
  func fault(_ fault: Fault) async throws {
    let source = try fixture.file("a.pdf", size: 3000)
    let path = source.path.string
    let error = await #expect(throws: UploadFailure.self) {
      try await engine.send(transfer(source)) { event throws(UploadFailure) in
        guard event == .sent(bytes: 2000) else { return }
        switch fault {
        case .grows: truncate(path, 5000)
        case .shrinks: truncate(path, 2500)
        case .changes: utimes(path, nil)
        case .vanishes: unlink(path)
        case .isReplaced:
          rename(path, path + ".old")
          try QueueFixture.put(Data(count: 3000), at: path)
        }
      }
    }
    let expected =
      switch fault {
      case .grows: "grew from 3000 to 5000 bytes"
      case .shrinks: "shrank from 3000 to 2500 bytes"
      case .changes: "was changed since it was chosen"
      case .vanishes: "is not there any more"
      case .isReplaced: "is another file than the one that was chosen"
      }
    #expect(error?.cause == .source && error?.retry == .never)
    #expect(error?.sentence.contains(expected) == true, "\(error?.sentence ?? "")")
    #expect(fixture.stored() == [])
  }

  @Test("asks when the name is taken, also when that happens at the last moment")
  func duplicate() async throws {
    let fixture = fixture
    let source = try fixture.file("a.pdf", size: 3000)
    await #expect(throws: UploadFailure.self) {
      try await engine.send(transfer(source)) { event throws(UploadFailure) in
        guard event == .verifying else { return }
        try QueueFixture.put(Data("old".utf8), at: fixture.destinationPath + "/1/scan.pdf")
      }
    }
    #expect(fixture.stored() == ["scan.pdf"])
    #expect(try fixture.storedData("scan.pdf") == Data("old".utf8), "what was there is as it was")
    let error = await #expect(throws: UploadFailure.self) { try await engine.send(transfer(source)) { _ in } }
    #expect(error?.cause == .duplicate(size: 3))

    let second = try await engine.send(transfer(source, .keepBoth)) { _ in }
    let third = try await engine.send(transfer(source, .keepBoth)) { _ in }
    #expect([second.name, third.name] == ["scan (2).pdf", "scan (3).pdf"])
    _ = try await engine.send(transfer(source, .replace)) { _ in }
    #expect(fixture.stored() == ["scan (2).pdf", "scan (3).pdf", "scan.pdf"])
    #expect(try fixture.storedData("scan.pdf").count == 3000)
  }

  @Test("stops when it is cancelled, and leaves nothing")
  func cancel() async throws {
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
    #expect(error?.cause == .cancelled && fixture.stored() == [])
  }

  @Test("recognises what was put in place before the queue knew, and puts it there once")
  func recognised() async throws {
    let checkpoints = Mutex<[Checkpoint]>([])
    let source = try fixture.file("a.pdf")
    let first = try await engine.send(transfer(source)) { event throws(UploadFailure) in
      if case .checkpoint(let checkpoint) = event { checkpoints.withLock { $0.append(checkpoint) } }
    }
    let last = try #require(checkpoints.withLock { $0 }.last)
    let again = try await engine.send(transfer(source, checkpoint: last)) { _ in }
    #expect(again == first && fixture.stored() == ["scan.pdf"])
    // Another file of the name is not taken for it.
    try Data("other".utf8).write(to: URL(fileURLWithPath: first.location))
    let error = await #expect(throws: UploadFailure.self) {
      try await engine.send(transfer(source, checkpoint: last)) { _ in }
    }
    #expect(error?.cause == .duplicate(size: 5))
  }

  @Test("a discarded part is removed, whether it had got its name or not")
  func discard() async throws {
    let checkpoints = Mutex<[Checkpoint]>([])
    _ = try await engine.send(transfer(try fixture.file("a.pdf"))) { event in
      if case .checkpoint(let checkpoint) = event { checkpoints.withLock { $0.append(checkpoint) } }
    }
    let (first, last) = try #require(checkpoints.withLock { $0.count == 2 ? ($0[0], $0[1]) : nil })
    let part = fixture.destinationPath + "/1/.scan.pdf.7d1c.upload"
    try QueueFixture.put(Data("part".utf8), at: part)
    try await engine.discard(first)
    #expect(fixture.stored() == ["scan.pdf"])
    try await engine.discard(last)
    #expect(fixture.stored() == [])
    try await engine.discard(last)
    var forged = last
    forged.values["temporary"] = "../../files/a.pdf"
    try await engine.discard(forged)
    #expect(FileManager.default.fileExists(atPath: fixture.path(of: "a.pdf").string))
  }
}

/// A tool of the system.
enum Shell {
  static func output(_ arguments: String...) throws -> String {
    let program = try ChildProgram(arguments[0], Array(arguments.dropFirst()), output: .kept)
    let ending = program.waitUntilEnded()
    try #require(ending?.status == 0, "\(arguments)")
    return String(decoding: ending?.output ?? [], as: UTF8.self)
  }
}
