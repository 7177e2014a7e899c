import Foundation
import Testing

@testable import ShowroomApp

@Suite("A file to keep something in", .timeLimit(.minutes(5)))
struct KeptFileTests {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("kept-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func refusal(_ kind: KeptFile, _ content: String) throws -> String? {
    let path = "\(folder)/a"
    try Data(content.utf8).write(to: URL(fileURLWithPath: path))
    do throws(KeptFile.Refusal) { try kind.check(path) } catch {
      return "\(error)".replacing(folder, with: "")
    }
    return nil
  }

  @Test("takes the place of what is empty or of its kind, and of nothing else")
  func contents() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for kind in [KeptFile.recording, .tape] {
      try kind.check("\(folder)/none")
      #expect(try refusal(kind, "") == nil)
    }
    #expect(try refusal(.recording, "{\"version\":2,\"width\":80}\n") == nil)
    #expect(try refusal(.tape, "# A session of showroom\nSet Width 80\n") == nil)
    let recording = "\"/a\" is there already and is no recording: choose another path."
    let tape = "\"/a\" is there already and is no tape of a session: choose another path."
    #expect(try refusal(.recording, "SQLite format 3\0") == recording)
    #expect(try refusal(.recording, "{") == recording)
    #expect(try refusal(.recording, "# A session of showroom\n") == recording)
    #expect(try refusal(.tape, "Wait /Cars/\n") == tape)
    #expect(try refusal(.tape, "# A session of showrooms\n") == tape)
    #expect(throws: KeptFile.Refusal.self) { try KeptFile.recording.check("/dev/null") }
  }

  @Test("is named as what it holds")
  func names() {
    #expect(KeptFile.recording.isName("a.cast") && KeptFile.recording.isName("b/A.CAST"))
    #expect(!KeptFile.recording.isName("a.tape") && !KeptFile.recording.isName(""))
    #expect(KeptFile.tape.isName("a.tape") && !KeptFile.tape.isName("tape"))
  }
}
