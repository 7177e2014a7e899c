extension CatalogColumns {
  /// The largest number of cached orders by two fields. Each takes four bytes per car.
  private static let maximumPairs = 8

  /// Returns all ordinals in an order, which is computed at first use and cached. Returns `nil` when canceled.
  func order(_ sort: Sort, isCanceled: () -> Bool) -> [Int32]? {
    if let order = orders.withLock({ $0[sort] }) { return order }
    guard let order = makeOrder(sort, isCanceled: isCanceled) else { return nil }
    orders.withLock { orders in
      if sort.secondary != nil, orders.keys.count(where: { $0.secondary != nil }) >= Self.maximumPairs {
        orders = orders.filter { $0.key.secondary == nil }
      }
      orders[sort] = order
    }
    return order
  }

  private func makeOrder(_ sort: Sort, isCanceled: () -> Bool) -> [Int32]? {
    // Cars with equal keys stay in the order of the second field, which is itself cached.
    let tied: [Int32]
    if let secondary = sort.secondary {
      guard let order = order(Sort(secondary), isCanceled: isCanceled) else { return nil }
      tied = order
    } else {
      tied = Array(0..<Int32(count))
    }
    let keys = sortKeys(sort.field)
    guard !keys.isEmpty, sort != Sort(.make) else { return tied }
    let ascends = sort.primary.ascends
    // Descending order uses negated keys, so that unknown values (NaN, here infinity) come last in both directions.
    var pairs: [(key: Double, place: Int32)] = tied.enumerated().map { place, ordinal in
      let key = keys[Int(ordinal)]
      return (key.isNaN ? .infinity : ascends ? key : -key, Int32(place))
    }
    var check = CancellationCheck()
    do {
      try pairs.sort { first, second in
        try check.run(isCanceled)
        return first.key != second.key ? first.key < second.key : first.place < second.place
      }
    } catch {
      return nil
    }
    return pairs.map { tied[Int($0.place)] }
  }

  /// Returns one sort key per car, or no keys when the order is that of the columns.
  private func sortKeys(_ field: CarField?) -> [Double] {
    func ranked(_ numbers: [Int32], _ ranks: [Int32]) -> [Double] {
      numbers.map { $0 == Self.none ? .nan : Double(ranks[Int($0)]) }
    }
    switch field {
    case .make: return ranked(name, ranked(names.make, foldedMakes.ranks()).map { Int32($0) })
    case .model: return ranked(name, ranked(names.model, foldedModels.ranks()).map { Int32($0) })
    case nil, .year: return year.map { Double($0) }
    case .fuel:
      let ranks = Dictionary(uniqueKeysWithValues: Fuel.byLabel.enumerated().map { ($1.rawValue, Double($0)) })
      return fuel.map { ranks[$0] ?? .nan }
    case let field?:
      if let flags = flags[field] { return (0..<count).map { flags[$0].map { $0 ? 1 : 0 } ?? .nan } }
      // A code stands for its number, because codes have the order of the numbers.
      if let column = numbers[field] { return column.map { $0 == 0 ? .nan : Double($0) } }
      return texts[field].map { ranked($0.numbers, $0.folded.ranks()) } ?? []
    }
  }
}

/// A check for cancellation that is performed once in 65,536 calls, for loops whose iterations are too short to check
/// each time. During a sort, that is every few milliseconds.
struct CancellationCheck {
  private var turns = 0

  @inline(__always)
  mutating func run(_ isCanceled: () -> Bool) throws(CatalogError) {
    turns += 1
    if turns & 0xffff == 0, isCanceled() { throw .canceled }
  }
}
