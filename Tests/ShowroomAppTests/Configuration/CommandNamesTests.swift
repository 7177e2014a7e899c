import Foundation
import ShowroomApp
import Testing

@Suite("The names of commands")
struct CommandNamesTests {
  @Test("are those that the screens use")
  func complete() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    let sections = Set(CommandNames.all.map { String($0.prefix { $0 != "." }) })
    var used: Set<String> = []
    for folder in ["Sources/ShowroomApp", "Sources/ReactorTerminal"] {
      let files = FileManager.default.enumerator(
        at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
      for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
        if file.lastPathComponent == "CommandNames.swift" { continue }
        let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
          .filter { !$0.drop { $0 == " " }.hasPrefix("//") }
        for line in code {
          for match in line.matches(of: /"([a-z]+)\.([a-zA-Z]+)"/) where sections.contains(String(match.1)) {
            used.insert("\(match.1).\(match.2)")
          }
        }
      }
    }
    #expect(used.subtracting(CommandNames.all).sorted() == [], "add these to CommandNames")
    #expect(CommandNames.all.subtracting(used).sorted() == [], "nothing has these names any more")
  }
}
