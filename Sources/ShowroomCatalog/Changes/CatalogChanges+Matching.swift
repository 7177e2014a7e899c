extension CatalogChanges {
  /// Returns the changes of the cars that match a query. Cars that are gone are matched by their last known version, so
  /// that `gone:yes` finds them. Repriced cars are left out, because they are only counted.
  ///
  /// - Parameter index: The catalog after the changes.
  package func matching(_ query: CarQuery, in index: CatalogIndex) -> CatalogChanges {
    let gone = CatalogIndex(
      cars: cars.filter { $0.kind == .gone }.map { change in
        var car = change.car
        car.isWithdrawn = true
        return car
      })
    let (matches, goneMatches) = (index.ids(matching: query), gone.ids(matching: query))
    var changes = self
    changes.repriced = 0
    changes.cars = cars.filter { ($0.kind == .gone ? goneMatches : matches).contains($0.car.id) }
    return changes
  }
}

extension CatalogIndex {
  fileprivate func ids(matching query: CarQuery) -> Set<Car.ID> {
    Set(search(query)?.ordinals.map { id(at: Int($0)) } ?? [])
  }
}
