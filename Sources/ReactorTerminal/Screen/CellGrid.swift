/// The cells of a screen. Views draw into it through a `Canvas`, a surface shows it.
@MainActor
public final class CellGrid {
  /// Columns and rows.
  public private(set) var size: Size
  /// The glyphs of more than one scalar that the cells name.
  public let glyphs: GlyphTable
  /// Row by row.
  private(set) var cells: [Cell]

  /// A blank grid.
  public init(size: Size, glyphs: GlyphTable = GlyphTable()) {
    self.size = size
    self.glyphs = glyphs
    cells = Array(repeating: .blank, count: size.width * size.height)
  }

  /// Columns.
  public var width: Int { size.width }
  /// Rows.
  public var height: Int { size.height }

  /// Takes another size. Everything becomes blank: views draw anew after a change of size.
  public func resize(to size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: size.width * size.height)
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
    return cells[row * size.width..<(row + 1) * size.width].map(glyphs.text(of:)).joined()
  }

  /// Every row as a person reads it, without trailing spaces.
  public var rows: [String] {
    (0..<size.height).map { row in
      let text = text(row: row)
      return String(text[..<(text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex)])
    }
  }

  // MARK: Drawing, for Canvas

  /// Puts cells of one column at the start of `columns`, one for each byte of printable ASCII.
  func put(ascii bytes: UnsafeBufferPointer<UInt8>, row: Int, column: Int, style: Style) {
    guard !bytes.isEmpty else { return }
    separate(row: row, columns: column..<column + bytes.count)
    let start = row * size.width + column
    cells.withUnsafeMutableBufferPointer { cells in
      for offset in 0..<bytes.count {
        cells[start + offset] = Cell(glyph: UInt32(bytes[offset]), width: 1, style: style)
      }
    }
  }

  /// Puts one glyph; one of two columns needs both inside the grid.
  func put(glyph: UInt32, width: Int, row: Int, column: Int, style: Style) {
    separate(row: row, columns: column..<column + width)
    let index = row * size.width + column
    cells[index] = Cell(glyph: glyph, width: UInt8(width), style: style)
    if width == 2 { cells[index + 1] = .continuation(style) }
  }

  /// Repeats a glyph of one column.
  func fill(glyph: UInt32, row: Int, columns: Range<Int>, style: Style) {
    guard !columns.isEmpty else { return }
    separate(row: row, columns: columns)
    let start = row * size.width
    let cell = Cell(glyph: glyph, width: 1, style: style)
    cells.withUnsafeMutableBufferPointer { cells in
      for column in columns { cells[start + column] = cell }
    }
  }

  /// Lays `style` over what is there.
  func merge(_ style: Style, row: Int, columns: Range<Int>) {
    let start = row * size.width
    cells.withUnsafeMutableBufferPointer { cells in
      for column in columns { cells[start + column].style = style.merging(over: cells[start + column].style) }
    }
  }

  /// Blanks the other half of each wide glyph that `columns` cuts in two: ncurses would show the rest shifted.
  private func separate(row: Int, columns: Range<Int>) {
    let start = row * size.width
    if cells[start + columns.lowerBound].isContinuation, columns.lowerBound > 0 {
      cells[start + columns.lowerBound - 1] = .space(cells[start + columns.lowerBound - 1].style)
    }
    if columns.upperBound < size.width, cells[start + columns.upperBound].isContinuation {
      cells[start + columns.upperBound] = .space(cells[start + columns.upperBound].style)
    }
  }
}
