import ReactorTerminalCore

/// The text of a screen as lines, and its styles as lines of letters.
@MainActor
struct ScreenPicture {
  /// The visible text, without trailing spaces and without empty rows at the end.
  let text: [String]
  /// One letter per column, without trailing dots and without empty rows at the end.
  let styles: [String]
  let letters: StyleLetters

  init(rows: [String], size: Size, theme: Theme, style: (Point) -> Style) {
    var letters = StyleLetters(theme: theme)
    text = Self.trimmed(rows, of: " ")
    styles = Self.trimmed(
      (0..<size.height).map { row in
        String((0..<size.width).map { column in letters.letter(for: style(Point(x: column, y: row))) })
      }, of: ".")
    self.letters = letters
  }

  /// Creates the picture of the last frame of a headless terminal.
  init(_ terminal: HeadlessTerminal, theme: Theme) {
    let size = terminal.cells.count == terminal.size.width * terminal.size.height ? terminal.size : .zero
    self.init(rows: terminal.rows, size: size, theme: theme) { point in
      terminal.cells[point.y * size.width + point.x].style
    }
  }

  /// Returns the lines of a block of text in a test.
  static func lines(_ block: String, trimming blank: Character) -> [String] {
    trimmed(block.split(separator: "\n", omittingEmptySubsequences: false).map(String.init), of: blank)
  }

  /// Returns rows without blanks at the end and without empty rows at the end.
  static func trimmed(_ rows: [String], of blank: Character) -> [String] {
    var rows = rows.map { row in
      String(row[..<(row.lastIndex { $0 != blank }.map(row.index(after:)) ?? row.startIndex)])
    }
    while rows.last?.isEmpty == true { rows.removeLast() }
    return rows
  }
}
