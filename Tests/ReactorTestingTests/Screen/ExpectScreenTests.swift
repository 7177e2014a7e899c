import ReactorTerminal
import Testing

@testable import ReactorTesting

@MainActor
@Suite("Screen snapshots")
struct ExpectScreenTests {
  @MainActor
  final class Reports {
    var messages: [String] = []
  }

  private let reports = Reports()
  /// A theme of the test's own: the built-in ones may change their looks.
  private let theme = Theme(name: "test") { role in
    switch role {
    case .selection: .plain.reverse
    case .secondary, .border: .plain.dim
    case .accent: .plain.bold
    case .highlight: .plain.underline
    case .text: .plain
    default: .plain.italic
    }
  }

  private func grid() -> CellGrid {
    let grid = CellGrid(size: Size(width: 12, height: 4))
    let canvas = Canvas(grid, theme: theme)
    canvas.write("Kia K5  2024", at: Point(x: 0, y: 0), style: theme[.selection])
    canvas.write("BMW 520d", at: Point(x: 0, y: 1), style: theme[.text])
    canvas.write("2023", at: Point(x: 8, y: 1), style: theme[.secondary])
    return grid
  }

  private func check(_ grid: CellGrid, _ text: String, _ styles: String? = nil) {
    expectScreen(grid, equals: text, styles: styles, theme: theme) { [reports] message, _ in
      reports.messages.append(message)
    }
  }

  @Test("a screen that shows what the test shows passes, without trailing spaces and empty rows")
  func passes() {
    check(
      grid(),
      """
      Kia K5  2024
      BMW 520d2023
      """,
      """
      SSSSSSSSSSSS
      ........ssss
      """)
    check(grid(), "Kia K5  2024\nBMW 520d2023   \n\n")
    #expect(reports.messages == [])
  }

  @Test("roles that look alike may be named by either letter")
  func alike() {
    check(grid(), "Kia K5  2024\nBMW 520d2023", "SSSSSSSSSSSS\n........bbbb")
    #expect(reports.messages == [])
  }

  @Test("another text fails with the rows that differ and both screens")
  func otherText() {
    check(grid(), "Kia K5  2024\nBMW 530d2023")
    #expect(
      reports.messages == [
        """
        The screen's text differs in 1 row (- expected, + actual):
          1 - BMW 530d2023
          1 + BMW 520d2023

        Expected:
        Kia K5  2024
        BMW 530d2023

        Actual:
        Kia K5  2024
        BMW 520d2023
        """
      ])
  }

  @Test("other styles fail with the letters that differ, and a legend")
  func otherStyles() {
    let grid = grid()
    Canvas(grid, theme: theme).write(
      "K5", at: Point(x: 4, y: 0), style: theme[.highlight].merging(over: theme[.selection]))
    check(grid, "Kia K5  2024\nBMW 520d2023", "SSSSSSSSSSSS\n........ssss")
    #expect(
      reports.messages == [
        """
        The screen's styles differ in 1 row (- expected, + actual):
          0 - SSSSSSSSSSSS
          0 + SSSS11SSSSSS

        Expected:
        SSSSSSSSSSSS
        ........ssss

        Actual:
        SSSS11SSSSSS
        ........ssss

        Letters:
        . text
        s secondary, border
        S selection
        1 default on default underline reverse
        """
      ])
  }

  @Test("a wide glyph takes two columns of the style layer")
  func wideGlyphs() {
    let grid = CellGrid(size: Size(width: 6, height: 1))
    Canvas(grid, theme: theme).write("기아", at: .zero, style: theme[.accent])
    check(grid, "기아", "aaaa")
    #expect(reports.messages == [])
  }

  @Test("each role has a letter of its own")
  func letters() {
    #expect(Set(Role.allCases.map(StyleLetters.letter(for:))).count == Role.allCases.count)
  }

  @Test("a terminal in memory is compared by what was presented last")
  func terminal() {
    let terminal = HeadlessTerminal(size: Size(width: 12, height: 4))
    terminal.present(grid(), caret: nil)
    expectScreen(terminal, equals: "Kia K5  2024\nBMW 520d2023", styles: "SSSSSSSSSSSS\n........ssss", theme: theme)
  }
}
