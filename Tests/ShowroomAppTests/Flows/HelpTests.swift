import Foundation
import ReactorTerminal
import ReactorTesting
import ShowroomCatalog
import ShowroomTestSupport
import Testing

@testable import ShowroomApp

/// The help explains every command, and the search language as the documentation does.
@MainActor
struct HelpTests {
  @Test func `every command says what it does, in a short sentence`() {
    let wrong = AppCommands.bindings.filter { binding in
      !binding.help.hasSuffix(".") || binding.help.count > 75 || binding.help.first?.isUppercase != true
    }

    #expect(wrong.isEmpty, "\(wrong.map(\.id))")
  }

  @Test func `every command of every list in the sources has an explanation`() throws {
    var missing: [String] = []
    var count = 0
    let folders = [
      "ShowroomApp", "ShowroomFilePicker", "ReactorTerminal", "ReactorTerminalCore", "ReactorInspector",
      "ReactorGallery",
    ]
    for folder in folders {
      for source in try Checkout.sources(in: folder) {
        for declaration in source.text.matches(of: /\n +(?:Command|keys)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/)
        where declaration.1.contains("title: \"") {
          count += 1
          if !declaration.1.contains("help:") { missing.append("\(source.name): \(declaration.1)") }
        }
      }
    }

    #expect(count > 150)
    #expect(missing.isEmpty, "\(missing)")
  }

  @Test func `the help and the documentation describe the search language in the same words`() throws {
    let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let document = try String(contentsOf: project.appendingPathComponent("docs/CommandLine.md"), encoding: .utf8)
    func codes(_ texts: [String]) -> String { texts.map { "`\($0)`" }.joined(separator: ", ") }

    for line in QueryGuide.examples {
      #expect(document.contains("| \(codes(line.codes)) | \(line.meaning) |"), "\(line.codes)")
    }
    for (field, line) in zip(CarField.filtered, QueryGuide.fields) {
      let others = codes(field.definition.aliases)
      #expect(
        document.contains("| `\(field.id)` | \(line.meaning) | \(others)\(others.isEmpty ? "" : " ")|"), "\(field)")
    }
    let text = document.replacing("\n", with: " ")
    #expect(text.contains("Columns are \(codes(CarField.columns.map(\.id)))."))
    #expect(text.contains("Orders are \(codes(Sort.names))."))
  }

  @Test(arguments: [(50, 12), (80, 24), (120, 40), (200, 60)])
  func `the page on queries has fields, operators and examples at any size`(width: Int, height: Int) {
    let stage = TestScreen(width, height)
    stage.show(Screen())
    stage.window.present(HelpSheet(AppCommands.bindings, pages: [.queries, .mouse]))
    stage.press(.tab)
    #expect(stage.text.contains("Help: Queries") && stage.text.contains("kia electric"))

    var text = stage.text
    for _ in 0..<24 {
      stage.press(.pageDown)
      text += stage.text
    }
    for part in ["year>=2020", "withdrawn", "displacement in"] { #expect(text.contains(part), "\(part)") }
  }
}
