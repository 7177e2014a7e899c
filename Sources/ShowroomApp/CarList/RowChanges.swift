import ShowroomCatalog
import ShowroomSettings

/// The rows whose cars the latest refresh added or changed, and those that the user has seen.
///
/// A row counts as seen when the selection leaves it. The signs of the other rows remain in later sessions, until a
/// later refresh.
struct RowChanges {
  /// The seen rows.
  private(set) var seen: SeenChanges
  private var selected: ListRow.ID?

  /// Creates the changes, of which some have been seen in earlier sessions.
  init(_ seen: SeenChanges = SeenChanges()) { self.seen = seen }

  /// Updates the state for the shown listing. After another refresh, all of its cars are unseen.
  mutating func follow(_ listing: CarListing) {
    guard let latest = listing.latestRefresh, latest != seen.refresh else { return }
    seen = SeenChanges(refresh: latest)
  }

  /// Records the selection. Returns the row that it has left, if that row has a change and had not been seen before.
  mutating func select(_ id: ListRow.ID?, in listing: CarListing) -> ListRow.ID? {
    guard id != selected else { return nil }
    defer { selected = id }
    guard let left = selected, listing.change(of: left) != nil else { return nil }
    return seen.cars.insert(left.car).inserted ? left : nil
  }

  /// Returns the change of a row that has not been seen; `nil` if there is none.
  func unseen(_ row: ListRow) -> CarField? { row.change.flatMap { seen.cars.contains(row.id.car) ? nil : $0 } }
}
