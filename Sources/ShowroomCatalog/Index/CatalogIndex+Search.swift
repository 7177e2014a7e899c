/// The cars that match a query, in order.
package struct SearchResult: Sendable {
  /// The ordinals of the cars in the index that was searched.
  package let ordinals: [Int32]
  package let query: CarQuery
  package let sort: Sort
  /// Whether only favorites were searched.
  package let favoritesOnly: Bool

  /// The number of cars.
  package var count: Int { ordinals.count }

  /// Returns the position of a car in the list, given its ordinal. Takes linear time.
  package func position(of ordinal: Int) -> Int? { ordinals.firstIndex(of: Int32(ordinal)) }
}

extension CatalogIndex {
  /// Returns the cars that match a query, in order. Takes less than a millisecond for 50,000 cars, except when a sort
  /// field is first used.
  ///
  /// - Parameter isCanceled: A closure that is called every few thousand cars.
  /// - Returns: The cars, or `nil` if canceled.
  package func search(
    _ query: CarQuery, sort: Sort = .standard, favoritesOnly: Bool = false, isCanceled: () -> Bool = { false }
  ) -> SearchResult? {
    guard let order = columns.order(sort, isCanceled: isCanceled) else { return nil }
    func result(_ ordinals: [Int32]) -> SearchResult {
      SearchResult(ordinals: ordinals, query: query, sort: sort, favoritesOnly: favoritesOnly)
    }
    if query.isEmpty, !favoritesOnly { return result(order) }
    guard let matches = matches(query, favoritesOnly: favoritesOnly, isCanceled: isCanceled) else { return nil }
    if sort.field == nil, let id = query.filters.compactMap(\.likedCar).first {
      guard let nearest = columns.nearest(to: id, isCanceled: isCanceled) else { return nil }
      return result(nearest.filter { matches.all[Int($0)] })
    }
    let groups: [Bitmap]
    if sort.field == nil {
      var others = matches.all
      others.subtract(matches.preferred)
      groups = [matches.preferred, others]
    } else {
      groups = [matches.all]
    }
    var ordinals: [Int32] = []
    ordinals.reserveCapacity(matches.all.population)
    for group in groups where !group.isEmpty {
      guard group.append(to: &ordinals, inOrder: order, isCanceled: isCanceled) else { return nil }
    }
    return result(ordinals)
  }
}

extension Bitmap {
  /// Appends the ordinals contained in the bitmap, in an order. Returns `false` if canceled.
  fileprivate func append(to ordinals: inout [Int32], inOrder order: [Int32], isCanceled: () -> Bool) -> Bool {
    var position = 0
    while position < order.count {
      if isCanceled() { return false }
      let end = min(position + 4096, order.count)
      for ordinal in order[position..<end] where self[Int(ordinal)] { ordinals.append(ordinal) }
      position = end
    }
    return true
  }
}
