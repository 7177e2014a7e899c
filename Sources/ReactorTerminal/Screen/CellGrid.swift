/// The cells of a screen. Views draw into it through a `Canvas`, a surface shows it.
@MainActor
public final class CellGrid {
  /// Columns and rows.
  public private(set) var size: Size
  /// The glyphs of more than one scalar that the cells name.
  public let glyphs: GlyphTable
  /// Row by row.
  private(set) var cells: [Cell]
  /// The rows drawn on since a surface took them: what it need not look at stays out of the processor's caches.
  private var isDrawn: [Bool]

  /// A blank grid.
  public init(size: Size, glyphs: GlyphTable = GlyphTable()) {
    self.size = size
    self.glyphs = glyphs
    cells = Array(repeating: .blank, count: size.width * size.height)
    isDrawn = Array(repeating: true, count: size.height)
  }

  /// Columns.
  public var width: Int { size.width }
  /// Rows.
  public var height: Int { size.height }

  /// Takes another size. Everything becomes blank: views draw anew after a change of size.
  public func resize(to size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: size.width * size.height)
    isDrawn = Array(repeating: true, count: size.height)
  }

  /// The cell at a position; a blank one outside.
  public func cell(at point: Point) -> Cell {
    guard Rect(origin: .zero, size: size).contains(point) else { return .blank }
    return cells[point.y * size.width + point.x]
  }

  /// Colours and attributes at a position.
  public func style(at point: Point) -> Style { cell(at: point).style }

  /// What a person reads in a row, with its trailing spaces.
  public func text(row: Int) -> String {
    guard row >= 0, row < size.height else { return "" }
    return glyphs.text(of: cells[row * size.width..<(row + 1) * size.width])
  }

  /// Every row as a person reads it, without trailing spaces.
  public var rows: [String] {
    (0..<size.height).map { row in
      let start = row * size.width
      let end = cells[start..<start + size.width].lastIndex { $0.glyph != Cell.blank.glyph && !$0.isContinuation }
      return end.map { glyphs.text(of: cells[start...$0]) } ?? ""
    }
  }

  /// The rows drawn on since the last call, from top to bottom. For the one surface that shows the grid.
  func takeDrawnRows() -> [Int] {
    var rows: [Int] = []
    for row in isDrawn.indices where isDrawn[row] {
      rows.append(row)
      isDrawn[row] = false
    }
    return rows
  }

  // MARK: Drawing, for Canvas

  /// Puts cells of one column from `column` on, one for each byte of printable ASCII.
  func put(ascii bytes: UnsafeBufferPointer<UInt8>, row: Int, column: Int, style: Style) {
    guard !bytes.isEmpty else { return }
    edit(row: row, columns: column..<column + bytes.count) { cells in
      for offset in 0..<bytes.count {
        cells[column + offset] = Cell(glyph: UInt32(bytes[offset]), width: 1, style: style)
      }
    }
  }

  /// Puts one glyph; one of two columns needs both inside the grid.
  func put(glyph: UInt32, width: Int, row: Int, column: Int, style: Style) {
    edit(row: row, columns: column..<column + width) { cells in
      cells[column] = Cell(glyph: glyph, width: UInt8(width), style: style)
      if width == 2 { cells[column + 1] = .continuation(style) }
    }
  }

  /// Repeats a glyph of one column.
  func fill(glyph: UInt32, row: Int, columns: Range<Int>, style: Style) {
    guard !columns.isEmpty else { return }
    let cell = Cell(glyph: glyph, width: 1, style: style)
    edit(row: row, columns: columns) { cells in
      for column in columns { cells[column] = cell }
    }
  }

  /// Lays `style` over what is there.
  func merge(_ style: Style, row: Int, columns: Range<Int>) {
    isDrawn[row] = true
    let start = row * size.width
    cells.withUnsafeMutableBufferPointer { cells in
      for column in columns { cells[start + column].style = style.merging(over: cells[start + column].style) }
    }
  }

  /// Gives a row to `body`, after blanking the other half of each wide glyph that `columns` cuts in two: ncurses would
  /// show the rest of the row shifted. One access to the storage for each piece of text: this is the hot path.
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
