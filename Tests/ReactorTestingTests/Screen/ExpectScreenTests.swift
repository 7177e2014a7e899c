import ReactorTerminal
import Testing

@testable import ReactorTesting

@MainActor
@Suite struct ExpectScreenTests {
  @MainActor
  final class Reports {
    var messages: [String] = []
  }

  private let reports = Reports()
  /// A theme that does not change with the built-in themes.
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

  @Test func `a matching screen passes, without trailing spaces and empty rows`() {
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

  @Test func `roles with the same style may be named by either letter`() {
    check(grid(), "Kia K5  2024\nBMW 520d2023", "SSSSSSSSSSSS\n........bbbb")
    #expect(reports.messages == [])
  }

  @Test func `different text fails with the different rows and both screens`() {
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

  @Test func `different styles fail with the different letters and a legend`() {
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

  @Test func `a wide glyph occupies two columns of the style layer`() {
    let grid = CellGrid(size: Size(width: 6, height: 1))
    Canvas(grid, theme: theme).write("기아", at: .zero, style: theme[.accent])
    check(grid, "기아", "aaaa")
    #expect(reports.messages == [])
  }

  @Test func `each role has its own letter`() {
    #expect(Set(Role.allCases.map(StyleLetters.letter(for:))).count == Role.allCases.count)
  }

  @Test func `a headless terminal is compared by what was presented last`() {
    let terminal = HeadlessTerminal(size: Size(width: 12, height: 4))
    terminal.present(grid(), cursor: nil)
    expectScreen(terminal, equals: "Kia K5  2024\nBMW 520d2023", styles: "SSSSSSSSSSSS\n........ssss", theme: theme)
  }
}
