/// Which row is selected once a table shows other rows.
public enum TableSelection<ID: Hashable & Sendable>: Sendable, Hashable {
  /// The row that is selected now; where it is gone, the row in its place.
  case same
  /// The first row.
  case first
  /// The row on the same line of the screen, whichever that is.
  case sameLine
  /// A row that was selected before, on its line of then; where it is gone, the first row.
  case restored(TablePlace<ID>)
}

/// Where the selection of a table is, to be restored later.
public struct TablePlace<ID: Hashable & Sendable>: Sendable, Hashable {
  /// The selected row.
  public var id: ID
  /// The line of the screen that it stands on, counted from the first row on the screen.
  public var line: Int

  /// The place of the row `id` on `line`.
  public init(id: ID, line: Int) {
    self.id = id
    self.line = line
  }
}

extension TableView {
  /// Where the selection is; nil when there are no rows.
  public var place: TablePlace<Row.ID>? {
    guard let id = selectedID, let selected = viewport.selected else { return nil }
    return TablePlace(id: id, line: selected - viewport.top)
  }

  /// Shows other rows and selects one of them.
  ///
  /// Setting `rows` is the same with the selection `same`: right when rows come and go. Use this when the user asked for
  /// other rows, or for another order.
  public func show(_ rows: TableRows<Row>, selecting selection: TableSelection<Row.ID>) {
    pendingSelection = selection
    self.rows = rows
    pendingSelection = .same
  }
}
