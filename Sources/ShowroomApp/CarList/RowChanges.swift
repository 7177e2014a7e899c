import ShowroomCatalog
import ShowroomSettings

/// The rows whose cars the latest refresh added or changed, and those that the user has seen.
///
/// A row counts as seen when the user moves the selection away from it. The signs of the other rows remain in later
/// sessions, until a later refresh.
struct RowChanges {
  private(set) var seen: SeenChanges
  private var selected: ListRow.ID?

  /// Creates the changes, of which some have been seen in earlier sessions.
  init(_ seen: SeenChanges = SeenChanges()) { self.seen = seen }

  /// Updates the state for the shown listing. After another refresh, all of its changes are unseen.
  mutating func follow(_ listing: CarListing) {
    guard let latest = listing.latestRefresh, latest != seen.refresh else { return }
    seen = SeenChanges(refresh: latest)
  }

  /// Forgets the selection, because the program is about to move it.
  mutating func leaveSelection() { selected = nil }

  /// Records the selection. Returns the row that it has left, if that row has changes that had not been seen before.
  mutating func select(_ id: ListRow.ID?, in listing: CarListing) -> ListRow.ID? {
    guard id != selected else { return nil }
    defer { selected = id }
    guard let left = selected else { return nil }
    let count = seen.cars.count
    seen.cars.formUnion(listing.changes(of: left).map(\.car))
    return seen.cars.count > count ? left : nil
  }

  /// Returns the first unseen change of a row; `nil` if the user has seen all of them.
  func unseen(_ row: ListRow) -> CarField? { row.changes.first { !seen.cars.contains($0.car) }?.field }
}
