import Catalogue
import Foundation
import SystemPackage
import Testing

@testable import Uploads

@Suite("The place that files are copied to", .timeLimit(.minutes(5)))
struct FolderPlaceTests {
  let fixture: QueueFixture

  init() async throws { fixture = try await QueueFixture() }

  func send(_ source: UploadSource, to folder: String? = nil) async throws(UploadFailure) -> StoredFile {
    let engine = LocalFolderEngine(folder: folder ?? fixture.destinationPath)
    let transfer = Transfer(id: "7d1c", car: 1, source: source, name: "scan.pdf")
    return try await engine.send(transfer) { _ in }
  }

  @Test("says what it can do, what it holds and what is left, before there is anything and after")
  func survey() async throws {
    let before = try await fixture.engine.survey(car: 1)
    #expect(before.engine == "local folder" && before.resumption == .startsOver && before.publishesAtomically)
    #expect(before.files == [] && before.refusal == nil && (before.freeBytes ?? 0) > 0)
    _ = try await send(try fixture.file("a.pdf"))
    try QueueFixture.put(Data(), at: fixture.destinationPath + "/1/.hidden")
    let after = try await fixture.engine.survey(car: 1)
    #expect(after.files?.map(\.name) == ["scan.pdf"] && after.files?.map(\.size) == [1000])
    #expect(try await fixture.engine.survey(car: 2).files == [])
  }

  @Test("gives a file back, whole, and does not write over another")
  func fetch() async throws {
    let stored = try await send(try fixture.file("a.pdf", size: 3_000_000))
    let target = fixture.path(of: "copy.pdf")
    try await fixture.engine.fetch(stored, to: target) { _ in }
    let content = QueueFixture.content("a.pdf", size: 3_000_000)
    #expect(try Data(contentsOf: URL(fileURLWithPath: target.string)) == content)
    let error = await #expect(throws: UploadFailure.self) {
      try await fixture.engine.fetch(stored, to: target) { _ in }
    }
    #expect(error?.cause == .duplicate(size: 3_000_000))
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path + "/files").count == 2)
  }

  @Test("deletes a file, and nothing that it has not been given")
  func delete() async throws {
    let stored = try await send(try fixture.file("a.pdf"))
    for location in ["/etc/hostname", stored.location + "/../../../files/a.pdf", fixture.destinationPath + "/1/.."] {
      let error = await #expect(throws: UploadFailure.self) {
        try await fixture.engine.delete(StoredFile(name: "x", location: location, size: 1))
      }
      #expect(error?.cause == .protocol)
    }
    try await fixture.engine.delete(stored)
    #expect(fixture.stored() == [])
    try await fixture.engine.delete(stored)
  }

  @Test("is not followed through a symbolic link that stands for a car's folder")
  func link() async throws {
    let elsewhere = fixture.folder.appendingPathComponent("elsewhere").path
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: fixture.destinationPath, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: fixture.destinationPath + "/1", withDestinationPath: elsewhere)
    let source = try fixture.file("a.pdf")
    let error = await #expect(throws: UploadFailure.self) { try await send(source) }
    #expect(error?.cause == .forbidden)
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere) == [])
  }

  @Test("that cannot be made, or is no folder, is refused in words")
  func refused() async throws {
    let source = try fixture.file("a.pdf")
    let inFile = fixture.path(of: "a.pdf").string + "/folder"
    let error = await #expect(throws: UploadFailure.self) { try await send(source, to: inFile) }
    #expect(error?.cause == .forbidden && error?.sentence.contains("is not a folder; move it away") == true)
    let survey = try await LocalFolderEngine(folder: inFile).survey(car: 1)
    #expect(survey.refusal != nil)
  }

  @Test("that may not be written is refused", .enabled(if: geteuid() != 0, "skipped: root may write anywhere"))
  func permission() async throws {
    let source = try fixture.file("a.pdf")
    try FileManager.default.createDirectory(
      atPath: fixture.destinationPath, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o555])
    #expect(try await fixture.engine.survey(car: 1).refusal?.contains("permissions") == true)
    let error = await #expect(throws: UploadFailure.self) { try await send(source) }
    #expect(error?.cause == .forbidden)
  }

  @Test("that is full gets nothing, and says so", .enabled(if: SmallDisk.isPossible, "skipped: only root can mount"))
  func full() async throws {
    let disk = try SmallDisk(kilobytes: 64)
    let large = try fixture.file("large.pdf", size: 200_000)
    let early = await #expect(throws: UploadFailure.self) { try await send(large, to: disk.path) }
    #expect(early?.cause == .noSpace && early?.sentence.contains("no space left") == true)
    // Another program takes what was free when it began.
    let source = try fixture.file("a.pdf", size: 40_000)
    let transfer = Transfer(id: "7d1c", car: 1, source: source, name: "scan.pdf")
    let engine = LocalFolderEngine(folder: disk.path, chunk: 4096)
    let late = await #expect(throws: UploadFailure.self) {
      try await engine.send(transfer) { event throws(UploadFailure) in
        guard event == .sent(bytes: 4096) else { return }
        try QueueFixture.put(Data(count: 40_000), at: disk.path + "/other")
      }
    }
    #expect(late?.cause == .noSpace && late?.retry == .never)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path + "/1") == [])
  }
}

@Suite("A disk without space", .enabled(if: SmallDisk.isPossible, "skipped: no small disk can be made"))
struct FullDiskTests {
  @Test func `is named when the queue cannot be written`() async throws {
    let disk = try SmallDisk(kilobytes: 4096)
    let fixture = try await QueueFixture()
    let source = try fixture.file("a.pdf")
    let folder = URL(fileURLWithPath: disk.path).appendingPathComponent("data")
    try FileManager.default.copyItem(at: fixture.data, to: folder)
    // What is free goes to another program, before the database has its shared memory.
    let other = open(disk.path + "/other", O_WRONLY | O_CREAT, 0o600)
    let page = [UInt8](repeating: 0, count: 4096)
    while write(other, page, page.count) > 0 {}
    close(other)

    let failure = #expect(throws: (any Error).self) {
      let store = try CatalogueStore(directory: folder)
      _ = try UploadQueue(store: store).add([source], car: 1, destination: fixture.destination, onDuplicate: .fail)
    }

    #expect("\(try #require(failure))".contains("is full; free some space and try again"), "\(failure as Any)")
  }
}

/// A disk of so many kilobytes, gone with it. Only root can have one.
final class SmallDisk: Sendable {
  static let isPossible = geteuid() == 0 && (try? SmallDisk(kilobytes: 16)) != nil

  let path: String

  init(kilobytes: Int) throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("small-disk-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    do {
      _ = try Shell.output("/bin/mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", path)
    } catch {
      rmdir(path)
      throw error
    }
  }

  deinit {
    _ = try? Shell.output("/bin/umount", "-l", path)
    rmdir(path)
  }
}
