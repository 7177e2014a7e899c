import ShowroomCatalog

/// The rows whose cars the latest refresh brought or changed, and which of them the user has seen.
///
/// A row counts as seen when the selection leaves it. The next session shows the signs of a later refresh only.
struct RowNews {
  /// The latest refresh that an earlier session has shown; `nil` for none.
  private let seenRefresh: Int64?
  private var refresh: Int64?
  private var seen: Set<ListRow.ID> = []
  private var selected: ListRow.ID?

  /// Creates the news of a session.
  init(after seenRefresh: Int64? = nil) { self.seenRefresh = seenRefresh }

  /// Follows the listing that is shown: another refresh makes all of its cars unseen.
  mutating func follow(_ listing: CarListing) {
    guard let latest = listing.latestRefresh, latest != refresh else { return }
    refresh = latest
    seen = []
  }

  /// Follows the selection, and returns the row that it has left if that was not seen before.
  mutating func select(_ id: ListRow.ID?) -> ListRow.ID? {
    guard id != selected else { return nil }
    defer { selected = id }
    return hasNews ? selected.flatMap { seen.insert($0).inserted ? $0 : nil } : nil
  }

  /// Returns the news of a row that was not seen; `nil` if there are none.
  func unseen(_ row: ListRow) -> CarField? { hasNews && !seen.contains(row.id) ? row.news : nil }

  private var hasNews: Bool { refresh != nil && refresh != seenRefresh }
}
