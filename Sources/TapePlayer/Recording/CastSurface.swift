import ReactorTerminalCore

/// A surface that sends frames to a recorder, as bytes for a terminal of type `xterm-256color`.
///
/// Rejected alternative: ncurses, which would write fewer bytes but supports only one screen per process. With this
/// surface, many tapes can be played at once, and the same frames produce the same bytes on every machine.
@MainActor
final class CastSurface: Surface {
  let capabilities: Capabilities
  private let recorder: CastRecorder
  private let pen: CastPen
  private var shown: [Cell] = []
  private var shownSize = Size.zero
  private var caret: Point?
  private var bytes = ""

  /// The number of unchanged cells from which moving the cursor is shorter than writing the cells again.
  private static let shortestGap = 8

  init(_ recorder: CastRecorder, capabilities: Capabilities) {
    self.recorder = recorder
    self.capabilities = capabilities
    pen = CastPen(depth: capabilities.colors)
  }

  func invalidate() { shown = [] }

  func resize(to size: Size) { invalidate() }

  @discardableResult
  func present(_ grid: CellGrid, cursor: Cursor?) -> Int {
    let caret = cursor.flatMap { $0.isVisible ? $0.position : nil }
    bytes = ""
    if shown.isEmpty || shownSize != grid.size {
      shownSize = grid.size
      shown = Array(repeating: .blank, count: grid.width * grid.height)
      self.caret = nil
      bytes += "\u{1B}[0m\u{1B}[?25l\u{1B}[H\u{1B}[2J"
    }
    for row in 0..<grid.height { write(row, of: grid) }
    if caret != self.caret || caret != nil && !bytes.isEmpty { place(caret) }
    if !bytes.isEmpty { bytes.withUTF8 { recorder.output(UnsafeRawBufferPointer($0)) } }
    return bytes.utf8.count
  }

  /// Writes the changed cells of a row, and updates the stored cells.
  private func write(_ row: Int, of grid: CellGrid) {
    let start = row * grid.width
    var column = 0
    while column < grid.width {
      guard grid.cell(at: Point(x: column, y: row)) != shown[start + column] else {
        column += 1
        continue
      }
      // A wide glyph is written as a whole, even if only its right half has changed.
      while column > 0, grid.cell(at: Point(x: column, y: row)).isContinuation { column -= 1 }
      column = writeRun(from: column, row: row, of: grid)
    }
  }

  /// Writes a run of changed cells with short gaps, and returns the column after it.
  private func writeRun(from first: Int, row: Int, of grid: CellGrid) -> Int {
    let start = row * grid.width
    var end = first
    var column = first
    while column < grid.width, column - end < Self.shortestGap {
      let cell = grid.cell(at: Point(x: column, y: row))
      if cell != shown[start + column] || cell.isContinuation && end == column { end = column + 1 }
      column += 1
    }
    move(to: first, row)
    var style: Style?
    for column in first..<end {
      let cell = grid.cell(at: Point(x: column, y: row))
      shown[start + column] = cell
      if cell.isContinuation { continue }
      if style != cell.style {
        bytes += pen.sequence(for: cell.style)
        style = cell.style
      }
      bytes += grid.glyphs.text(of: cell)
      // Terminals disagree about the width of these characters.
      let next = column + Int(cell.width)
      if cell.glyph > 0xFFFF || cell.width > 1, next < end { move(to: next, row) }
    }
    bytes += "\u{1B}[0m"
    return end
  }

  private func move(to column: Int, _ row: Int) {
    bytes += "\u{1B}[\(row + 1);\(column + 1)H"
  }

  private func place(_ newCaret: Point?) {
    if let newCaret { move(to: newCaret.x, newCaret.y) }
    if (newCaret == nil) != (caret == nil) { bytes += newCaret == nil ? "\u{1B}[?25l" : "\u{1B}[?25h" }
    caret = newCaret
  }
}

/// The escape sequences for styles on a terminal with a given color depth.
struct CastPen {
  let depth: ColorDepth

  /// Returns the sequence that resets all attributes and sets those of `style`, regardless of the previous style.
  func sequence(for style: Style) -> String {
    let isFilled = style.background != .default
    let style = style.degraded(to: depth)
    var codes = ["0"]
    let attributes: [(Attributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
    ]
    codes += attributes.filter { style.attributes.contains($0.0) }.map(\.1)
    // If the terminal cannot show a background, reverse video replaces it, because the background may mark a selection.
    if isFilled, style.background == .default, !style.attributes.contains(.reverse) { codes.append("7") }
    codes += color(style.foreground, base: 30)
    codes += color(style.background, base: 40)
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private func color(_ color: Color, base: Int) -> [String] {
    switch color.kind {
    case .default: []
    case .indexed(let index) where index < 8: ["\(base + Int(index))"]
    case .indexed(let index) where index < 16: ["\(base + 52 + Int(index))"]
    case .indexed(let index): ["\(base + 8)", "5", "\(index)"]
    case .rgb(let red, let green, let blue): ["\(base + 8)", "2", "\(red)", "\(green)", "\(blue)"]
    }
  }
}
