import CFileFaults
import Foundation
import ShowroomFiles
import ShowroomTestSupport
import SystemPackage
import Testing

@testable import ShowroomCatalog
@testable import ShowroomUploads

@Suite("LocalFolderEngine", .timeLimit(.minutes(20)))
struct LocalFolderEngineTests {
  let fixture: QueueFixture

  init() async throws { fixture = try await QueueFixture() }

  func send(_ source: UploadSource, to folder: String? = nil) async throws(UploadFailure) -> StoredFile {
    let engine = LocalFolderEngine(folder: folder ?? fixture.destinationPath)
    let transfer = Transfer(id: "7d1c", car: 1, source: source, name: "scan.pdf")
    return try await engine.send(transfer) { _ in }
  }

  @Test func `the capabilities, files and free space are known before and after the first upload`() async throws {
    let before = try await fixture.engine.destinationInfo(for: 1, in: nil)
    #expect(before.engine == "local folder" && before.resumption == .unsupported && before.publishesAtomically)
    #expect(before.files == [] && before.readOnlyReason == nil && (before.freeBytes ?? 0) > 0)
    _ = try await send(try fixture.file("a.pdf"))
    try QueueFixture.put(Data(), at: fixture.destinationPath + "/1/.hidden")
    let after = try await fixture.engine.destinationInfo(for: 1, in: nil)
    #expect(after.files?.map(\.name) == ["scan.pdf"] && after.files?.map(\.size) == [1000])
    #expect(try await fixture.engine.destinationInfo(for: 2, in: nil).files == [])
  }

  @Test func `a downloaded file is complete and does not overwrite another`() async throws {
    let stored = try await send(try fixture.file("a.pdf", size: 3_000_000))
    let target = fixture.path(of: "copy.pdf")
    try await fixture.engine.fetch(stored, to: target)
    let content = QueueFixture.content("a.pdf", size: 3_000_000)
    #expect(try Data(contentsOf: URL(fileURLWithPath: target.string)) == content)
    let error = await #expect(throws: UploadFailure.self) { try await fixture.engine.fetch(stored, to: target) }
    #expect(error?.cause == .duplicate(size: 3_000_000))
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path + "/files").count == 2)
  }

  /// Publishes a file on a disk without hard links.
  private func publish(_ text: String, _ fault: file_fault) throws -> Bool {
    let path = fixture.folder.path
    let folder = try #require(try OpenFolder.base(path))
    try QueueFixture.put(Data(text.utf8), at: path + "/.scan.pdf.7d1c.upload")
    file_faults_begin(path, fault, 0)
    defer { file_faults_end() }
    return try folder.publish(".scan.pdf.7d1c.upload", as: "scan.pdf")
  }

  @Test func `on a disk without hard links, a file that takes the name at the last moment is not overwritten`() throws {
    #expect(try !publish("new", FILE_FAULT_TAKEN_NAMES))
    #expect(FileManager.default.contents(atPath: fixture.folder.path + "/scan.pdf") == Data())
  }

  @Test func `on a disk that supports only plain renames, an existing file is not overwritten`() throws {
    #expect(try publish("old", FILE_FAULT_PLAIN_RENAMES))
    #expect(try !publish("new", FILE_FAULT_PLAIN_RENAMES))
    #expect(FileManager.default.contents(atPath: fixture.folder.path + "/scan.pdf") == Data("old".utf8))
  }

  @Test func `only files of this folder can be deleted`() async throws {
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

  @Test func `a symbolic link in place of a car's folder is not followed`() async throws {
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

  @Test func `a folder that cannot be created is rejected with the reason`() async throws {
    let source = try fixture.file("a.pdf")
    let inFile = fixture.path(of: "a.pdf").string + "/folder"
    let error = await #expect(throws: UploadFailure.self) { try await send(source, to: inFile) }
    #expect(error?.cause == .forbidden && error?.message.contains("is not a folder; choose another") == true)
    let info = try await LocalFolderEngine(folder: inFile).destinationInfo(for: 1, in: nil)
    #expect(info.readOnlyReason != nil)
  }

  enum Obstacle: CaseIterable { case pipe, folder, device }

  private func make(_ obstacle: Obstacle, at path: String) throws {
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    switch obstacle {
    case .pipe: try #require(mkfifo(path, 0o600) == 0)
    case .folder: try #require(mkdir(path, 0o700) == 0)
    case .device: try #require(symlink("/dev/zero", path) == 0)
    }
  }

  @Test(arguments: Obstacle.allCases)
  func `a pipe, folder or device under the name of a file is neither replaced nor read`(obstacle: Obstacle) async throws
  {
    let path = fixture.destinationPath + "/1/scan.pdf"
    try make(obstacle, at: path)
    let source = try fixture.file("a.pdf")

    let taken = await #expect(throws: UploadFailure.self) { try await send(source) }
    let kept = await #expect(throws: UploadFailure.self) {
      let transfer = Transfer(id: "7d1c", car: 1, source: source, name: "scan.pdf", onDuplicate: .replace)
      return try await fixture.engine.send(transfer) { _ in }
    }
    let unread = await #expect(throws: UploadFailure.self) {
      try await fixture.engine.fetch(
        StoredFile(name: "scan.pdf", location: path, size: 1000), to: fixture.path(of: "copy.pdf"))
    }

    #expect(taken?.message.contains("scan.pdf already exists") == true)
    #expect(kept?.cause == .forbidden && kept?.message.contains("is not a file; rename it") == true)
    #expect(unread?.retry == .never, "\(unread?.message ?? "")")
    #expect(fixture.stored() == ["scan.pdf"])
  }

  @Test(arguments: [Obstacle.pipe, .device])
  func `a pipe or device in place of the folder is rejected at once`(obstacle: Obstacle) async throws {
    try make(obstacle, at: fixture.destinationPath)
    let source = try fixture.file("a.pdf")

    let error = await #expect(throws: UploadFailure.self) { try await send(source) }

    #expect(error?.cause == .forbidden && error?.message.contains("is not a folder; choose another") == true)
    #expect(try await fixture.engine.destinationInfo(for: 1, in: nil).readOnlyReason != nil)
  }

  @Test(arguments: Obstacle.allCases)
  func `a pipe, folder or device is not overwritten by a download`(obstacle: Obstacle) async throws {
    let stored = try await send(try fixture.file("a.pdf"))
    let target = fixture.path(of: "copy.pdf")
    try make(obstacle, at: target.string)

    let copied = await #expect(throws: UploadFailure.self) { try await fixture.engine.fetch(stored, to: target) }
    let downloaded = #expect(throws: UploadFailure.self) { try DownloadedFile(target) }

    #expect(copied?.message.contains("copy.pdf already") == true)
    #expect(downloaded?.cause == .duplicate(size: nil))
  }

  @Test(.enabled(if: geteuid() != 0, "skipped: root can write anywhere"))
  func `a folder without write permission is rejected`() async throws {
    let source = try fixture.file("a.pdf")
    try FileManager.default.createDirectory(
      atPath: fixture.destinationPath, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o555])
    #expect(try await fixture.engine.destinationInfo(for: 1, in: nil).readOnlyReason?.contains("permissions") == true)
    let error = await #expect(throws: UploadFailure.self) { try await send(source) }
    #expect(error?.cause == .forbidden)
  }

  @Test(.enabled(if: SmallDisk.isPossible, "skipped: only root can mount"))
  func `a full disk fails the copy and leaves nothing`() async throws {
    let disk = try SmallDisk(kilobytes: 64)
    let large = try fixture.file("large.pdf", size: 200_000)
    let reports = Reports()
    let early = await #expect(throws: UploadFailure.self) {
      try await LocalFolderEngine(folder: disk.path, chunk: 4096)
        .send(Transfer(id: "7d1c", car: 1, source: large, name: "scan.pdf"), report: reports.report)
    }
    #expect(early?.cause == .noSpace && early?.message.contains("not enough space") == true)
    #expect(reports.sent == [])
    // Another program uses the space that was free at the start.
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

@Suite("Full disk", .enabled(if: SmallDisk.isPossible, "skipped: only root can mount"))
struct FullDiskTests {
  @Test func `a full disk fails the download of a catalog`() throws {
    let disk = try SmallDisk(kilobytes: 16)
    let bytes = [UInt8](repeating: 0, count: 64 << 10)

    #expect(throws: CatalogError.store(.diskFull, path: disk.path)) {
      let file = try AnonymousFile(in: disk.path)
      try file.append(bytes)
    }
  }

  @Test func `a full disk fails a download and leaves nothing`() throws {
    let disk = try SmallDisk(kilobytes: 16)
    let bytes = [UInt8](repeating: 0, count: 64 << 10)

    let failure = #expect(throws: UploadFailure.self) {
      let file = try DownloadedFile(FilePath(disk.path + "/a.pdf"))
      try file.append(bytes)
    }

    #expect(failure?.cause == .noSpace)
    #expect(
      failure?.message == "There is not enough space for \(disk.path)/a.pdf; free some space and try again.")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == [])
  }

  @Test func `a discarded download leaves nothing, even while something refers to it`() throws {
    let place = try SourceFolder()
    let file = try DownloadedFile(FilePath(place.url.appendingPathComponent("a.pdf").path))
    try file.append([1, 2, 3])

    file.discard()

    let names = try withExtendedLifetime(file) { try FileManager.default.contentsOfDirectory(atPath: place.url.path) }
    #expect(names == [])
  }

  @Test func `a full disk is reported when the queue cannot be written`() async throws {
    let disk = try SmallDisk(kilobytes: 4096)
    let fixture = try await QueueFixture()
    let source = try fixture.file("a.pdf")
    let folder = URL(fileURLWithPath: disk.path).appendingPathComponent("data")
    try FileManager.default.copyItem(at: fixture.data, to: folder)
    // Another program uses all free space before the database has allocated its shared memory.
    let other = open(disk.path + "/other", O_WRONLY | O_CREAT, 0o600)
    let page = [UInt8](repeating: 0, count: 4096)
    while write(other, page, page.count) > 0 {}
    close(other)

    let failure = await #expect(throws: (any Error).self) {
      let store = try CatalogStore(directory: folder)
      _ = try await UploadQueue(store: store).add(
        [source], car: 1, destination: fixture.destination, onDuplicate: .fail)
    }

    #expect("\(try #require(failure))".contains("is full. Free some space and try again"), "\(failure as Any)")
  }
}
