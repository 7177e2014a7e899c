import ReactorTerminal

/// An order of a list that can be reversed.
protocol ListOrder: Equatable {
  var reversed: Self { get }
}

/// Decides which row of a list is selected when the list is searched or sorted.
///
/// A search selects its best match, and a chosen order its first row; the end of a search restores the row from before
/// it; reversing keeps the line of the screen. Rows that come and go on their own leave the selection alone.
struct ListSelection<ID: Hashable & Sendable, Query: Equatable, Order: ListOrder> {
  private var shown: (query: Query?, order: Order)?
  private var beforeSearch: TablePlace<ID>?

  /// Returns what the rows that answer a query do to the selection.
  ///
  /// - Parameters:
  ///   - query: what the rows were searched for; nil for all rows.
  ///   - place: where the selection is before the rows are shown.
  mutating func selection(for query: Query?, by order: Order, from place: TablePlace<ID>?) -> TableSelection<ID> {
    defer { shown = (query, order) }
    guard let shown else { return .same }
    if query != shown.query {
      if shown.query == nil { beforeSearch = place }
      guard query == nil else { return .first }
      defer { beforeSearch = nil }
      return beforeSearch.map { .restored($0) } ?? .same
    }
    if order == shown.order { return .same }
    return order == shown.order.reversed ? .sameLine : .first
  }
}
