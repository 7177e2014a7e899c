import ShowroomCatalog

/// A search of an index for the list.
package struct CarSearch: Sendable {
  /// The cars found by a search.
  package enum Found: Sendable {
    /// The cars that match the query.
    case matches(SearchResult)
    /// The cars that match the query with one letter changed, because no car matches it exactly.
    case similar(ApproximateResult)

    /// The cars in order.
    var result: SearchResult {
      switch self {
      case .matches(let result): result
      case .similar(let found): found.result
      }
    }

    /// The query whose words are highlighted.
    var highlighted: CarQuery {
      switch self {
      case .matches(let result): result.query
      case .similar(let found): found.highlighted
      }
    }

    /// The words of the query for which similar words were found.
    var unknownWords: [String] {
      switch self {
      case .matches: []
      case .similar(let found): found.replaced.map(\.typed)
      }
    }
  }

  /// Whether to count the values of the fields.
  let countsFacets: Bool
  private let index: CatalogIndex
  private let query: CarQuery
  private let sort: Sort
  private let favoritesOnly: Bool
  private let isFolded: Bool

  /// Creates the search for the cars that a list shows.
  init(_ state: CarListReactor.State, in index: CatalogIndex) {
    self.index = index
    query = state.query
    sort = state.sort
    favoritesOnly = state.favoritesOnly
    isFolded = state.isFolded
    countsFacets = state.areFacetsShown
  }

  /// Returns the cars, or `nil` if canceled.
  ///
  /// If no cars are found, a last word that may be an unfinished filter is ignored; if there are still none, each
  /// unknown word may differ in one letter.
  @concurrent
  func run() async -> Found? {
    guard let result = search(query) else { return nil }
    guard result.count == 0 else { return .matches(result) }
    let unfinished = query.withoutUnfinishedFilter
    if let unfinished {
      guard let wider = search(unfinished) else { return nil }
      if wider.count > 0 { return .matches(wider) }
    }
    let similar = index.approximateSearch(
      unfinished ?? query, sort: sort, favoritesOnly: favoritesOnly, isCanceled: { Task.isCancelled })
    return similar.map { .similar($0) } ?? .matches(result)
  }

  /// Returns the cars by model; `nil` if models are not folded.
  @concurrent
  func models(of found: Found) async -> ModelList? { isFolded ? index.models(of: found.result) : nil }

  /// Returns the values of the fields with their counts, or `nil` if canceled.
  @concurrent
  func facets(of found: Found) async -> Facets? {
    switch found {
    case .matches(let result):
      index.facets(for: result.query, favoritesOnly: favoritesOnly, isCanceled: { Task.isCancelled })
    case .similar(let found): index.facets(for: found, isCanceled: { Task.isCancelled })
    }
  }

  /// Returns whether the query may be misspelled, because it has no matches or a part of it is invalid.
  func mayBeMisspelled(_ found: Found) -> Bool {
    found.result.count == 0 || !found.unknownWords.isEmpty || !query.diagnostics.isEmpty
  }

  /// Returns the query that was probably intended, or `nil` if there is none.
  @concurrent
  func suggestion() async -> String? {
    index.suggestion(for: query, favoritesOnly: favoritesOnly, isCanceled: { Task.isCancelled })
  }

  private func search(_ query: CarQuery) -> SearchResult? {
    index.search(query, sort: sort, favoritesOnly: favoritesOnly, isCanceled: { Task.isCancelled })
  }
}
