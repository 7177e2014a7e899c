/// Tests cars against a query, for the length of one search on one thread.
final class QueryMatcher {
  enum Match { case none, preferred, other }

  private let words: [WordMatcher]
  private let excluded: [WordMatcher]
  private let filters: [FilterMatcher]
  private let favouritesOnly: Bool
  private let favourites: Bitmap

  init(_ query: CarQuery, favouritesOnly: Bool, index: CatalogueIndex) {
    words = query.words.filter { !$0.isExcluded }.map { WordMatcher($0.text, columns: index.columns) }
    excluded = query.words.filter(\.isExcluded).map { WordMatcher($0.text, columns: index.columns) }
    filters = query.filters.map { FilterMatcher($0, index: index) }
    self.favouritesOnly = favouritesOnly
    favourites = index.favourites
  }

  var matchesEverything: Bool { words.isEmpty && excluded.isEmpty && filters.isEmpty && !favouritesOnly }

  func match(_ ordinal: Int) -> Match {
    if favouritesOnly, !favourites[ordinal] { return .none }
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

/// How a word occurs in a text. The raw value is what ``PoolMemo`` keeps.
enum Occurrence: UInt8 {
  case none = 1
  case inside = 2
  /// At the beginning of a word of the text.
  case wordStart = 3
}

/// Looks for one word in the searched fields of a car.
final class WordMatcher {
  private let columns: CatalogueColumns
  private let names: PoolMemo
  private let classes: PoolMemo
  private let fuelNames: PoolMemo
  private let fuels: [Bool]
  private let years: [Occurrence]
  private static let firstYear = 1800

  init(_ word: String, columns: CatalogueColumns) {
    self.columns = columns
    let needle = Needle(word)
    names = PoolMemo(columns.names.folded, needle: needle)
    classes = PoolMemo(columns.foldedClasses, needle: needle)
    fuelNames = PoolMemo(columns.foldedFuelNames, needle: needle)
    fuels = Fuel.table { fuel in
      // What is shown may be found by any part of it; the other words for it only from their beginning.
      fuel != .unknown && needle.occurrence(in: Folding.fold(fuel.label)) != .none
        || needle.occurrence(in: fuel.searchWords) == .wordStart
    }
    // Years are few: every one that a catalogue may have is tested once, and only for a word that is a number.
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

/// Tests a field of a car against a filter.
final class FilterMatcher {
  private enum Test {
    case texts([Int32], [PoolMemo])
    /// Makes and models are reached through the name.
    case names([Int32], via: [Int32], [PoolMemo])
    case fuel([Bool], [PoolMemo])
    case numbers([Double], Bounds)
    case years(Bounds)
    case cylinders(Bounds)
    case bits(Bitmap, Bool)
  }

  private struct Bounds {
    var lower: Double, includesLower: Bool, upper: Double, includesUpper: Bool

    func contains(_ value: Double) -> Bool {
      (value > lower || includesLower && value == lower) && (value < upper || includesUpper && value == upper)
    }
  }

  private let test: Test
  private let isExcluded: Bool
  private let columns: CatalogueColumns

  init(_ filter: FieldFilter, index: CatalogueIndex) {
    let columns = index.columns
    self.columns = columns
    isExcluded = filter.isExcluded
    switch filter.condition {
    case .flag(let value):
      let bits =
        switch filter.field {
        case .note: index.notes
        case .withdrawn: columns.isWithdrawn
        default: index.favourites
        }
      test = .bits(bits, value)
    case .between(let lower, let includesLower, let upper, let includesUpper):
      let bounds = Bounds(lower: lower, includesLower: includesLower, upper: upper, includesUpper: includesUpper)
      switch filter.field {
      case .year: test = .years(bounds)
      case .cylinders: test = .cylinders(bounds)
      case .co2: test = .numbers(columns.co2, bounds)
      case .cost: test = .numbers(columns.annualFuelCost, bounds)
      case .range: test = .numbers(columns.electricRange, bounds)
      case .displacement: test = .numbers(columns.displacement, bounds)
      default: test = .numbers(columns.combinedMPG, bounds)
      }
    case .contains(let texts):
      let needles = texts.map { Needle($0) }
      func memos(_ pool: StringPool) -> [PoolMemo] { needles.map { PoolMemo(pool, needle: $0) } }
      switch filter.field {
      case .model: test = .names(columns.name, via: columns.names.model, memos(columns.foldedModels))
      case .vehicleClass: test = .texts(columns.vehicleClass, memos(columns.foldedClasses))
      case .drive: test = .texts(columns.drive, memos(columns.foldedDrives))
      case .transmission: test = .texts(columns.transmission, memos(columns.foldedTransmissions))
      case .fuel:
        // A word of the category has to begin with the text: `fuel:ev` is not every hybrid (HEV).
        let fuels = Fuel.table { fuel in needles.contains { $0.occurrence(in: fuel.searchWords) == .wordStart } }
        test = .fuel(fuels, memos(columns.foldedFuelNames))
      default: test = .names(columns.name, via: columns.names.make, memos(columns.foldedMakes))
      }
    }
  }

  func holds(_ ordinal: Int) -> Bool {
    switch test {
    case .texts(let numbers, let memos): contains(numbers[ordinal], memos) != isExcluded
    case .names(let names, let via, let memos): contains(via[Int(names[ordinal])], memos) != isExcluded
    case .fuel(let fuels, let memos):
      (fuels[Int(columns.fuel[ordinal])] || contains(columns.fuelName[ordinal], memos)) != isExcluded
    // NaN, the unknown, lies in no range, and is not said to lie outside of one either.
    case .numbers(let values, let bounds):
      !values[ordinal].isNaN && bounds.contains(values[ordinal]) != isExcluded
    case .years(let bounds): bounds.contains(Double(columns.year[ordinal])) != isExcluded
    case .cylinders(let bounds):
      columns.cylinders[ordinal] > 0 && bounds.contains(Double(columns.cylinders[ordinal])) != isExcluded
    case .bits(let bits, let value): (bits[ordinal] == value) != isExcluded
    }
  }

  private func contains(_ number: Int32, _ memos: [PoolMemo]) -> Bool {
    memos.contains { $0.occurrence(at: number) != .none }
  }
}

extension Fuel {
  /// What holds of each category, by raw value; of no other value anything holds.
  fileprivate static func table(_ holds: (Fuel) -> Bool) -> [Bool] {
    var table = [Bool](repeating: false, count: 256)
    for fuel in allCases { table[Int(fuel.rawValue)] = holds(fuel) }
    return table
  }
}
