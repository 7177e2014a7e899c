import ReactorTerminalCore
import Testing

/// Expects a grid to show the given text and styles, row by row.
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
///   - grid: The grid.
///   - text: The rows, without trailing spaces and without empty rows at the end.
///   - styles: One letter per column, as explained by the legend of a failure: `.` text, `S` selection, `a` accent, `s`
///     secondary, and so on; a digit stands for a style without a role. Trailing dots are left out. If `nil`, styles
///     are not compared.
///   - theme: The theme that determines the role of each style.
///   - sourceLocation: The location of failures.
///   - report: A closure that receives a failure; by default, it records an issue in the running test.
@MainActor
package func expectScreen(
  _ grid: CellGrid, equals text: String, styles: String? = nil, theme: Theme = .dark,
  sourceLocation: SourceLocation = #_sourceLocation, report: FailureReport = { recordIssue($0, at: $1) }
) {
  let picture = ScreenPicture(rows: grid.rows, size: grid.size, theme: theme) { grid.style(at: $0) }
  compare(picture, text, styles, sourceLocation, report)
}

/// Expects the last presented screen of a headless terminal to show the given text and styles, row by row.
///
/// - Parameters:
///   - terminal: The terminal.
///   - text: The rows, without trailing spaces and without empty rows at the end.
///   - styles: One letter per column, as explained by the legend of a failure. If `nil`, styles are not compared.
///   - theme: The theme that determines the role of each style.
///   - sourceLocation: The location of failures.
///   - report: A closure that receives a failure; by default, it records an issue in the running test.
@MainActor
package func expectScreen(
  _ terminal: HeadlessTerminal, equals text: String, styles: String? = nil, theme: Theme = .dark,
  sourceLocation: SourceLocation = #_sourceLocation, report: FailureReport = { recordIssue($0, at: $1) }
) {
  compare(ScreenPicture(terminal, theme: theme), text, styles, sourceLocation, report)
}

@MainActor
private func compare(
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

/// Returns the rows that differ, followed by both screens, or no lines if both are equal.
@MainActor
func comparison(_ layer: String, _ expected: [String], _ actual: [String]) -> [String] {
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
