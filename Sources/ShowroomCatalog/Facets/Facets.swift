/// The values of each field among the cars of a query, with the number of cars for each value.
///
/// The counts of a field ignore the filters on that field, so that they show the effect of adding a value: with
/// `make:kia`, BMW keeps its count. Excluding filters (`-make:kia`) always apply.
package struct Facets: Sendable {
  /// A value of a field.
  package struct Value: Sendable, Hashable {
    /// The value in the source's words.
    package let text: String
    /// The number of cars.
    package let count: Int
    /// Whether the query has filters on the field that the value satisfies.
    package let isSelected: Bool
  }

  /// The number of cars that match the query.
  package let count: Int
  let table: FacetTable
  let counts: [UInt32]
  let selections: [CarField: FieldSelection]
  let flagCounts: [CarField: (yes: Int, no: Int, unknown: Int)]
  /// The fields in ``CarField/flags`` that are `yes` for no car in the catalog.
  package let unusedFlags: Set<CarField>

  /// Returns the values of a field in ``CarField/listed`` that occur in any car or are selected. The most frequent
  /// values come first; numbers of cylinders are in ascending order.
  package func values(of field: CarField) -> [Value] {
    guard let column = column(of: field), !column.texts.isEmpty else { return [] }
    let selected = selection(of: field).values
    let values = zip(column.texts, counts[column.places]).compactMap { text, count -> Value? in
      let isSelected = selected.contains(text)
      return count > 0 || isSelected ? Value(text: text, count: Int(count), isSelected: isSelected) : nil
    }
    if !column.numbers.isEmpty { return values }
    return values.sorted { ($1.count, $0.text) < ($0.count, $1.text) }
  }

  /// Returns the number of cars whose value in a field is unknown.
  package func unknownCount(of field: CarField) -> Int {
    flagCounts[field]?.unknown ?? column(of: field).map { Int(counts[$0.start]) } ?? 0
  }

  /// Returns the histogram of a field in ``CarField/measured``, or of the cylinders. Its buckets cover the whole
  /// catalog.
  ///
  /// - Parameter limit: The maximum number of buckets, from 1 to 1000.
  package func histogram(of field: CarField, buckets limit: Int) -> NumberHistogram {
    let column = column(of: field)
    let numbers = column?.numbers ?? []
    return NumberHistogram(
      of: numbers, counts: column.map { counts[$0.places].map { Int($0) } } ?? [], buckets: limit,
      isWhole: numbers.allSatisfy { $0.rounded() == $0 })
  }

  /// Returns the values of a field in ``CarField/measured`` in ascending order, with their counts.
  func numbers(of field: CarField) -> [(number: Double, count: Int)] {
    guard let column = column(of: field) else { return [] }
    return zip(column.numbers, counts[column.places]).map { ($0, Int($1)) }
  }

  /// Returns the numbers of cars with and without a flag, which is a field in ``CarField/flags``.
  package func flag(_ field: CarField) -> (yes: Int, no: Int) {
    flagCounts[field].map { (yes: $0.yes, no: $0.no) } ?? (0, 0)
  }

  /// Returns the selection that corresponds to the query's filters on a field.
  package func selection(of field: CarField) -> FieldSelection { selections[field] ?? .everything }

  private func column(of field: CarField) -> FacetTable.Column? {
    FacetTable.place(of: field).map { table.columns[$0] }
  }
}

extension CatalogIndex {
  /// Returns the facets of a query. Takes about a millisecond for 50,000 cars and less than ten for a million. The
  /// first use takes longer: a twentieth of a second for 50,000 cars.
  ///
  /// - Parameter isCanceled: A closure that is called every few thousand cars.
  /// - Returns: The facets, or `nil` if canceled.
  package func facets(
    for query: CarQuery, favoritesOnly: Bool = false, isCanceled: () -> Bool = { false }
  ) -> Facets? {
    facets(for: query, among: nil, favoritesOnly: favoritesOnly, isCanceled: isCanceled)
  }

  /// Returns the facets of the cars that approximately match a query.
  ///
  /// - Parameter isCanceled: A closure that is called every few thousand cars.
  /// - Returns: The facets, or `nil` if canceled.
  package func facets(for found: ApproximateResult, isCanceled: () -> Bool = { false }) -> Facets? {
    facets(
      for: found.rest, among: found.cars, favoritesOnly: found.result.favoritesOnly, isCanceled: isCanceled)
  }

  /// - Parameter subset: The cars to count, if they match the query; `nil` for all.
  private func facets(
    for query: CarQuery, among subset: Bitmap?, favoritesOnly: Bool, isCanceled: () -> Bool
  ) -> Facets? {
    func matching(favoritesOnly: Bool, ignoring field: CarField? = nil) -> Bitmap? {
      var cars = matches(query, favoritesOnly: favoritesOnly, ignoring: field, isCanceled: isCanceled)?.all
      if let subset { cars?.formIntersection(subset) }
      return cars
    }
    guard let table = columns.facets(isCanceled: isCanceled), let cars = matching(favoritesOnly: favoritesOnly),
      var counts = table.counts(of: cars, isCanceled: isCanceled)
    else { return nil }
    for field in Set(query.filters.filter { !$0.isExcluded }.map(\.field)) {
      guard let place = FacetTable.place(of: field) else { continue }
      let column = table.columns[place]
      let range = column.start..<column.places.upperBound
      guard let wider = matching(favoritesOnly: favoritesOnly, ignoring: field),
        let own = table.counts(
          of: wider, column: place, subset: cars, known: counts[range], isCanceled: isCanceled)
      else { return nil }
      counts.replaceSubrange(range, with: own)
    }
    var flagCounts: [CarField: (yes: Int, no: Int, unknown: Int)] = [:]
    let user: [CarField: FlagColumn] = [
      .favorite: FlagColumn(favorites), .note: FlagColumn(notes), .files: FlagColumn(files),
      .marked: FlagColumn(marked),
    ]
    let flagColumns = columns.flags.merging(user, uniquingKeysWith: { $1 })
    for (field, flags) in flagColumns {
      guard var wider = matching(favoritesOnly: favoritesOnly && field != .favorite, ignoring: field) else {
        return nil
      }
      let all = wider.population
      wider.formIntersection(flags.known)
      let known = wider.population
      wider.formIntersection(flags.yes)
      flagCounts[field] = (wider.population, known - wider.population, all - known)
    }
    let fields = Set(query.filters.map(\.field))
    let selections = Dictionary(uniqueKeysWithValues: fields.map { ($0, selection(of: $0, in: query, table)) })
    return Facets(
      count: cars.population, table: table, counts: counts, selections: selections, flagCounts: flagCounts,
      unusedFlags: Set(flagColumns.filter { $1.yes.population == 0 }.keys))
  }
}
