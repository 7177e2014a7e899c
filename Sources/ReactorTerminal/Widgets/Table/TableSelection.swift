/// The row to select when a table shows different rows.
public enum TableSelection<ID: Hashable & Sendable>: Sendable, Hashable {
  /// The row that is currently selected. If it no longer exists, the row that takes its place.
  case same
  /// The first row.
  case first
  /// The row that takes the screen line of the current selection.
  case sameLine
  /// A row that was selected earlier, on its former screen line. If it no longer exists, the first row.
  case restored(TableAnchor<ID>)
}

/// A selected row and the screen line that it occupies, for restoring the selection later.
public struct TableAnchor<ID: Hashable & Sendable>: Sendable, Hashable {
  /// The ID of the row.
  public var id: ID
  /// The screen line of the row, counted from the first visible row.
  public var line: Int

  /// Creates an anchor for a row on a screen line.
  public init(id: ID, line: Int) {
    self.id = id
    self.line = line
  }
}

extension TableView {
  /// The selected row and its screen line; `nil` if the table is empty.
  public var anchor: TableAnchor<Row.ID>? {
    guard let id = selectedID, let selected = viewport.selected else { return nil }
    return TableAnchor(id: id, line: selected - viewport.top)
  }

  /// Shows different rows and selects one of them.
  ///
  /// Use this method if the user requested the rows, by searching or sorting. If rows appear and disappear
  /// independently of the user, set ``rows`` instead, which keeps the selection.
  ///
  /// ```swift
  /// let anchor = table.anchor
  /// table.show(matches, selecting: .first)
  /// // When the search ends:
  /// table.show(allRows, selecting: anchor.map { .restored($0) } ?? .same)
  /// ```
  public func show(_ rows: TableRows<Row>, selecting selection: TableSelection<Row.ID>) {
    pendingSelection = selection
    self.rows = rows
    pendingSelection = .same
  }
}
