import Foundation
import ReactorTerminal
import ShowroomSettings
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomCommands

@Suite("The commands of the program")
struct AppCommandsTests {
  @Test func `every command has a unique name`() {
    #expect(AppCommands.ids.count == AppCommands.bindings.count)
  }

  @Test func `a command that never applies in the program has no keys to assign`() {
    #expect(FormerCommandNames.removed.filter { AppCommands.ids.contains(CommandID($0)) } == [])
  }

  @Test func `every title looks the same on an ASCII terminal`() {
    #expect(AppCommands.bindings.map(\.title).filter { !$0.allSatisfy(\.isASCII) } == [])
  }

  @Test func `every former name refers to a command`() {
    let unknown = FormerCommandNames.replacements.values.filter { !AppCommands.ids.contains(CommandID($0)) }
    let reused = FormerCommandNames.replacements.keys.filter { AppCommands.ids.contains(CommandID($0)) }

    #expect(unknown == [])
    #expect(reused == [])
  }

  @Test func `the reference of the keys is up to date`() throws {
    let page = Checkout.resources.deletingLastPathComponent().appendingPathComponent("docs/Keys.md")

    let text = try String(contentsOf: page, encoding: .utf8)

    #expect(text == KeyReference(AppCommands.bindings).markdown, "run make docs-keys")
  }
}
