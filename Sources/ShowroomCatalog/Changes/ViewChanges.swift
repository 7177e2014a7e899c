/// The changes that the latest refresh made in a saved view.
package struct ViewChanges: Sendable, Hashable {
  package var view: SavedView
  /// The number of cars in the view that are new, changed or gone.
  package var count: Int
}

extension CatalogStore {
  /// Returns the saved views in which the latest refresh changed anything, by name. The cars are read only if there are
  /// views with a query, because in the view of all cars every refresh changes something.
  ///
  /// - Parameter marked: The marked cars, which are not stored in the database.
  package func viewChanges(
    marked: [Car.ID] = [], isCanceled: () -> Bool = { false }
  ) throws(CatalogError) -> [ViewChanges] {
    let views = try savedViews().filter { !CarQuery.parse($0.query).isEmpty }
    if views.isEmpty { return [] }
    let changes = try carChanges()
    if changes.cars.isEmpty { return [] }
    let index = try loadIndex(isCanceled: isCanceled).updatingMarks(marked)
    return views.compactMap { view in
      let count = changes.matching(CarQuery.parse(view.query), in: index).cars.count
      return count == 0 ? nil : ViewChanges(view: view, count: count)
    }
  }
}
