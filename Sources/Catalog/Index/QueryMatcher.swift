/// A test of cars against a query. Use it for one search on one thread, because it caches without locking.
final class QueryMatcher {
  enum Match { case none, preferred, other }

  private let words: [WordMatcher]
  private let excluded: [WordMatcher]
  private let filters: [FilterMatcher]
  private let favoritesOnly: Bool
  private let favorites: Bitmap

  init(_ query: CarQuery, favoritesOnly: Bool, index: CatalogIndex) {
    words = query.words.filter { !$0.isExcluded }.map { WordMatcher($0.text, columns: index.columns) }
    excluded = query.words.filter(\.isExcluded).map { WordMatcher($0.text, columns: index.columns) }
    filters = query.filters.map { FilterMatcher($0, index: index) }
    self.favoritesOnly = favoritesOnly
    favorites = index.favorites
  }

  var matchesEverything: Bool { words.isEmpty && excluded.isEmpty && filters.isEmpty && !favoritesOnly }

  func match(_ ordinal: Int) -> Match {
    if favoritesOnly, !favorites[ordinal] { return .none }
    for filter in filters where !filter.holds(ordinal) { return .none }
    var match = Match.preferred
    for word in words {
      switch word.match(ordinal) {
      case .none: return .none
      case .inside: match = .other
      case .wordStart: break
      }
    }
    for word in excluded where word.match(ordinal) != .none { return .none }
    return match
  }
}

/// A search for one word in the fields of a car.
final class WordMatcher {
  private let columns: CatalogColumns
  private let names: OccurrenceCache
  private let classes: OccurrenceCache
  private let fuelNames: OccurrenceCache
  private let fuels: [Bool]
  private let years: [Occurrence]
  private static let firstYear = 1800

  init(_ word: String, columns: CatalogColumns) {
    self.columns = columns
    let needle = Needle(word)
    names = OccurrenceCache(columns.names.folded, needle: needle)
    classes = OccurrenceCache(columns.foldedClasses, needle: needle)
    fuelNames = OccurrenceCache(columns.foldedFuelNames, needle: needle)
    fuels = Fuel.table { fuel in
      // A displayed label matches at any position; its synonyms match only from their beginning.
      fuel != .unknown && needle.occurrence(in: Folding.fold(fuel.label)) != .none
        || needle.occurrence(in: fuel.searchWords) == .wordStart
    }
    // There are so few years that each possible one is tested once, and only for a word that is a number.
    years =
      needle.isNumber ? (0...400).map { needle.occurrence(in: String(Self.firstYear + $0)) } : []
  }

  @inline(__always)
  func match(_ ordinal: Int) -> Occurrence {
    var found = names.occurrence(at: columns.name[ordinal])
    if found == .wordStart { return found }
    let year = Int(columns.year[ordinal]) - Self.firstYear
    if year >= 0, year < years.count, years[year].rawValue > found.rawValue { found = years[year] }
    if found != .none { return found }
    if fuels[Int(columns.fuel[ordinal])] { return .inside }
    if classes.occurrence(at: columns.vehicleClass[ordinal]) != .none { return .inside }
    return fuelNames.occurrence(at: columns.fuelName[ordinal]) != .none ? .inside : .none
  }
}

/// A test of a field of a car against a filter.
final class FilterMatcher {
  private enum Test {
    case texts([Int32], [OccurrenceCache])
    /// A make or model, which is found through the number of the name.
    case names([Int32], via: [Int32], [OccurrenceCache])
    case fuel([Bool], [OccurrenceCache])
    case numbers([Double], Bounds)
    case years(Bounds)
    case cylinders(Bounds)
    case bits(Bitmap, Bool)
    /// The condition does not apply to the field. No car matches.
    case nothing
  }

  private struct Bounds {
    var lower: Double, includesLower: Bool, upper: Double, includesUpper: Bool

    func contains(_ value: Double) -> Bool {
      (value > lower || includesLower && value == lower) && (value < upper || includesUpper && value == upper)
    }
  }

  private let test: Test
  private let isExcluded: Bool
  private let columns: CatalogColumns

  init(_ filter: FieldFilter, index: CatalogIndex) {
    let columns = index.columns
    self.columns = columns
    isExcluded = filter.isExcluded
    switch filter.condition {
    case .flag(let value):
      switch filter.field {
      case .favorite: test = .bits(index.favorites, value)
      case .note: test = .bits(index.notes, value)
      case .withdrawn: test = .bits(columns.isWithdrawn, value)
      case .make, .model, .vehicleClass, .fuel, .drive, .transmission, .year, .mpg, .co2, .cost, .range, .cylinders,
        .displacement:
        test = .nothing
      }
    case .between(let lower, let includesLower, let upper, let includesUpper):
      let bounds = Bounds(lower: lower, includesLower: includesLower, upper: upper, includesUpper: includesUpper)
      switch filter.field {
      case .year: test = .years(bounds)
      case .cylinders: test = .cylinders(bounds)
      case .co2: test = .numbers(columns.co2, bounds)
      case .cost: test = .numbers(columns.annualFuelCost, bounds)
      case .range: test = .numbers(columns.electricRange, bounds)
      case .displacement: test = .numbers(columns.displacement, bounds)
      case .mpg: test = .numbers(columns.combinedMPG, bounds)
      case .make, .model, .vehicleClass, .fuel, .drive, .transmission, .favorite, .note, .withdrawn: test = .nothing
      }
    case .contains(let texts):
      let needles = texts.map { Needle($0) }
      func memos(_ pool: StringPool) -> [OccurrenceCache] { needles.map { OccurrenceCache(pool, needle: $0) } }
      switch filter.field {
      case .model: test = .names(columns.name, via: columns.names.model, memos(columns.foldedModels))
      case .vehicleClass: test = .texts(columns.vehicleClass, memos(columns.foldedClasses))
      case .drive: test = .texts(columns.drive, memos(columns.foldedDrives))
      case .transmission: test = .texts(columns.transmission, memos(columns.foldedTransmissions))
      case .fuel:
        // A word of the category must begin with the text, so that `fuel:ev` does not match every hybrid (HEV).
        let fuels = Fuel.table { fuel in needles.contains { $0.occurrence(in: fuel.searchWords) == .wordStart } }
        test = .fuel(fuels, memos(columns.foldedFuelNames))
      case .make: test = .names(columns.name, via: columns.names.make, memos(columns.foldedMakes))
      case .year, .mpg, .co2, .cost, .range, .cylinders, .displacement, .favorite, .note, .withdrawn: test = .nothing
      }
    }
  }

  func holds(_ ordinal: Int) -> Bool {
    switch test {
    case .texts(let numbers, let memos): contains(numbers[ordinal], memos) != isExcluded
    case .names(let names, let via, let memos): contains(via[Int(names[ordinal])], memos) != isExcluded
    case .fuel(let fuels, let memos):
      (fuels[Int(columns.fuel[ordinal])] || contains(columns.fuelName[ordinal], memos)) != isExcluded
    // NaN stands for an unknown value, which is neither inside nor outside a range.
    case .numbers(let values, let bounds):
      !values[ordinal].isNaN && bounds.contains(values[ordinal]) != isExcluded
    case .years(let bounds): bounds.contains(Double(columns.year[ordinal])) != isExcluded
    case .cylinders(let bounds):
      columns.cylinders[ordinal] > 0 && bounds.contains(Double(columns.cylinders[ordinal])) != isExcluded
    case .bits(let bits, let value): (bits[ordinal] == value) != isExcluded
    case .nothing: false
    }
  }

  private func contains(_ number: Int32, _ memos: [OccurrenceCache]) -> Bool {
    memos.contains { $0.occurrence(at: number) != .none }
  }
}

extension Fuel {
  /// Returns the result of a test for each category, by raw value. It is `false` for all other values.
  fileprivate static func table(_ holds: (Fuel) -> Bool) -> [Bool] {
    var table = [Bool](repeating: false, count: 256)
    for fuel in allCases { table[Int(fuel.rawValue)] = holds(fuel) }
    return table
  }
}
