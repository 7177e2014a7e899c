import Spelling

/// The words by which cars can be found, with the number of cars that have each.
struct Vocabulary {
  private var counts: [String: Int] = [:]

  /// Returns the words of all fields that are searched for words.
  static func searched(_ columns: CatalogColumns) -> Vocabulary {
    var words = Vocabulary()
    words.add(columns.names.folded, columns.name)
    words.add(columns.foldedClasses, columns.vehicleClass)
    words.addFuels(columns)
    words.add(columns.foldedFuelNames, columns.fuelName)
    return words
  }

  /// The words of a field, or `nil` if its values are numbers or flags.
  init?(of field: FieldFilter.Field, _ columns: CatalogColumns) {
    switch field {
    case .make: add(columns.foldedMakes, columns.name.map { columns.names.make[Int($0)] })
    case .model: add(columns.foldedModels, columns.name.map { columns.names.model[Int($0)] })
    case .vehicleClass: add(columns.foldedClasses, columns.vehicleClass)
    case .fuel: addFuels(columns)
    case .fuelName: add(columns.foldedFuelNames, columns.fuelName)
    case .drive: add(columns.foldedDrives, columns.drive)
    case .transmission: add(columns.foldedTransmissions, columns.transmission)
    case .year, .mpg, .co2, .cost, .range, .cylinders, .displacement, .favorite, .note, .files, .withdrawn:
      return nil
    }
  }

  private init() {}

  /// Returns the known word nearest to an unknown one. Numbers, and words of one or two letters, have none, because any
  /// other would be as near.
  func nearest(to word: String) -> String? {
    guard word.count > 2, !word.allSatisfy(\.isNumber) else { return nil }
    return NearestName.of(word, weighing: counts.lazy.map { (name: $0.key, weight: $0.value) })
  }

  /// Returns the known words one letter away from an unknown one, at most 16, those that most cars have first. Numbers,
  /// and words of one or two letters, have none.
  func words(oneEditFrom word: String) -> [String] {
    guard word.count > 2, !word.allSatisfy(\.isNumber) else { return [] }
    return counts.filter { $0.key.count > 2 && NearestName.areOneEditApart(word, $0.key) }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(16).map(\.key)
  }

  /// Adds the texts of a pool. `numbers` has the number of the text of each car.
  private mutating func add(_ pool: StringPool, _ numbers: [Int32]) {
    var cars = [Int](repeating: 0, count: pool.count)
    for number in numbers where number != CatalogColumns.none { cars[Int(number)] += 1 }
    for (number, count) in cars.enumerated() where count > 0 { add(pool.string(at: Int32(number)), count: count) }
  }

  private mutating func addFuels(_ columns: CatalogColumns) {
    var cars: [UInt8: Int] = [:]
    for fuel in columns.fuel { cars[fuel, default: 0] += 1 }
    for fuel in Fuel.allCases { if let count = cars[fuel.rawValue] { add(fuel.searchWords, count: count) } }
  }

  private mutating func add(_ text: String, count: Int) {
    for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) where word.count > 1 {
      counts[String(word), default: 0] += count
    }
  }
}
