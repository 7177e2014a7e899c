import ReactorTerminal

/// Rows of text under one another, aligned by the columns that letters take: Hangul takes two.
struct TextTable {
  /// A column.
  struct Column {
    var title: String
    /// Whether cells stand at the right, as numbers do.
    var isRight = false
    /// When the table is too wide: columns with a higher number leave first, those with 0 never.
    var rank = 0
    /// The columns that a cell can be cut down to; nil when it is never cut.
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
  ///   - count: how many rows there are.
  ///   - available: the columns of the terminal; nil for as many as it takes.
  ///   - row: the cells of a row. Asked for twice, now and when the row is written, so that no row is kept.
  init(
    _ columns: [Column], count: Int, available: Int?, isASCII: Bool, row: (Int) -> [String]
  ) {
    var widths = columns.map { displayWidth(of: $0.title) }
    for index in 0..<count {
      for (column, cell) in row(index).enumerated() { widths[column] = max(widths[column], displayWidth(of: cell)) }
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
      // The widest gives way first, so that two long columns end up alike.
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

  /// The line with the titles.
  var header: String { line(columns.map(\.title)) }

  /// The line of a row, without spaces at its end, made harmless for any terminal.
  func line(_ cells: [String]) -> String {
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
