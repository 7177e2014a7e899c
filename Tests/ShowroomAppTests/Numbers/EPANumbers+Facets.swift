import GRDB
import ReactorCore
import ReactorTerminal
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog

/// The counts of facets.
extension EPANumbers {
  /// Makes some cars favorites and gives some notes, which facets count.
  func markSome() throws -> CatalogIndex {
    try store.writeDurably { db in
      try db.execute(
        sql: """
          INSERT INTO userData (carID, isFavorite, note, revision)
          SELECT id, id % 5 <> 0, CASE WHEN id % 3 = 0 THEN 'a note' END, 1 FROM car WHERE id % 50 = 0 OR id % 51 = 0
          """)
    }
    return try store.loadIndex()
  }

  /// Returns the values of a query's facets whose counts differ from the number of cars that are found by selecting the
  /// value in the pane, or by typing it.
  ///
  /// - Parameter step: Of so many values of a facet, one is tried.
  static func wrongCounts(
    of query: String, favoritesOnly: Bool = false, every step: Int = 1, in index: CatalogIndex
  ) throws -> [String] {
    var wrong: [String] = []
    let facets = try #require(index.facets(for: .parse(query), favoritesOnly: favoritesOnly))
    let pane = FacetPane()
    var sent: [(FieldSelection, CarField)] = []
    let subscription = pane.selected.subscribe { sent.append($0) }
    defer { subscription.dispose() }
    func check(_ query: String, _ count: Int, _ field: String) {
      // A facet of favorites counts the others as well.
      let isOnly = favoritesOnly && field != CarField.favorite.id
      let found = index.search(.parse(query), favoritesOnly: isOnly)?.count ?? 0
      if found != count { wrong.append("\(query): \(found), not \(count)") }
    }
    pane.show(facets)
    let shown = pane.list.selection
    for facet in pane.list.facets {
      let choices: [(count: Int, typed: String?, select: (inout FacetSelection) -> Void)] =
        switch facet.content {
        case .values(let values):
          values.map { value in
            (value.count, "\(query) \(facet.id):\"\(value.id)\"", { $0.toggle(value.id, in: facet.id) })
          }
        case .range(let buckets):
          buckets.indices.map { place in (buckets[place].count, nil, { $0.select(place...place, in: facet.id) }) }
        }
      let isFiltered = shown.values[facet.id] != nil || shown.ranges[facet.id] != nil
      for (place, choice) in choices.enumerated() where isLong || place % step == 0 {
        var selection = shown
        selection.clear(facet.id)
        choice.select(&selection)
        pane.list.selectionChanged.send(shown)
        sent = []
        pane.list.selectionChanged.send(selection)
        let text = sent.first.map { index.text(query, selecting: $0.0, of: $0.1) } ?? query
        check(text, choice.count, facet.id)
        if sent.count != (selection == shown ? 0 : 1) { wrong.append("\(facet.id): \(sent.count) selections") }
        if let typed = choice.typed, !isFiltered, isLong || place % 10 == 0 { check(typed, choice.count, facet.id) }
      }
    }
    return wrong
  }
}
