/// A sort order that can be reversed.
public protocol ReversibleOrder: Equatable {
  /// The opposite order.
  var reversed: Self { get }
}

/// The selection of a table that can be searched and sorted.
///
/// - A new query selects the first row, because the best match comes first. The end of the search restores the earlier
///   selection.
/// - A new sort order selects the first row. The reversed order keeps the screen line of the selection.
/// - If rows appear and disappear independently of the user, the selected row stays selected.
///
/// ```swift
/// private var policy = TableSelectionPolicy<Car.ID, String, Sort>()
///
/// func show(_ rows: TableRows<Car>, matching query: String?, sortedBy order: Sort) {
///   table.show(rows, selecting: policy.selection(for: query, sortedBy: order, from: table.anchor))
/// }
/// ```
public struct TableSelectionPolicy<ID: Hashable & Sendable, Query: Equatable, Order: ReversibleOrder> {
  private var shown: (query: Query?, order: Order)?
  private var anchorBeforeSearch: TableAnchor<ID>?

  /// Creates a policy for a table that has not shown any rows.
  public init() {}

  /// Returns the selection for the rows that are about to be shown. Call it once for each change of the rows.
  ///
  /// - Parameters:
  ///   - query: The query that the rows match; `nil` if there is no search.
  ///   - order: The sort order of the rows.
  ///   - anchor: The current selection of the table.
  public mutating func selection(
    for query: Query?, sortedBy order: Order, from anchor: TableAnchor<ID>?
  ) -> TableSelection<ID> {
    defer { shown = (query, order) }
    guard let shown else { return .same }
    if query != shown.query {
      if shown.query == nil { anchorBeforeSearch = anchor }
      guard query == nil else { return .first }
      defer { anchorBeforeSearch = nil }
      return anchorBeforeSearch.map { .restored($0) } ?? .same
    }
    if order == shown.order { return .same }
    return order == shown.order.reversed ? .sameLine : .first
  }
}
