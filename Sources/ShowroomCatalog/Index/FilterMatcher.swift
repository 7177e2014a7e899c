import ShowroomFiles

/// A test of one field of all cars against a filter.
struct FilterMatcher {
  private let filter: FieldFilter
  private let columns: CatalogColumns

  init(_ filter: FieldFilter, columns: CatalogColumns) {
    self.filter = filter
    self.columns = columns
  }

  /// Returns the cars that satisfy the filter; `nil` if canceled.
  ///
  /// - Parameter flags: The cars whose flag is set, for a filter on user data.
  func matches(flags: Bitmap? = nil, isCanceled: () -> Bool) -> Bitmap? {
    let none = Bitmap(count: columns.count)
    switch filter.condition {
    case .flag(let value):
      guard let flags = columns.flags[filter.field] ?? flags.map(FlagColumn.init) else { return none }
      return flags.cars(with: value != filter.isExcluded)
    case .contains(let texts):
      let fuels = texts.reduce(into: Set<Fuel>()) { $0.formUnion(Fuel.denoted(by: $1)) }
      return matches(isCanceled) {
        FieldTexts(texts, values: CarField.described.contains(filter.field) ? [] : $0).marks(in: $1)
      } fuel: {
        fuels.contains($0)
      }
    case .equals(let texts):
      return matches(isCanceled) { values, _ in
        values.map(texts.contains)
      } fuel: { fuel in
        fuel.searchNames.contains(where: texts.contains)
      }
    case .between(let lower, let includesLower, let upper, let includesUpper):
      return numbers(isCanceled) {
        ($0 > lower || includesLower && $0 == lower) && ($0 < upper || includesUpper && $0 == upper)
      }
    case .oneOf(let numbers):
      return self.numbers(isCanceled) { numbers.contains($0) }
    case .like(let id):
      guard let nearest = columns.nearest(to: id, isCanceled: isCanceled) else { return nil }
      var cars = none
      for ordinal in nearest { cars[Int(ordinal)] = true }
      return filter.isExcluded ? cars.complement : cars
    }
  }

  /// Returns the cars whose text in the field satisfies a test.
  ///
  /// - Parameters:
  ///   - test: A test of all values of a field, given the folded values and a pool of the strings in which parts are
  ///     searched.
  ///   - fuel: A test of a fuel category.
  private func matches(
    _ isCanceled: () -> Bool, test: ([String], StringPool) -> [Bool], fuel: (Fuel) -> Bool
  ) -> Bitmap? {
    func marked<Number: FixedWidthInteger>(_ column: [Number], _ table: [Bool]) -> Bitmap? {
      Bitmap.of(column, markedIn: table, isCanceled: isCanceled)
    }
    // The pools of folded strings contain synonyms, so they cannot be used to test for equality.
    func tested(_ pool: StringPool, _ folded: StringPool) -> [Bool] {
      test((0..<Int32(pool.count)).map { Folding.fold(pool.string(at: $0)) }, folded)
    }
    let found: Bitmap?
    switch filter.field {
    case .make:
      let makes = tested(columns.makes, columns.foldedMakes)
      found = marked(columns.name, columns.names.make.map { makes[Int($0)] })
    case .model:
      // A filter on the model never requires the whole name unless it is an exact one, so that `model:3` also finds the
      // Model 3.
      let isExact = if case .equals = filter.condition { true } else { false }
      let models = isExact ? tested(columns.models, columns.foldedModels) : test([], columns.foldedModels)
      found = marked(columns.name, columns.names.model.map { models[Int($0)] })
    case .fuel: found = marked(columns.fuel, Fuel.table(fuel))
    case let field:
      guard let column = columns.texts[field] else { return Bitmap(count: columns.count) }
      found = marked(column.numbers, tested(column.pool, column.folded))
    }
    return filter.isExcluded ? found?.complement : found
  }

  /// Returns the cars whose numbers satisfy a test. An unknown number is neither inside nor outside a range.
  private func numbers(_ isCanceled: () -> Bool, _ holds: (Double) -> Bool) -> Bitmap? {
    let isExcluded = filter.isExcluded
    if filter.field == .year {
      let years = (0...Int(Int16.max)).map { holds(Double($0)) != isExcluded }
      return Bitmap.of(columns.year, markedIn: years, isCanceled: isCanceled)
    }
    guard let column = columns.numbers[filter.field] else { return Bitmap(count: columns.count) }
    return column.cars(isCanceled: isCanceled) { holds($0) != isExcluded }
  }
}

/// The strings of a filter. If a string is a complete value of the field, it matches only that value, so that the
/// filter finds the same cars that a facet counts. Any other string matches all values that contain it.
struct FieldTexts {
  private let whole: Set<String>
  private let needles: [Needle]
  private let values: [String]

  /// - Parameter values: The folded values of the field.
  init(_ texts: [String], values: [String]) {
    let whole = Set(texts).intersection(values)
    self.whole = whole
    self.values = values
    needles = texts.filter { !whole.contains($0) }.map { Needle($0) }
  }

  /// Returns whether each value matches.
  ///
  /// - Parameter pool: For each value, the text in which parts are searched.
  func marks(in pool: StringPool) -> [Bool] {
    var marks = pool.map { text in needles.contains { $0.occurrence(in: text) != .none } }
    if !whole.isEmpty { for (place, value) in values.enumerated() where whole.contains(value) { marks[place] = true } }
    return marks
  }

  /// Returns whether a value matches.
  ///
  /// - Parameter text: The text in which parts are searched.
  func contain(_ value: String, text: String) -> Bool {
    whole.contains(value) || needles.contains { $0.occurrence(in: text) != .none }
  }
}
