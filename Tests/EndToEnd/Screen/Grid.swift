/// A cell of the screen.
struct Cell: Hashable, Sendable {
  /// The grapheme; empty for the right half of a wide one.
  var text = " "
  var style = Style.plain
}

/// The cells of a screen with operations that move and erase them, without a cursor.
struct Grid: Sendable {
  private(set) var columns: Int
  private(set) var rows: Int
  private(set) var lines: [[Cell]]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    lines = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  /// Truncates and extends the grid at the right and at the bottom, as terminals without reflow do.
  mutating func resize(columns: Int, rows: Int) {
    lines = (0..<rows).map { row in
      let line = row < lines.count ? lines[row] : []
      return Array(line.prefix(columns)) + Array(repeating: Cell(), count: max(0, columns - line.count))
    }
    self.columns = columns
    self.rows = rows
    // Removes the remaining half of a wide character.
    for row in 0..<rows where isWide(row, columns - 1) { lines[row][columns - 1] = Cell() }
  }

  private func isWide(_ row: Int, _ column: Int) -> Bool {
    TerminalModel.width(of: lines[row][column].text) == 2
  }

  /// Writes a grapheme of one or two columns. A wide neighbor that loses a half becomes blank.
  mutating func put(_ text: String, width: Int, style: Style, row: Int, column: Int) {
    clearHalves(row: row, from: column, to: column + width)
    lines[row][column] = Cell(text: text, style: style)
    if width == 2, column + 1 < columns { lines[row][column + 1] = Cell(text: "", style: style) }
  }

  /// Adds a combining mark to the character that ends left of `column`.
  mutating func combine(_ mark: Unicode.Scalar, row: Int, before column: Int) {
    var place = column - 1
    if place > 0, lines[row][place].text.isEmpty { place -= 1 }
    guard place >= 0 else { return }
    lines[row][place].text.unicodeScalars.append(mark)
  }

  private mutating func clearHalves(row: Int, from: Int, to: Int) {
    if from > 0, from < columns, lines[row][from].text.isEmpty { lines[row][from - 1].text = " " }
    if to < columns, lines[row][to].text.isEmpty { lines[row][to].text = " " }
  }

  /// Erases columns of a row.
  mutating func erase(row: Int, columns range: Range<Int>, style: Style) {
    let range = range.clamped(to: 0..<columns)
    guard !range.isEmpty else { return }
    clearHalves(row: row, from: range.lowerBound, to: range.upperBound)
    for column in range { lines[row][column] = Cell(style: style.erased) }
  }

  mutating func erase(rows range: Range<Int>, style: Style) {
    for row in range.clamped(to: 0..<rows) { erase(row: row, columns: 0..<columns, style: style) }
  }

  /// Moves the lines of a region up (`count` > 0) or down, and erases the lines that become free.
  mutating func scroll(_ region: ClosedRange<Int>, by count: Int, style: Style) {
    let distance = min(abs(count), region.count)
    let blank = Array(repeating: Array(repeating: Cell(style: style.erased), count: columns), count: distance)
    if count > 0 {
      lines.replaceSubrange(region, with: Array(lines[region].dropFirst(distance)) + blank)
    } else {
      lines.replaceSubrange(region, with: blank + Array(lines[region].dropLast(distance)))
    }
  }

  mutating func insertBlanks(_ count: Int, row: Int, column: Int, style: Style) {
    clearHalves(row: row, from: column, to: column)
    let blanks = Array(repeating: Cell(style: style.erased), count: min(count, columns - column))
    lines[row].insert(contentsOf: blanks, at: column)
    lines[row].removeLast(lines[row].count - columns)
    if isWide(row, columns - 1) { lines[row][columns - 1] = Cell() }
  }

  mutating func deleteCells(_ count: Int, row: Int, column: Int, style: Style) {
    let count = min(count, columns - column)
    clearHalves(row: row, from: column, to: column + count)
    lines[row].removeSubrange(column..<column + count)
    lines[row].append(contentsOf: Array(repeating: Cell(style: style.erased), count: count))
  }
}
