import ShowroomTestSupport
import Testing

@testable import ReactorTerminal
@testable import ShowroomApp

/// The user can assign other keys, so a text that names one may be wrong.
@MainActor
struct KeyTextsTests {
  @Test func `no text hard-codes a key`() throws {
    let keys = "(Space|Tab|Enter|Esc|Escape|Backspace)"
    let advice = try Regex(
      #"[Pp]ress [A-Za-z:?]( |\\|,|\.|"|$)|([Pp]ress|with|and|or) \#(keys)\b|with [a-z]\.|\b\#(keys) [a-z]+s\b|with \^[A-Z]"#
    )
    let sources = try Checkout.sources(in: "")
    #expect(sources.count > 500)
    // A tape takes the keys before they can be commands, and the gallery describes a widget with its default keys.
    for source in sources where !["LiveStage", "ButtonViewEntry"].contains(source.name) {
      for (number, line) in source.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let code = line.drop { $0 == " " }
        guard !code.hasPrefix("//"), let start = code.firstIndex(of: "\"") else { continue }
        let found = code[start...].firstMatch(of: advice)
        #expect(found == nil, "\(source.name):\(number + 1): \(code)")
      }
    }
  }

  @Test func `the arrow keys above a list obey the keymap`() async throws {
    let journey = try await Journey.withList()
    journey.window.keymap = Keymap([ListCommands.down.id: ["f8"], ListCommands.up.id: ["f9"]])
    journey.type("/")

    journey.press("f8", "f8", "f9")
    #expect(journey.selectedRow?.contains("Avante") == true, "\(journey.text)")
    journey.press(.pageDown)
    let last = journey.selectedRow
    journey.press(.down)

    #expect(journey.selectedRow == last)
  }

  @Test func `a comparison names the keys that the user has assigned`() async throws {
    let journey = try await Journey.withList()
    journey.window.keymap = Keymap([CompareView.differences: ["z"]])
    journey.press(.space, .space, "c")
    journey.press("x", "z")
    #expect(journey.text.contains("z All facts"))
    #expect(!journey.text.contains("d All facts"))
  }
}
