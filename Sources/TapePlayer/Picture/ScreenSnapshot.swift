import ReactorTerminalCore

/// A copy of the cells of a screen, which can be written as text or as a picture.
public struct ScreenSnapshot: Sendable, Hashable {
  /// A glyph and its style.
  package struct Cell: Sendable, Hashable {
    /// The text of the glyph; empty for the right half of a wide glyph.
    package let text: String
    /// The number of columns: 1, 2, or 0 for the right half of a wide glyph.
    package let width: Int
    /// The colors and attributes of the glyph.
    package let style: Style
  }

  /// The size in columns and rows.
  public let size: Size
  /// The cells, row by row.
  package let cells: [Cell]
  /// The position of the caret, if it is shown.
  package let caret: Point?
  /// Whether the screen is drawn for a light background.
  package let isLight: Bool

  /// Creates a snapshot of the last frame of `window`.
  @MainActor
  public init(of window: Window) {
    let grid = window.grid
    var caret: Point?
    if let view = window.focusedView, let point = view.caret, view.bounds.contains(point), !window.isTooSmall {
      caret = view.convertToWindow(point)
    }
    self.init(of: grid, caret: caret, isLight: window.theme.name == Theme.light.name)
  }

  /// Creates a snapshot of `grid`.
  @MainActor
  package init(of grid: CellGrid, caret: Point? = nil, isLight: Bool = false) {
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

  func row(_ y: Int) -> ArraySlice<Cell> { cells[y * size.width..<(y + 1) * size.width] }

  /// The text of all rows without trailing spaces, each followed by a line break.
  public var text: String {
    (0..<size.height).map { y in
      let text = row(y).map(\.text).joined()
      return text[..<(text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex)] + "\n"
    }.joined()
  }
}
