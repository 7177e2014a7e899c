import ShowroomCatalog

/// The rows whose cars the latest refresh added or changed, and those that the user has seen.
///
/// A row counts as seen when the selection leaves it. The next session shows only the signs of later refreshes.
struct RowChanges {
  /// The latest refresh whose changes were shown in an earlier session; `nil` for none.
  private let seenRefresh: Int64?
  private var refresh: Int64?
  private var seen: Set<ListRow.ID> = []
  private var selected: ListRow.ID?

  /// Creates the changes for a session.
  init(after seenRefresh: Int64? = nil) { self.seenRefresh = seenRefresh }

  /// Updates the state for the shown listing. After another refresh, all of its cars are unseen.
  mutating func follow(_ listing: CarListing) {
    guard let latest = listing.latestRefresh, latest != refresh else { return }
    refresh = latest
    seen = []
  }

  /// Records the selection. Returns the row that it has left, if that row had not been seen before.
  mutating func select(_ id: ListRow.ID?) -> ListRow.ID? {
    guard id != selected else { return nil }
    defer { selected = id }
    return hasChanges ? selected.flatMap { seen.insert($0).inserted ? $0 : nil } : nil
  }

  /// Returns the change of a row that has not been seen; `nil` if there is none.
  func unseen(_ row: ListRow) -> CarField? { hasChanges && !seen.contains(row.id) ? row.change : nil }

  private var hasChanges: Bool { refresh != nil && refresh != seenRefresh }
}
