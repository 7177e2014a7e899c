extension CatalogChanges {
  /// Returns the changes of the cars that match a query. Cars that were removed are matched by their last known
  /// version, so that `gone:yes` finds them. Withdrawn cars are still in the catalog, with the user's data about them.
  /// Repriced cars are left out, because they are only counted.
  ///
  /// - Parameter index: The catalog after the changes.
  package func matching(_ query: CarQuery, in index: CatalogIndex) -> CatalogChanges {
    var removed: [Car.ID: Car] = [:]
    for change in cars where change.kind == .gone && !index.isWithdrawn(change.car.id) {
      var car = change.car
      car.isWithdrawn = true
      removed[car.id] = car
    }
    let removedIndex = CatalogIndex(cars: Array(removed.values))
    let (matches, removedMatches) = (index.ids(matching: query), removedIndex.ids(matching: query))
    var changes = self
    changes.repriced = 0
    changes.cars = cars.filter { change in
      (removed[change.car.id] == nil ? matches : removedMatches).contains(change.car.id)
    }
    return changes
  }
}

extension CatalogIndex {
  fileprivate func isWithdrawn(_ id: Car.ID) -> Bool { ordinal(of: id).map { columns.isWithdrawn[$0] } ?? false }

  fileprivate func ids(matching query: CarQuery) -> Set<Car.ID> {
    Set(search(query)?.ordinals.map { id(at: Int($0)) } ?? [])
  }
}
