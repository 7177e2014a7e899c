/// A selection of cells with the mouse: from one position to another, row by row, inside an area.
struct TextSelection {
  /// Consecutive cells of a row: a single cell, or a word.
  private struct Cells: Equatable {
    var row: Int
    var columns: Range<Int>

    /// Returns whether these cells begin before others in reading order.
    func precede(_ other: Cells) -> Bool {
      (row, columns.lowerBound) < (other.row, other.columns.lowerBound)
    }
  }

  /// The view in which the selection began.
  private(set) weak var view: View?
  /// The area of the window that the selection cannot leave.
  private let area: Rect
  private let selectsWords: Bool
  private let anchor: Cells
  private var head: Cells
  /// Whether anything is selected: the mouse was moved, or a word was clicked.
  private(set) var isActive: Bool

  /// Creates a selection that begins at a position; `nil` if the position is outside the area, or if words are selected
  /// and there is none at the position.
  @MainActor
  init?(at position: Point, in area: Rect, of view: View, on grid: CellGrid, selectsWords: Bool) {
    guard area.contains(position), let cells = Self.cells(at: position, in: area, on: grid, word: selectsWords) else {
      return nil
    }
    self.view = view
    self.area = area
    self.selectsWords = selectsWords
    anchor = cells
    head = cells
    isActive = selectsWords
  }

  /// Extends the selection to a position, or to the word at that position. The position may be outside the area.
  @MainActor
  mutating func extend(to position: Point, on grid: CellGrid) {
    let inside = Point(
      x: min(max(position.x, area.x), area.maxX - 1), y: min(max(position.y, area.y), area.maxY - 1))
    let cell = Cells(row: inside.y, columns: inside.x..<inside.x + 1)
    if cell == anchor, !isActive { return }
    isActive = true
    head = selectsWords ? Self.cells(at: inside, in: area, on: grid, word: true) ?? cell : cell
  }

  /// The selected columns of each row, from top to bottom.
  private var lines: [(row: Int, columns: Range<Int>)] {
    guard isActive else { return [] }
    let (first, last) = head.precede(anchor) ? (head, anchor) : (anchor, head)
    return (first.row...last.row).map { row in
      let start = row == first.row ? first.columns.lowerBound : area.x
      // A word can begin before the other and still end after it.
      let ends = [first, last].filter { $0.row == last.row }.map(\.columns.upperBound)
      return (row, start..<(row == last.row ? ends.max() ?? area.maxX : area.maxX))
    }
  }

  /// The rows with selected cells.
  var rows: Range<Int> {
    guard isActive else { return 0..<0 }
    return min(anchor.row, head.row)..<max(anchor.row, head.row) + 1
  }

  /// Inverts the selected cells of rows that have just been drawn.
  @MainActor
  func draw(in grid: CellGrid, rows: Range<Int>) {
    for line in lines where rows.contains(line.row) {
      grid.invert(row: line.row, columns: grid.wholeGlyphs(in: line.columns, row: line.row))
    }
  }

  /// Returns the selected text, without trailing spaces on lines and without empty lines at the beginning and end.
  @MainActor
  func text(on grid: CellGrid) -> String {
    var texts = lines.map { grid.text(row: $0.row, columns: $0.columns) }
    while texts.last?.isEmpty == true { texts.removeLast() }
    return texts.drop(while: \.isEmpty).joined(separator: "\n")
  }

  // MARK: Words

  /// Returns the cell or the word at a position; `nil` if a word is requested and there is none.
  @MainActor
  private static func cells(at position: Point, in area: Rect, on grid: CellGrid, word: Bool) -> Cells? {
    func isPart(_ x: Int) -> Bool { isWord(grid.cell(at: Point(x: x, y: position.y)), on: grid) }
    var start = position.x
    var end = position.x + 1
    if word {
      guard isPart(position.x) else { return nil }
      while start > area.x, isPart(start - 1) { start -= 1 }
      while end < area.maxX, isPart(end) { end += 1 }
    }
    return Cells(row: position.y, columns: start..<end)
  }

  /// Returns whether a cell is part of a word: a letter, a digit, the right half of a wide glyph, or a character that
  /// is common in file names, addresses and numbers.
  @MainActor
  private static func isWord(_ cell: Cell, on grid: CellGrid) -> Bool {
    guard !cell.isContinuation, let character = grid.glyphs.text(of: cell).first else { return cell.isContinuation }
    return character.isLetter || character.isNumber || "-_.,/:@%~+&=#?*$".contains(character)
  }
}
