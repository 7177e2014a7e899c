/// Which rows of a table are on the screen, and which is selected. The selected row is always on the screen.
struct TableViewport: Equatable {
  /// Rows there are.
  private(set) var count = 0
  /// Rows that the screen has room for.
  private(set) var height = 0
  /// The row in the first line.
  private(set) var top = 0
  /// The selected row; nil when there is none to select.
  private(set) var selected: Int?

  /// The rows on the screen.
  var visible: Range<Int> { top..<min(count, top + height) }

  private var lastTop: Int { max(0, count - height) }

  /// Selects the row nearest to `index`, and scrolls no further than it takes to show it.
  mutating func select(_ index: Int) {
    guard count > 0 else { return }
    selected = min(max(0, index), count - 1)
    reveal()
  }

  /// Moves the selection by `rows`.
  mutating func move(by rows: Int) {
    select((selected ?? 0) + rows)
  }

  /// Moves the selection and the screen by `rows`, so that the selection keeps its line.
  mutating func page(by rows: Int) {
    guard let selected else { return }
    top = min(max(0, top + rows), lastTop)
    select(selected + rows)
  }

  /// Moves the screen by `rows`; the selection is taken along only where it would leave the screen.
  mutating func scroll(by rows: Int) {
    top = min(max(0, top + rows), lastTop)
    guard let selected, height > 0 else { return }
    self.selected = min(max(selected, top), min(count, top + height) - 1)
  }

  /// Takes another number of lines. The first line stays, so that the selected row keeps its place, unless there is room
  /// for rows before it.
  mutating func resize(height: Int) {
    self.height = max(0, height)
    top = min(top, lastTop)
    reveal()
  }

  /// Takes other rows in place of the old ones.
  ///
  /// - Parameters:
  ///   - selected: the row to select.
  ///   - newTop: the row to put into the first line, unless the selected one would not be seen then.
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
