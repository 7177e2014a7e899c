import Foundation
import ShowroomFiles
import SystemPackage
import Testing

@testable import ShowroomUploads

@Suite("Files in folders of a local folder", .timeLimit(.minutes(20)))
struct LocalSubfolderTests {
  private let fixture: QueueFixture

  init() async throws { fixture = try await QueueFixture() }

  private var engine: LocalFolderEngine { fixture.engine }
  private var car: String { fixture.destinationPath + "/1" }

  private func transfer(
    _ folders: [String], _ name: String = "front.jpg", size: Int = 1000, _ policy: DuplicatePolicy = .fail,
    checkpoint: Checkpoint? = nil
  ) throws -> Transfer {
    Transfer(
      id: "7d1c", car: 1, source: try fixture.file("a.jpg", size: size), folders: folders, name: name,
      onDuplicate: policy, checkpoint: checkpoint)
  }

  private func names(_ path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: car + path)) ?? []).sorted()
  }

  @Test func `a file is stored in its folders, and can be listed, verified, fetched and deleted`() async throws {
    let long = String(repeating: "한", count: 85)
    let folders = ["Photos", "%2F", long, "\u{301}x"]
    let stored = try await engine.send(transfer(folders)) { _ in }

    let path = (folders + ["front.jpg"]).joined(separator: "/")
    #expect(stored.location == "\(car)/\(path)" && names("/Photos/%2F/\(long)/\u{301}x") == ["front.jpg"])
    let info = try await engine.destinationInfo(for: 1, in: nil)
    #expect(info.files == [StoredFile(name: path, location: stored.location, size: 1000)])
    try await engine.verify(stored)
    let copy = fixture.path(of: "copy.jpg")
    try await engine.fetch(stored, to: copy)
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy.string)) == QueueFixture.content("a.jpg", size: 1000))
    try await engine.delete(stored)
    try await engine.delete(stored)
    let missing = await #expect(throws: UploadFailure.self) { try await engine.verify(stored) }
    #expect(missing?.cause == .missing)
    try FileManager.default.removeItem(atPath: car + "/Photos")
    let gone = await #expect(throws: UploadFailure.self) { try await engine.verify(stored) }
    #expect(gone?.cause == .missing)
    try await engine.delete(stored)
  }

  @Test func `only locations that this engine creates are accepted`() async throws {
    _ = try await engine.send(transfer(["Photos"])) { _ in }
    for inner in [
      "Photos/../front.jpg", "../1/Photos/front.jpg", "Photos//front.jpg", "./Photos/front.jpg", "Photos/.", "Photos/",
    ] {
      let error = await #expect(throws: UploadFailure.self) {
        try await engine.delete(StoredFile(name: "x", location: "\(car)/\(inner)", size: 1000))
      }
      #expect(error?.cause == .protocol, "\(inner)")
    }
    #expect(names("/Photos") == ["front.jpg"])
  }

  @Test func `a symbolic link inside the folder of the car is not followed`() async throws {
    let elsewhere = fixture.folder.appendingPathComponent("elsewhere").path
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    try QueueFixture.put(Data([1]), at: elsewhere + "/front.jpg")
    try FileManager.default.createDirectory(atPath: car + "/Photos", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: car + "/Photos/2024", withDestinationPath: elsewhere)
    let transfer = try transfer(["Photos", "2024"], "new.jpg")

    let error = await #expect(throws: UploadFailure.self) { try await engine.send(transfer) { _ in } }

    #expect(
      error?.message
        == "2024 in \(car)/Photos is a file or symbolic link, but a folder of that name is required; rename it and retry."
    )
    #expect(error?.cause == .forbidden && error?.retry == .never)
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere) == ["front.jpg"])
    #expect(try await engine.destinationInfo(for: 1, in: nil).files == [])
    let file = StoredFile(name: "Photos/2024/front.jpg", location: car + "/Photos/2024/front.jpg", size: 1)
    await #expect(throws: UploadFailure.self) { try await engine.delete(file) }
    await #expect(throws: UploadFailure.self) { try await engine.verify(file) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere) == ["front.jpg"])
  }

  @Test func `a file in place of a folder, and a folder in place of a file, stay as they are`() async throws {
    _ = try await engine.send(transfer([], "Photos")) { _ in }
    let inFile = try transfer(["Photos", "2024"], size: 5)
    let error = await #expect(throws: UploadFailure.self) { try await engine.send(inFile) { _ in } }
    #expect(error?.message.contains("Photos in \(car) is a file or symbolic link, but a folder") == true)
    #expect(names("") == ["Photos"])

    _ = try await engine.send(transfer(["A"], "b")) { _ in }
    for (policy, cause) in [(DuplicatePolicy.fail, nil), (.replace, .forbidden)] as [(_, UploadFailure.Cause?)] {
      let asFile = try transfer([], "A", size: 5, policy)
      let error = await #expect(throws: UploadFailure.self) { try await engine.send(asFile) { _ in } }
      if let cause { #expect(error?.cause == cause) }
    }
    #expect(try await engine.send(transfer([], "A", .keepBoth)) { _ in }.name == "A (2)")
    #expect(names("/A") == ["b"])
  }

  @Test func `the hidden file of an interrupted copy is found in its folders, which stay`() async throws {
    let checkpoints = Reports()
    let first = try transfer(["Photos", "2024"])
    await #expect(throws: UploadFailure.self) {
      try await engine.send(first) { event throws(UploadFailure) in
        checkpoints.append(event)
        // As after a crash: the file stays.
        if case .sent = event {
          try QueueFixture.put(Data([1]), at: car + "/Photos/2024/.kept")
          _ = link(car + "/Photos/2024/.front.jpg.7d1c.upload", car + "/Photos/2024/.copy")
          throw .rowLost
        }
      }
    }
    _ = rename(car + "/Photos/2024/.copy", car + "/Photos/2024/.front.jpg.7d1c.upload")
    let checkpoint = try #require(checkpoints.checkpoints.last)
    let interrupted = try transfer(["Photos", "2024"], checkpoint: checkpoint)

    try await engine.discard(interrupted) {}

    #expect(names("/Photos/2024") == [".kept"])
    try FileManager.default.removeItem(atPath: car + "/Photos")
    try await engine.discard(interrupted) {}
  }

  @Test func `a copy that was published and not recorded is recognized in its folders`() async throws {
    let reports = Reports()
    let first = try transfer(["Photos", "2024"])
    let stored = try await engine.send(first, report: reports.report)
    let checkpoint = try #require(reports.checkpoints.last)

    var again = first
    again.checkpoint = checkpoint
    #expect(try await engine.send(again) { _ in } == stored)
    try await engine.discard(again) {}
    #expect(names("/Photos/2024") == [])
  }

  @Test func `a changed checkpoint does not lead out of the folder of the car`() async throws {
    let victim = fixture.destinationPath + "/.front.jpg.7d1c.upload"
    try FileManager.default.createDirectory(atPath: car, withIntermediateDirectories: true)
    try QueueFixture.put(Data([1]), at: victim)
    for folders in ["..", "../", "/..", "a/../.."] {
      let values = ["car": "1", "temporary": ".front.jpg.7d1c.upload", "folders": folders]
      try await engine.discard(try transfer([], checkpoint: Checkpoint(values: values))) {}
    }
    #expect(FileManager.default.fileExists(atPath: victim))
  }

  @Test func `a folder that is removed between two files is created again`() async throws {
    _ = try await engine.send(transfer(["A", "b"], "1")) { _ in }
    try FileManager.default.removeItem(atPath: car + "/A")
    _ = try await engine.send(transfer(["A", "b"], "2")) { _ in }
    #expect(names("/A/b") == ["2"])
  }

  @Test func `very deep folders are left out of the list, unless they are needed`() async throws {
    let folders = Array(repeating: "d", count: 80)
    _ = try await engine.send(transfer(folders)) { _ in }
    #expect(try await engine.destinationInfo(for: 1, in: nil).files == [])
    #expect(try await engine.destinationInfo(for: 1, in: [folders]).files?.count == 1)
  }
}
