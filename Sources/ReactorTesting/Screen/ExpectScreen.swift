import ReactorTerminal
import Testing

/// Expects a grid to show what the test shows, row by row.
///
/// ```swift
/// expectScreen(grid, equals: """
///   Kia K5          2024
///   BMW 520d        2023
///   """, styles: """
///   SSSSSSSSSSSSSSSSSSSS
///   ................ssss
///   """)
/// ```
///
/// - Parameters:
///   - text: the rows, trailing spaces and empty rows at the end left out.
///   - styles: a letter a column, as the failure's legend explains them: `.` text, `S` selection, `a` accent, `s`
///     secondary …; a digit for a style that no role has. Trailing dots are left out. Not compared when nil.
///   - theme: says which role a style belongs to.
///   - report: where a failure goes; by default it is an issue of the running test.
@MainActor
public func expectScreen(
  _ grid: CellGrid, equals text: String, styles: String? = nil, theme: Theme = .dark,
  sourceLocation: SourceLocation = #_sourceLocation, report: FailureReport = { recordIssue($0, at: $1) }
) {
  let picture = ScreenPicture(rows: grid.rows, size: grid.size, theme: theme) { grid.style(at: $0) }
  expect(picture, text, styles, sourceLocation, report)
}

/// Expects what was presented last on a terminal in memory to show what the test shows, row by row.
///
/// Parameters as for a grid.
@MainActor
public func expectScreen(
  _ terminal: HeadlessTerminal, equals text: String, styles: String? = nil, theme: Theme = .dark,
  sourceLocation: SourceLocation = #_sourceLocation, report: FailureReport = { recordIssue($0, at: $1) }
) {
  let size = terminal.cells.count == terminal.size.width * terminal.size.height ? terminal.size : .zero
  let picture = ScreenPicture(rows: terminal.rows, size: size, theme: theme) { point in
    terminal.cells[point.y * size.width + point.x].style
  }
  expect(picture, text, styles, sourceLocation, report)
}

@MainActor
private func expect(
  _ picture: ScreenPicture, _ text: String, _ styles: String?, _ location: SourceLocation, _ report: FailureReport
) {
  var message: [String] = []
  message += comparison("text", ScreenPicture.lines(text, trimming: " "), picture.text)
  if let styles {
    let expected = ScreenPicture.lines(styles, trimming: ".").map { row in
      String(row.map(picture.letters.canonical))
    }
    let lines = comparison("styles", expected, picture.styles)
    if !lines.isEmpty { message += lines + ["", "Letters:"] + picture.letters.legend }
  }
  guard !message.isEmpty else { return }
  report(message.joined(separator: "\n"), location)
}

/// Nothing when both are equal, else the rows that differ, then both whole.
@MainActor
private func comparison(_ layer: String, _ expected: [String], _ actual: [String]) -> [String] {
  guard expected != actual else { return [] }
  var lines: [String] = []
  var count = 0
  for row in 0..<max(expected.count, actual.count) {
    let old = row < expected.count ? expected[row] : ""
    let new = row < actual.count ? actual[row] : ""
    guard old != new else { continue }
    count += 1
    let number = String(row)
    let margin = String(repeating: " ", count: max(0, 3 - number.count)) + number
    lines += ["\(margin) - \(old)", "\(margin) + \(new)"]
  }
  let title = "The screen's \(layer) differ\(layer == "text" ? "s" : "") in \(count) row\(count == 1 ? "" : "s")"
  return ["\(title) (- expected, + actual):"] + lines + ["", "Expected:"] + expected + ["", "Actual:"] + actual
}
