/// The cells of a screen. Views draw in it with a ``Canvas``, and a ``Surface`` displays it.
@MainActor
package final class CellGrid {
  /// The glyphs of more than one scalar that the cells refer to.
  package let glyphs: GlyphTable
  private var buffer: CellBuffer

  /// Creates a blank grid.
  package init(size: Size, glyphs: GlyphTable = GlyphTable()) {
    self.glyphs = glyphs
    buffer = CellBuffer(size: size)
  }

  /// The size in cells.
  package var size: Size { buffer.size }
  /// The cells, row by row.
  var cells: [Cell] { buffer.cells }
  /// The number of columns.
  package var width: Int { size.width }
  /// The number of rows.
  package var height: Int { size.height }

  /// Changes the size and clears all cells, because views draw everything again after a resize.
  package func resize(to size: Size) { buffer = CellBuffer(size: size) }

  /// Returns the cell at a position, or a blank cell if the position is outside the grid.
  package func cell(at point: Point) -> Cell {
    guard Rect(origin: .zero, size: size).contains(point) else { return .blank }
    return cells[point.y * size.width + point.x]
  }

  /// Returns the colors and attributes at a position.
  package func style(at point: Point) -> Style { cell(at: point).style }

  /// Returns the text of a row, with trailing spaces.
  package func text(row: Int) -> String {
    guard row >= 0, row < size.height else { return "" }
    return glyphs.text(of: cells[row * size.width..<(row + 1) * size.width])
  }

  /// Returns the text of some columns of a row, without trailing spaces. A wide glyph is included if either half is.
  func text(row: Int, columns: Range<Int>) -> String {
    let columns = wholeGlyphs(in: columns, row: row)
    let start = row * size.width
    let range = start + columns.lowerBound..<start + columns.upperBound
    guard let end = cells[range].lastIndex(where: { $0.glyph != Cell.blank.glyph && !$0.isContinuation }) else {
      return ""
    }
    return glyphs.text(of: cells[range.lowerBound...end])
  }

  /// Returns the columns of a row, extended so that no wide glyph is cut in two.
  func wholeGlyphs(in columns: Range<Int>, row: Int) -> Range<Int> {
    var columns = columns.clamped(to: 0..<size.width)
    guard row >= 0, row < size.height, !columns.isEmpty else { return 0..<0 }
    let start = row * size.width
    if columns.lowerBound > 0, cells[start + columns.lowerBound].isContinuation {
      columns = columns.lowerBound - 1..<columns.upperBound
    }
    if columns.upperBound < size.width, cells[start + columns.upperBound].isContinuation {
      columns = columns.lowerBound..<columns.upperBound + 1
    }
    return columns
  }

  /// The text of each row, without trailing spaces.
  package var rows: [String] { glyphs.rows(of: cells, width: size.width) }

  /// Returns the rows drawn on since the last call, from top to bottom. Called only by the surface that displays the
  /// grid.
  func takeDrawnRows() -> [Int] { buffer.takeDrawnRows() }

  // MARK: Comparing

  /// Returns whether all cells are equal.
  package func hasSameCells(as other: CellGrid) -> Bool { cells == other.cells }

  /// The scalars other than those of ASCII text.
  package var scalarsBeyondASCII: Set<UInt32> {
    var found: Set<UInt32> = []
    for cell in cells where !cell.isContinuation && !(0x20...0x7E).contains(cell.glyph) {
      found.formUnion(cell.glyph < GlyphTable.firstIndex ? [cell.glyph] : glyphs.sequence(for: cell.glyph))
    }
    return found
  }

  /// Returns the first cell with a style in an area inside the grid, row by row, or `nil` if no cell has it.
  package func firstCell(styled style: Style, in area: Rect) -> Point? {
    let cells = cells
    for y in area.rows {
      for x in area.columns where cells[y * size.width + x].style == style { return Point(x: x, y: y) }
    }
    return nil
  }

  // MARK: Drawing, for Canvas

  /// Writes one cell for each byte of printable ASCII, starting at `column`.
  func put(ascii bytes: UnsafeBufferPointer<UInt8>, row: Int, column: Int, style: Style) {
    buffer.put(ascii: bytes, row: row, column: column, style: style)
  }

  /// Writes one glyph, all of whose columns must be inside the grid.
  func put(glyph: UInt32, width: Int, row: Int, column: Int, style: Style) {
    buffer.put(glyph: glyph, width: width, row: row, column: column, style: style)
  }

  /// Fills columns with a glyph that is one column wide.
  func fill(glyph: UInt32, row: Int, columns: Range<Int>, style: Style) {
    buffer.fill(glyph: glyph, row: row, columns: columns, style: style)
  }

  /// Writes cells, starting at `column`.
  func put(_ cells: UnsafeBufferPointer<Cell>, row: Int, column: Int) {
    buffer.put(cells, row: row, column: column)
  }

  /// Copies the cells that start at `column`.
  func copy(row: Int, column: Int, to cells: UnsafeMutableBufferPointer<Cell>) {
    buffer.copy(row: row, column: column, to: cells)
  }

  /// Merges `style` over the styles of the cells.
  func merge(_ style: Style, row: Int, columns: Range<Int>) {
    buffer.changeStyles(row: row, columns: columns) { style.merging(over: $0) }
  }

  /// Exchanges foreground and background of the cells.
  func invert(row: Int, columns: Range<Int>) {
    buffer.changeStyles(row: row, columns: columns) { style in
      var inverted = style
      inverted.attributes.formSymmetricDifference(.reverse)
      return inverted
    }
  }
}
