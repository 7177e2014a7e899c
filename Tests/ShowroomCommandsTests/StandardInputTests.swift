import Foundation
import ShowroomUploads
import SystemPackage
import Testing

@testable import ShowroomCommands

@Suite("showroom upload ID -", .timeLimit(.minutes(20)))
@MainActor
struct StandardInputTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  private var data: FilePath { FilePath(shell.home.appendingPathComponent(".local/share/showroom").path) }
  private var folders: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: data.appending("input").string)) ?? []
  }

  /// Returns an input with bytes, whose writer has ended.
  private func input(_ bytes: Data) throws -> FileHandle {
    let path = shell.home.appendingPathComponent(UUID().uuidString)
    try bytes.write(to: path)
    return try FileHandle(forReadingFrom: path)
  }

  private func file(_ bytes: Data, named name: FilePath.Component = "scan.pdf") throws -> StandardInputFile {
    let handle = try input(bytes)
    return try StandardInputFile(named: name, in: data, reading: handle.fileDescriptor)
  }

  @Test(arguments: [0, 1, 262_144, 262_145, 1_000_000])
  func `everything is read into a file that only its owner can read`(size: Int) throws {
    let bytes = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let input = try file(bytes)
    #expect(try Data(contentsOf: URL(fileURLWithPath: input.path.string)) == bytes)
    #expect(input.path.lastComponent?.string == "scan.pdf")
    let attributes = try FileManager.default.attributesOfItem(atPath: input.path.string)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a file is kept while an upload or a running program needs it`() throws {
    var input: StandardInputFile? = try file(Data("text".utf8))
    let path = try #require(input?.path)

    StandardInputFile.removeUnused(in: data) { [] }
    #expect(FileManager.default.fileExists(atPath: path.string), "it is locked")

    input = nil
    var upload = Upload.sample(.failed(UploadFailure(.unavailable, "Busy.")))
    upload.path = path.string
    StandardInputFile.removeUnused(in: data) { [upload] }
    #expect(FileManager.default.fileExists(atPath: path.string), "it can be retried")

    upload.state = .done
    StandardInputFile.removeUnused(in: data) { [upload] }
    #expect(folders == [])
  }

  @Test func `nothing is removed if the uploads cannot be read, or while another program creates a file`() throws {
    _ = try file(Data("text".utf8))
    StandardInputFile.removeUnused(in: data) { throw UploadFailure(.store, "The database is locked.") }
    #expect(folders.count == 1)

    // Another program has created the folder, and not yet the file.
    try FileManager.default.createDirectory(
      atPath: data.appending("input/new").string, withIntermediateDirectories: false)
    let creator = open(data.appending("input").string, O_RDONLY | O_DIRECTORY)
    try #require(creator >= 0 && flock(creator, LOCK_SH) == 0)
    StandardInputFile.removeUnused(in: data) { [] }
    #expect(folders.count == 2)

    close(creator)
    StandardInputFile.removeUnused(in: data) { [] }
    #expect(folders == [])
  }

  @Test func `an input that cannot be read, and a folder that cannot be written, are reported and leave nothing`()
    throws
  {
    let closed = #expect(throws: UploadFailure.self) { try StandardInputFile(named: "a", in: data, reading: -1) }
    #expect(
      closed?.message == "Could not read standard input (Bad file descriptor); check the program that writes to it.")
    #expect(folders == [])

    try shell.write("", to: "blocked")
    let blocked = FilePath(shell.home.appendingPathComponent("blocked").path)
    let handle = try input(Data("text".utf8))
    let failure = #expect(throws: UploadFailure.self) {
      try StandardInputFile(named: "a", in: blocked, reading: handle.fileDescriptor)
    }
    #expect(failure?.message.hasPrefix("Could not create the folder \(blocked)/input for standard input") == true)
  }

  @Test(arguments: [
    (["22", "-"], "Standard input needs a name"), (["22", "-", "--name", "a/b"], "Standard input needs a name"),
    (["22", "-", "--name", ".."], "Standard input needs a name"),
    (["22", "-", "--name", ""], "Standard input needs a name"),
    (["22", "-", "-", "--name", "a"], "Standard input can be uploaded only once."),
    (["22", "-", "--name", "a", "--dry-run"], "--dry-run does not read standard input."),
    (["22", "a.pdf", "--name", "a"], "--name requires - for standard input."),
  ])
  func `wrong arguments are usage errors, before anything is read`(arguments: [String], message: String) async throws {
    let answer = try await shell.run(["upload"] + arguments)
    #expect(answer.status == 2 && answer.errors.contains(message), "\(answer.errors)")
    #expect(folders == [])
  }
}
