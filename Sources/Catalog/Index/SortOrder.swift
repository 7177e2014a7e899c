extension CatalogColumns {
  /// Returns all ordinals in an order, which is computed at first use and cached. Returns `nil` when canceled.
  func order(_ sort: Sort, isCanceled: () -> Bool) -> [Int32]? {
    if let order = orders.withLock({ $0[sort] }) { return order }
    guard let order = makeOrder(sort, isCanceled: isCanceled) else { return nil }
    orders.withLock { $0[sort] = order }
    return order
  }

  private func makeOrder(_ sort: Sort, isCanceled: () -> Bool) -> [Int32]? {
    let ordinals = Array(0..<Int32(count))
    let keys = sortKeys(sort.field)
    guard !keys.isEmpty, !(sort.field == .make && sort.ascending) else { return ordinals }
    // Descending order uses negated keys, so that unknown values (NaN, here infinity) come last in both directions.
    var pairs: [(key: Double, ordinal: Int32)] = ordinals.map {
      let key = keys[Int($0)]
      return (key.isNaN ? .infinity : sort.ascending ? key : -key, $0)
    }
    var check = CancellationCheck()
    do {
      try pairs.sort { first, second in
        try check.run(isCanceled)
        return first.key != second.key ? first.key < second.key : first.ordinal < second.ordinal
      }
    } catch {
      return nil
    }
    return pairs.map(\.ordinal)
  }

  /// Returns one sort key per car, or no keys when the order is that of the columns.
  private func sortKeys(_ field: Sort.Field) -> [Double] {
    func ranked(_ numbers: [Int32], _ ranks: [Int32]) -> [Double] {
      numbers.map { $0 == Self.none ? .nan : Double(ranks[Int($0)]) }
    }
    switch field {
    case .relevance: return []
    case .make: return ranked(name, ranked(names.make, foldedMakes.ranks()).map { Int32($0) })
    case .model: return ranked(name, ranked(names.model, foldedModels.ranks()).map { Int32($0) })
    case .year: return year.map { Double($0) }
    case .vehicleClass: return ranked(vehicleClass, foldedClasses.ranks())
    case .fuel:
      let ranks = Dictionary(uniqueKeysWithValues: Fuel.byLabel.enumerated().map { ($1.rawValue, Double($0)) })
      return fuel.map { ranks[$0] ?? .nan }
    case .consumption: return combinedMPG
    case .co2: return co2
    case .cost: return annualFuelCost
    case .range: return electricRange
    case .displacement: return displacement
    }
  }
}
