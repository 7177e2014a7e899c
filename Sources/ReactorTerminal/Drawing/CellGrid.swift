/// The cells of a screen. Views draw in it with a ``Canvas``, and a ``Surface`` displays it.
@MainActor
public final class CellGrid {
  /// The size in cells.
  public private(set) var size: Size
  /// The glyphs of more than one scalar that the cells refer to.
  public let glyphs: GlyphTable
  /// The cells, row by row.
  private(set) var cells: [Cell]
  /// Whether each row was drawn on since a surface last took the rows, so that the surface compares only those.
  private var isDrawn: [Bool]

  /// Creates a blank grid.
  public init(size: Size, glyphs: GlyphTable = GlyphTable()) {
    self.size = size
    self.glyphs = glyphs
    cells = Array(repeating: .blank, count: size.width * size.height)
    isDrawn = Array(repeating: true, count: size.height)
  }

  /// The number of columns.
  public var width: Int { size.width }
  /// The number of rows.
  public var height: Int { size.height }

  /// Changes the size and clears all cells, because views draw everything again after a resize.
  public func resize(to size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: size.width * size.height)
    isDrawn = Array(repeating: true, count: size.height)
  }

  /// Returns the cell at a position, or a blank cell if the position is outside the grid.
  public func cell(at point: Point) -> Cell {
    guard Rect(origin: .zero, size: size).contains(point) else { return .blank }
    return cells[point.y * size.width + point.x]
  }

  /// Returns the colors and attributes at a position.
  public func style(at point: Point) -> Style { cell(at: point).style }

  /// Returns the text of a row, with trailing spaces.
  public func text(row: Int) -> String {
    guard row >= 0, row < size.height else { return "" }
    return glyphs.text(of: cells[row * size.width..<(row + 1) * size.width])
  }

  /// Returns the text of some columns of a row, without trailing spaces. Half a wide glyph counts as all of it.
  func text(row: Int, columns: Range<Int>) -> String {
    let columns = wholeGlyphs(in: columns, row: row)
    let start = row * size.width
    let range = start + columns.lowerBound..<start + columns.upperBound
    guard let end = cells[range].lastIndex(where: { $0.glyph != Cell.blank.glyph && !$0.isContinuation }) else {
      return ""
    }
    return glyphs.text(of: cells[range.lowerBound...end])
  }

  /// Returns the columns of a row, with the other half of each wide glyph that they cut in two.
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
  public var rows: [String] {
    (0..<size.height).map { row in
      let start = row * size.width
      let end = cells[start..<start + size.width].lastIndex { $0.glyph != Cell.blank.glyph && !$0.isContinuation }
      return end.map { glyphs.text(of: cells[start...$0]) } ?? ""
    }
  }

  /// Returns the rows drawn on since the last call, from top to bottom. Only the surface that displays the grid calls
  /// it.
  func takeDrawnRows() -> [Int] {
    var rows: [Int] = []
    for row in isDrawn.indices where isDrawn[row] {
      rows.append(row)
      isDrawn[row] = false
    }
    return rows
  }

  // MARK: Drawing, for Canvas

  /// Writes one cell for each byte of printable ASCII, starting at `column`.
  func put(ascii bytes: UnsafeBufferPointer<UInt8>, row: Int, column: Int, style: Style) {
    guard !bytes.isEmpty else { return }
    edit(row: row, columns: column..<column + bytes.count) { cells in
      for offset in 0..<bytes.count {
        cells[column + offset] = Cell(glyph: UInt32(bytes[offset]), width: 1, style: style)
      }
    }
  }

  /// Writes one glyph, all of whose columns must be inside the grid.
  func put(glyph: UInt32, width: Int, row: Int, column: Int, style: Style) {
    edit(row: row, columns: column..<column + width) { cells in
      cells[column] = Cell(glyph: glyph, width: UInt8(width), style: style)
      if width == 2 { cells[column + 1] = .continuation(style) }
    }
  }

  /// Fills columns with a glyph of one column.
  func fill(glyph: UInt32, row: Int, columns: Range<Int>, style: Style) {
    guard !columns.isEmpty else { return }
    let cell = Cell(glyph: glyph, width: 1, style: style)
    edit(row: row, columns: columns) { cells in
      for column in columns { cells[column] = cell }
    }
  }

  /// Merges `style` over the styles of the cells.
  func merge(_ style: Style, row: Int, columns: Range<Int>) {
    isDrawn[row] = true
    let start = row * size.width
    cells.withUnsafeMutableBufferPointer { cells in
      for column in columns { cells[start + column].style = style.merging(over: cells[start + column].style) }
    }
  }

  /// Exchanges foreground and background of the cells.
  func invert(row: Int, columns: Range<Int>) {
    isDrawn[row] = true
    let start = row * size.width
    for column in columns { cells[start + column].style.attributes.formSymmetricDifference(.reverse) }
  }

  /// Calls `body` with the cells of a row, after clearing the other half of each wide glyph that `columns` cuts in two,
  /// because ncurses would show the rest of the row shifted.
  ///
  /// Drawing spends most of its time here, so each piece of text accesses the storage once.
  @inline(__always)
  private func edit(row: Int, columns: Range<Int>, _ body: (UnsafeMutablePointer<Cell>) -> Void) {
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
