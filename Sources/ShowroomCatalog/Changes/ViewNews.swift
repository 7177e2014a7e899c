/// What the latest refresh brought in a saved view.
package struct ViewNews: Sendable, Hashable {
  /// The name of the view.
  package var name: String
  /// The number of cars of the view that are new, changed or gone.
  package var count: Int
}

extension CatalogStore {
  /// Returns the saved views in which the latest refresh changed something, by name. Reads the cars only if there are
  /// views with a query, because every refresh changes something in all cars.
  ///
  /// - Parameter marked: the marked cars, which the database does not know.
  package func viewNews(
    marked: [Car.ID] = [], isCanceled: () -> Bool = { false }
  ) throws(CatalogError) -> [ViewNews] {
    let views = try savedViews().filter { !CarQuery.parse($0.query).isEmpty }
    if views.isEmpty { return [] }
    let changes = try carChanges()
    if changes.cars.isEmpty { return [] }
    let index = try loadIndex(isCanceled: isCanceled).updatingMarks(marked)
    return views.compactMap { view in
      let count = changes.matching(CarQuery.parse(view.query), in: index).cars.count
      return count == 0 ? nil : ViewNews(name: view.name, count: count)
    }
  }
}
