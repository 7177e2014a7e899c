import ReactorTerminal

/// What a screen shows at one moment, apart from the program: to be written as text or as a picture.
public struct ScreenSnapshot: Sendable, Hashable {
  /// A glyph and how it is drawn.
  public struct Cell: Sendable, Hashable {
    /// What a person reads; empty for the right half of a wide glyph.
    public let text: String
    /// Columns: 1, 2, or 0 for the right half of a wide glyph.
    public let width: Int
    /// Colours and attributes.
    public let style: Style
  }

  /// Columns and rows.
  public let size: Size
  /// Row by row.
  public let cells: [Cell]
  /// Where the cursor stands, if it is shown.
  public let caret: Point?
  /// Whether it is drawn for a light background.
  public let isLight: Bool

  /// What `window` has drawn last.
  @MainActor
  public init(of window: Window) {
    let grid = window.grid
    var caret: Point?
    if let view = window.focusedView, let point = view.caret, view.bounds.contains(point), !window.isTooSmall {
      caret = view.convertToWindow(point)
    }
    self.init(of: grid, caret: caret, isLight: window.theme.name == Theme.light.name)
  }

  /// The cells of `grid`.
  @MainActor
  public init(of grid: CellGrid, caret: Point? = nil, isLight: Bool = false) {
    size = grid.size
    self.caret = caret
    self.isLight = isLight
    cells = (0..<grid.height).flatMap { y in
      (0..<grid.width).map { x in
        let cell = grid.cell(at: Point(x: x, y: y))
        return Cell(text: grid.glyphs.text(of: cell), width: Int(cell.width), style: cell.style)
      }
    }
  }

  /// The cells of row `y`.
  func row(_ y: Int) -> ArraySlice<Cell> { cells[y * size.width..<(y + 1) * size.width] }

  /// The rows as a person reads them, without the blanks at their ends, each with a line end.
  public var text: String {
    (0..<size.height).map { y in
      let text = row(y).map(\.text).joined()
      return text[..<(text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex)] + "\n"
    }.joined()
  }
}
