import ReactorTerminalCore

/// A table of text, aligned by display width.
struct TextTable {
  struct Column {
    var title: String
    /// Whether cells are right-aligned.
    var isRight = false
    /// The order in which columns are dropped if the table is too wide: higher ranks first, and rank 0 never.
    var rank = 0
    /// The width to which a cell can be truncated; `nil` if it is never truncated.
    var minimum: Int?
  }

  private let columns: [Column]
  private let widths: [Int]
  private let shown: [Int]
  private let ellipsis: Character

  private static let gap = 2

  /// Lays out a table.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - available: The width of the terminal; `nil` for no limit.
  ///   - row: A closure that returns the cells of a row.
  fileprivate init(
    _ columns: [Column], count: Int, available: Int?, isASCII: Bool, row: (Int) throws -> [String]
  ) rethrows {
    var widths = columns.map { displayWidth(of: $0.title) }
    for index in 0..<count {
      for (column, cell) in try row(index).enumerated() { widths[column] = max(widths[column], displayWidth(of: cell)) }
    }
    var shown = Array(columns.indices)
    if let available {
      func total(_ width: (Int) -> Int) -> Int { shown.map(width).reduce(0, +) + Self.gap * (shown.count - 1) }
      func narrowest(_ column: Int) -> Int { min(widths[column], columns[column].minimum ?? .max) }
      while total(narrowest) > available, let last = shown.max(by: { columns[$0].rank < columns[$1].rank }),
        columns[last].rank > 0
      {
        shown.removeAll { $0 == last }
      }
      // The widest column shrinks first, so that two long columns end up with equal widths.
      while total({ widths[$0] }) > available,
        let widest = shown.filter({ widths[$0] > narrowest($0) }).max(by: { widths[$0] < widths[$1] })
      {
        widths[widest] -= 1
      }
    }
    self.columns = columns
    self.widths = widths
    self.shown = shown
    ellipsis = isASCII ? "~" : "…"
  }

  /// The header line.
  fileprivate var header: String { line(columns.map(\.title)) }

  /// Returns the line of a row, without trailing spaces and safe for any terminal.
  fileprivate func line(_ cells: [String]) -> String {
    var line = ""
    for column in shown {
      let cell = truncated(cells[column], to: widths[column], ellipsis: ellipsis)
      let padding = String(repeating: " ", count: max(0, widths[column] - displayWidth(of: cell)))
      line += columns[column].isRight ? padding + cell : cell + padding
      line += String(repeating: " ", count: Self.gap)
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}

extension TextOutput {
  /// Writes a table. Without rows, writes nothing.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - cells: A closure that returns the cells of a row. It is called twice, so that no rows are stored.
  func write(_ columns: [TextTable.Column], count: Int, isASCII: Bool, cells: (Int) throws -> [String]) throws {
    guard count > 0 else { return }
    let table = try TextTable(columns, count: count, available: self.columns, isASCII: isASCII, row: cells)
    try write(table.header + "\n")
    for row in 0..<count { try write(table.line(cells(row)) + "\n") }
  }

  /// Writes an array of JSON objects, one per line.
  func write(objects: [String]) throws(OutputError) {
    try write(objects.isEmpty ? "[]\n" : "[\n  " + objects.joined(separator: ",\n  ") + "\n]\n")
  }
}

/// Lines of labels and values in two aligned columns, safe for any terminal.
struct LabeledText {
  let text: String

  /// Creates the text.
  ///
  /// - Parameter indentation: The number of spaces before each label.
  init(_ lines: [(label: String, text: String)], indentation: Int = 0) {
    let width = lines.map { displayWidth(of: $0.label) }.max() ?? 0
    let margin = String(repeating: " ", count: indentation)
    text = lines.map { label, text in
      let padding = String(repeating: " ", count: width - displayWidth(of: label) + 2)
      let continuation = "\n" + margin + String(repeating: " ", count: width + 2)
      let shown = sanitized(text).split(separator: "\n", omittingEmptySubsequences: false).joined(
        separator: continuation)
      return "\(margin)\(label)\(padding)\(shown)\n"
    }.joined()
  }
}
