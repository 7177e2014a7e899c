/// The cars that match a query, in order.
package struct SearchResult: Sendable {
  /// The ordinals of the cars in the index that was searched.
  package let ordinals: [Int32]
  package let query: CarQuery
  package let sort: Sort
  /// Whether only favorites were searched.
  package let favoritesOnly: Bool
  /// The number of better matches, which come first. Only ``Sort/Field/relevance`` distinguishes them.
  let preferredCount: Int

  /// The number of cars.
  package var count: Int { ordinals.count }

  /// Returns the position of a car in the list, given its ordinal. Linear.
  package func position(of ordinal: Int) -> Int? { ordinals.firstIndex(of: Int32(ordinal)) }
}

extension CatalogIndex {
  /// Returns the cars that match a query, in order. Takes about a millisecond for 50,000 cars, except at the first use
  /// of a sort field.
  ///
  /// - Parameters:
  ///   - previous: a result of this index, or of one that shares its cars. When the new query only narrows it, only its
  ///     cars are searched.
  ///   - isCanceled: checked every few thousand cars.
  /// - Returns: `nil` when canceled.
  package func search(
    _ query: CarQuery, sort: Sort = .standard, favoritesOnly: Bool = false, within previous: SearchResult? = nil,
    isCanceled: () -> Bool = { false }
  ) -> SearchResult? {
    guard let order = columns.order(sort, isCanceled: isCanceled) else { return nil }
    let filter = QueryMatcher(query, favoritesOnly: favoritesOnly, index: self)
    if filter.matchesEverything {
      return SearchResult(
        ordinals: order, query: query, sort: sort, favoritesOnly: favoritesOnly, preferredCount: order.count)
    }
    let candidates = previous.flatMap { narrows($0, query, sort, favoritesOnly) ? inOrder($0) : nil } ?? order
    let ranks = sort.field == .relevance && query.words.contains { !$0.isExcluded }
    var preferred: [Int32] = []
    var others: [Int32] = []
    var position = 0
    while position < candidates.count {
      if isCanceled() { return nil }
      let end = min(position + 4096, candidates.count)
      for ordinal in candidates[position..<end] {
        switch filter.match(Int(ordinal)) {
        case .none: continue
        case .preferred: preferred.append(ordinal)
        case .other: if ranks { others.append(ordinal) } else { preferred.append(ordinal) }
        }
      }
      position = end
    }
    return SearchResult(
      ordinals: preferred + others, query: query, sort: sort, favoritesOnly: favoritesOnly,
      preferredCount: preferred.count)
  }

  /// Whether only the cars of the previous result need to be searched. User data may have changed since then, so a
  /// result that depends on it cannot be narrowed.
  private func narrows(_ previous: SearchResult, _ query: CarQuery, _ sort: Sort, _ favoritesOnly: Bool) -> Bool {
    previous.sort == sort && !previous.favoritesOnly && query.refines(previous.query)
      && !previous.query.filters.contains { $0.field == .favorite || $0.field == .note }
  }

  /// Returns the previous cars in the order of the sort field. By relevance they are two ascending runs, which are
  /// merged.
  private func inOrder(_ previous: SearchResult) -> [Int32] {
    let (split, all) = (previous.preferredCount, previous.ordinals)
    guard split > 0, split < all.count else { return all }
    var merged: [Int32] = []
    merged.reserveCapacity(all.count)
    var (first, second) = (0, split)
    while first < split, second < all.count {
      if all[first] < all[second] {
        merged.append(all[first])
        first += 1
      } else {
        merged.append(all[second])
        second += 1
      }
    }
    merged.append(contentsOf: all[first..<split])
    merged.append(contentsOf: all[second...])
    return merged
  }
}
