import Foundation
import Testing

@testable import ShowroomDemo

@Suite(.timeLimit(.minutes(20)))
struct OutputFileTests {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("kept-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func error(_ kind: OutputFile, _ content: String) throws -> String? {
    let path = "\(folder)/a"
    try Data(content.utf8).write(to: URL(fileURLWithPath: path))
    do throws(OutputFileError) { try kind.check(path) } catch {
      return "\(error)".replacing(folder, with: "")
    }
    return nil
  }

  @Test func `an output file replaces an empty file or one of its kind, and no other`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for kind in [OutputFile.recording, .tape] {
      try kind.check("\(folder)/none")
      #expect(try error(kind, "") == nil)
    }
    #expect(try error(.recording, "{\"version\":2,\"width\":80}\n") == nil)
    #expect(try error(.tape, "# A session of showroom\nSet Width 80\n") == nil)
    let recording = "\"/a\" already exists and is not a recording. Choose another path."
    let tape = "\"/a\" already exists and is not the tape of a session. Choose another path."
    #expect(try error(.recording, "SQLite format 3\0") == recording)
    #expect(try error(.recording, "{") == recording)
    #expect(try error(.recording, "# A session of showroom\n") == recording)
    #expect(try error(.tape, "Wait /Cars/\n") == tape)
    #expect(try error(.tape, "# A session of showrooms\n") == tape)
    #expect(throws: OutputFileError.self) { try OutputFile.recording.check("/dev/null") }
  }

  @Test func `the name of an output file ends in the extension of its kind`() {
    #expect(OutputFile.recording.isName("a.cast") && OutputFile.recording.isName("b/A.CAST"))
    #expect(!OutputFile.recording.isName("a.tape") && !OutputFile.recording.isName(""))
    #expect(OutputFile.tape.isName("a.tape") && !OutputFile.tape.isName("tape"))
  }
}
