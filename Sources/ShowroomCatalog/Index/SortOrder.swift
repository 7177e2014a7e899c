extension CatalogColumns {
  /// The maximum number of cached orders by two fields. Each takes four bytes per car.
  private static let maximumPairs = 8

  /// Returns all ordinals in an order, which is computed at first use and cached. Returns `nil` if canceled.
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
    // Cars with equal keys keep the order of the second field, which is also cached.
    let tied: [Int32]
    if let secondary = sort.secondary {
      guard let order = order(Sort(secondary), isCanceled: isCanceled) else { return nil }
      tied = order
    } else {
      tied = Array(0..<Int32(count))
    }
    let (ranks, count) = sortRanks(sort.field)
    guard !ranks.isEmpty, sort != Sort(.make) else { return tied }
    if isCanceled() { return nil }
    // Cars are sorted by counting instead of comparing, because there are few ranks, and they start at zero. Unknown
    // values come last in both directions.
    let ascends = sort.primary.ascends
    func group(_ ordinal: Int32) -> Int {
      let rank = ranks[Int(ordinal)]
      return rank == Self.none ? count : ascends ? Int(rank) : count - 1 - Int(rank)
    }
    var places = [Int](repeating: 0, count: count + 2)
    for ordinal in tied { places[group(ordinal) + 1] += 1 }
    for group in 1..<places.count { places[group] += places[group - 1] }
    var order = tied
    for ordinal in tied {
      let group = group(ordinal)
      order[places[group]] = ordinal
      places[group] += 1
    }
    return order
  }

  /// Returns the rank of each car, from 0 to less than `count`, or ``none`` if its value is unknown. The ranks are
  /// empty if the order is that of the columns.
  private func sortRanks(_ field: CarField?) -> (ranks: [Int32], count: Int) {
    func ranked(_ numbers: [Int32], _ ranks: [Int32]) -> ([Int32], Int) {
      (numbers.map { $0 == Self.none ? Self.none : ranks[Int($0)] }, Int(ranks.max() ?? -1) + 1)
    }
    switch field {
    case .make: return ranked(name, ranked(names.make, foldedMakes.ranks()).0)
    case .model: return ranked(name, ranked(names.model, foldedModels.ranks()).0)
    case nil, .year:
      let first = year.min() ?? 0
      return (year.map { Int32($0 - first) }, Int((year.max() ?? 0) - first) + 1)
    case .fuel:
      let ranks = Dictionary(uniqueKeysWithValues: Fuel.byLabel.enumerated().map { ($1.rawValue, Int32($0)) })
      return (fuel.map { ranks[$0] ?? Self.none }, Fuel.byLabel.count)
    case let field?:
      if let flags = flags[field] { return ((0..<self.count).map { flags[$0].map { $0 ? 1 : 0 } ?? Self.none }, 2) }
      // A code is the rank of its number plus one.
      if let column = numbers[field] { return (column.map { Int32($0 - 1) }, column.values.count) }
      return texts[field].map { ranked($0.numbers, $0.folded.ranks()) } ?? ([], 0)
    }
  }
}

/// A cancellation check that is performed only once every 65,536 calls, for loops whose iterations are too short to
/// check each time. During a sort, that is every few milliseconds.
struct CancellationCheck {
  private var turns = 0

  @inline(__always)
  mutating func run(_ isCanceled: () -> Bool) throws(CatalogError) {
    turns += 1
    if turns & 0xffff == 0, isCanceled() { throw .canceled }
  }
}
