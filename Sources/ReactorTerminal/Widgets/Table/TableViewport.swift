/// The visible rows and the selected row of a table. The selected row is always visible.
///
/// With rows of equal height and no sections, operations take constant time. Otherwise, at most a screenful of rows is
/// visited, because only whole rows are scrolled and nothing depends on the number of lines before the first visible
/// row.
@MainActor
struct TableViewport {
  /// A visible row.
  struct Place: Equatable {
    var row: Int
    /// The first line of the row, after the heading, counted from the first line of the table's body.
    var line: Int
    var height: Int
    /// Whether the line before the row is the heading of its section.
    var hasHeading: Bool
  }

  /// The number of rows.
  private(set) var count = 0
  /// The number of lines that fit on the screen.
  private(set) var height = 0
  /// The first visible row.
  private(set) var top = 0
  /// The selected row; `nil` if there are no rows.
  private(set) var selected: Int?
  /// The heights and headings. Call ``resize(height:)`` or ``replace(count:selected:top:)`` after setting it.
  var lines = TableLines()

  /// The completely visible rows. The first visible row counts even if it does not fit.
  var visible: Range<Int> { top..<max(top, end(from: top)) }

  /// The first visible row if the last row is at the bottom.
  var lastTop: Int { count == 0 ? 0 : firstTop(showing: count - 1) }

  // MARK: Moving

  /// Selects the row nearest to `index` and scrolls no further than necessary to show it.
  mutating func select(_ index: Int) {
    guard count > 0 else { return }
    selected = min(max(0, index), count - 1)
    reveal()
  }

  /// Moves the selection by a number of rows.
  mutating func move(by rows: Int) {
    select((selected ?? 0) + rows)
  }

  /// Moves the selection by a number of rows, wrapping around at the ends.
  mutating func cycle(by rows: Int) {
    guard count > 0, let selected else { return }
    let sum = selected + rows % count
    select(sum < 0 ? sum + count : sum % count)
  }

  /// Scrolls by a number of rows and moves the selection with them, so that it keeps its screen line.
  mutating func page(by rows: Int) {
    guard let selected else { return }
    top = min(max(0, top + rows), lastTop)
    select(selected + rows)
  }

  /// Scrolls by a number of rows. The selection moves only if it would leave the screen.
  mutating func scroll(by rows: Int) {
    top = min(max(0, top + rows), lastTop)
    let visible = visible
    guard let selected, !visible.isEmpty else { return }
    self.selected = min(max(selected, visible.lowerBound), visible.upperBound - 1)
  }

  /// Returns the number of rows of the next page, or of the previous one.
  func rowsOfPage(forward: Bool) -> Int {
    let next = max(1, visible.count)
    if forward || lines.areUniform || top == 0 { return next }
    let first = firstTop(showing: top - 1)
    return first == 0 ? max(next, top) : top - first
  }

  /// The number of rows that a notch of the wheel scrolls: three lines, but at least one row.
  var rowsOfWheel: Int { count == 0 ? 1 : max(1, 3 / lines.height(of: min(top, count - 1), in: height)) }

  // MARK: Changing size and rows

  /// Changes the number of visible lines. The first visible row stays, unless there is space for rows before it.
  mutating func resize(height: Int) {
    self.height = max(0, height)
    top = min(top, lastTop)
    reveal()
  }

  /// Replaces the rows.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - selected: The row to select.
  ///   - newTop: The row to show first, unless the selected row would then not be visible.
  mutating func replace(count: Int, selected: Int, top newTop: Int) {
    self.count = count
    guard count > 0 else {
      self.selected = nil
      top = 0
      return
    }
    self.selected = min(max(0, selected), count - 1)
    top = min(max(0, newTop), lastTop)
    reveal()
  }

  private mutating func reveal() {
    guard let selected, height > 0 else { return }
    if selected < top { top = selected }
    if selected >= end(from: top) { top = firstTop(showing: selected) }
  }

  // MARK: Lines

  /// The number of rows that fit if all have the same height.
  private var uniformCapacity: Int { height / lines.height(of: 0, in: height) }

  /// Returns the first row that is not completely visible if `first` is the first visible row.
  private func end(from first: Int) -> Int {
    if lines.areUniform { return min(count, first + uniformCapacity) }
    guard height > 0, first < count else { return min(count, first) }
    var row = first + 1
    var used = lines.extent(of: first, isFirstVisible: true, in: height)
    while row < count {
      used += lines.extent(of: row, isFirstVisible: false, in: height)
      guard used <= height else { break }
      row += 1
    }
    return row
  }

  /// Returns the first visible row if `last` is at the bottom.
  private func firstTop(showing last: Int) -> Int {
    // Without any lines, returns the row itself, so that the first visible row always exists.
    if lines.areUniform { return max(0, last - max(1, uniformCapacity) + 1) }
    var first = last
    var used = 0
    while first > 0 {
      used += lines.extent(of: first, isFirstVisible: false, in: height)
      guard used + lines.extent(of: first - 1, isFirstVisible: true, in: height) <= height else { break }
      first -= 1
    }
    return first
  }

  /// Returns the place of a completely visible row; `nil` for other rows.
  func place(of row: Int) -> Place? {
    guard visible.contains(row) else { return nil }
    var found: Place?
    forEachPlace(from: lines.areUniform ? row : top) { place in
      if place.row == row { found = place }
      return found == nil
    }
    return found
  }

  /// Returns the row in a line, or `nil` for a heading and the area below the rows.
  func row(at line: Int) -> Int? {
    var found: Int?
    forEachPlace(inLines: line..<line + 1) { place in
      if place.line <= line, line < place.line + place.height { found = place.row }
    }
    return found
  }

  /// Calls `body` with the rows that occupy some of the lines, from top to bottom. The last one may be cut off.
  func forEachPlace(inLines range: Range<Int>, _ body: (Place) -> Void) {
    let skipped = lines.areUniform ? max(0, range.lowerBound) / lines.height(of: 0, in: height) : 0
    forEachPlace(from: top + skipped) { place in
      guard place.line - (place.hasHeading ? 1 : 0) < min(range.upperBound, height) else { return false }
      if place.line + place.height > range.lowerBound { body(place) }
      return true
    }
  }

  /// Calls `body` with the rows, starting at `first`, until it returns `false`. With headings or varying heights,
  /// `first` has to be the first visible row.
  private func forEachPlace(from first: Int, _ body: (Place) -> Bool) {
    var line = first == top ? 0 : (first - top) * lines.height(of: 0, in: height)
    var row = first
    while row < count {
      let hasHeading = lines.hasHeading(above: row, isFirstVisible: row == top, in: height)
      if hasHeading { line += 1 }
      let place = Place(row: row, line: line, height: lines.height(of: row, in: height), hasHeading: hasHeading)
      guard body(place) else { return }
      line += place.height
      row += 1
    }
  }
}

extension TableViewport: @MainActor Equatable {
  /// Returns whether the same rows are visible and selected, in the same number of lines.
  static func == (left: TableViewport, right: TableViewport) -> Bool {
    left.count == right.count && left.height == right.height && left.top == right.top && left.selected == right.selected
  }
}
