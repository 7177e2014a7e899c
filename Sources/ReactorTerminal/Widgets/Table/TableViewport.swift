/// The visible rows and the selected row of a table. The selected row is always visible.
struct TableViewport: Equatable {
  /// The number of rows.
  private(set) var count = 0
  /// The number of rows that fit on the screen.
  private(set) var height = 0
  /// The first visible row.
  private(set) var top = 0
  /// The selected row; `nil` if there are no rows.
  private(set) var selected: Int?

  /// The visible rows.
  var visible: Range<Int> { top..<min(count, top + height) }

  private var lastTop: Int { max(0, count - height) }

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

  /// Scrolls by a number of rows and moves the selection with them, so that it keeps its screen line.
  mutating func page(by rows: Int) {
    guard let selected else { return }
    top = min(max(0, top + rows), lastTop)
    select(selected + rows)
  }

  /// Scrolls by a number of rows. The selection moves only if it would leave the screen.
  mutating func scroll(by rows: Int) {
    top = min(max(0, top + rows), lastTop)
    guard let selected, height > 0 else { return }
    self.selected = min(max(selected, top), min(count, top + height) - 1)
  }

  /// Changes the number of visible rows. The first visible row stays, unless there is space for rows before it.
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
  ///   - newTop: The row to show first, unless the selected one would not be visible then.
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
    if selected >= top + height { top = selected - height + 1 }
  }
}
