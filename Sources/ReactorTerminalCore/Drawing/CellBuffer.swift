/// The storage of a grid's cells.
///
/// It is not isolated, and the grid modifies it as a whole, so that the actor and exclusive access are checked once for
/// each piece of text. Drawing spends most of its time here.
struct CellBuffer {
  let size: Size
  /// The cells, row by row.
  private(set) var cells: [Cell]
  /// For each row, whether it was drawn on since a surface last took the rows, so that the surface compares only those.
  private var isDrawn: [Bool]

  /// Creates blank cells.
  init(size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: size.width * size.height)
    isDrawn = Array(repeating: true, count: size.height)
  }

  mutating func takeDrawnRows() -> [Int] {
    var rows: [Int] = []
    for row in isDrawn.indices where isDrawn[row] {
      rows.append(row)
      isDrawn[row] = false
    }
    return rows
  }

  mutating func put(ascii bytes: UnsafeBufferPointer<UInt8>, row: Int, column: Int, style: Style) {
    guard !bytes.isEmpty else { return }
    edit(row: row, columns: column..<column + bytes.count) { cells in
      for offset in 0..<bytes.count {
        cells[column + offset] = Cell(glyph: UInt32(bytes[offset]), width: 1, style: style)
      }
    }
  }

  mutating func put(glyph: UInt32, width: Int, row: Int, column: Int, style: Style) {
    edit(row: row, columns: column..<column + width) { cells in
      cells[column] = Cell(glyph: glyph, width: UInt8(width), style: style)
      if width == 2 { cells[column + 1] = .continuation(style) }
    }
  }

  mutating func fill(glyph: UInt32, row: Int, columns: Range<Int>, style: Style) {
    guard !columns.isEmpty else { return }
    let cell = Cell(glyph: glyph, width: 1, style: style)
    edit(row: row, columns: columns) { cells in
      for column in columns { cells[column] = cell }
    }
  }

  mutating func put(_ source: UnsafeBufferPointer<Cell>, row: Int, column: Int) {
    guard let first = source.baseAddress, !source.isEmpty else { return }
    edit(row: row, columns: column..<column + source.count) { cells in
      cells.advanced(by: column).update(from: first, count: source.count)
    }
  }

  func copy(row: Int, column: Int, to target: UnsafeMutableBufferPointer<Cell>) {
    let start = row * size.width + column
    cells.withUnsafeBufferPointer { cells in
      _ = target.update(fromContentsOf: UnsafeBufferPointer(rebasing: cells[start..<start + target.count]))
    }
  }

  mutating func changeStyles(row: Int, columns: Range<Int>, _ change: (Style) -> Style) {
    isDrawn[row] = true
    let start = row * size.width
    for column in columns { cells[start + column].style = change(cells[start + column].style) }
  }

  /// Calls `body` with the cells of a row, after clearing the other half of each wide glyph that `columns` cuts in two.
  /// Otherwise, ncurses would shift the rest of the row.
  @inline(__always)
  private mutating func edit(row: Int, columns: Range<Int>, _ body: (UnsafeMutablePointer<Cell>) -> Void) {
    isDrawn[row] = true
    let width = size.width
    cells.withUnsafeMutableBufferPointer { all in
      guard let cells = all.baseAddress?.advanced(by: row * width) else { return }
      if columns.lowerBound > 0, cells[columns.lowerBound].isContinuation {
        cells[columns.lowerBound - 1] = .space(cells[columns.lowerBound - 1].style)
      }
      if columns.upperBound < width, cells[columns.upperBound].isContinuation {
        cells[columns.upperBound] = .space(cells[columns.upperBound].style)
      }
      body(cells)
    }
  }
}
