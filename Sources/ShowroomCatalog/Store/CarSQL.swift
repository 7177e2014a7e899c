import GRDB

/// The statements that read cars.
enum CarSQL {
  /// Returns the statement for the first page, in the order of ``CatalogIndex``. Its argument is the limit.
  static func firstPage(sort: Sort, favoritesOnly: Bool) -> String {
    """
    SELECT car.id, make, model, year, vehicleClass, fuel, combinedMPG, co2, annualFuelCost, electricRange, isWithdrawn,
      IFNULL(isFavorite, 0) AS isFavorite, note IS NOT NULL AS hasNote, fuelName, drive, transmission, cylinders,
      displacement, EXISTS (SELECT 1 FROM attachment WHERE attachment.carID = car.id) AS hasFiles, electricMPG,
      blendedMPG
    FROM car \(favoritesOnly ? "JOIN" : "LEFT JOIN") userData ON carID = car.id
    \(favoritesOnly ? "WHERE isFavorite" : "")
    ORDER BY \(order(of: sort)) LIMIT ?
    """
  }

  /// Returns the cars with attachments.
  static func carsWithFiles(in db: Database) throws -> Set<Car.ID> {
    try Set(
      StoredRow.fetchAll(db, of: "attachment", sql: "SELECT DISTINCT carID FROM attachment") {
        try $0.integer("carID")
      })
  }

  private static func order(of sort: Sort) -> String {
    // The order of the index of the table, which the first page at the start reads without sorting.
    if sort.field == .relevance { return "year DESC, makeKey, modelKey, car.id" }
    let levels = sort == Sort(.make) ? [] : [sort.primary] + (sort.secondary.map { [$0] } ?? [])
    return (levels.map(term) + ["makeKey, modelKey, year DESC, car.id"]).joined(separator: ", ")
  }

  /// Returns the term of a level.
  private static func term(_ level: Sort.Level) -> String {
    let column =
      switch level.field {
      case .make: "makeKey"
      case .model: "modelKey"
      case .relevance, .year: "year"
      case .vehicleClass: "vehicleClass COLLATE NOCASE"
      case .fuel: "CASE fuel \(fuelRanks) END"
      case .consumption: "IFNULL(blendedMPG, combinedMPG)"
      case .co2: "co2"
      case .cost: "annualFuelCost"
      case .range: "electricRange"
      case .displacement: "displacement"
      }
    return "\(column)\(level.ascends ? "" : " DESC") NULLS LAST"
  }

  /// Ranks fuels by their labels. The unknown fuel is NULL, which comes last.
  private static var fuelRanks: String {
    Fuel.byLabel.enumerated().map { "WHEN \($1.rawValue) THEN \($0)" }.joined(separator: " ")
  }
}

extension CarRow {
  init(row: StoredRow) throws {
    self.init(
      id: try row.integer("id"), make: try row.text("make"), model: try row.text("model"),
      year: try row.integer("year", in: Car.years), vehicleClass: try row.textIfPresent("vehicleClass"),
      fuel: Fuel(rawValue: try row.integer("fuel")) ?? .unknown, fuelName: try row.textIfPresent("fuelName"),
      drive: try row.textIfPresent("drive"), transmission: try row.textIfPresent("transmission"),
      cylinders: try row.integerIfPresent("cylinders", in: Car.storedCylinders),
      displacement: try row.numberIfPresent("displacement", in: Car.numbers),
      combinedMPG: try row.numberIfPresent("combinedMPG", in: Car.numbers),
      electricMPG: try row.numberIfPresent("electricMPG", in: Car.numbers),
      blendedMPG: try row.numberIfPresent("blendedMPG", in: Car.numbers),
      co2: try row.numberIfPresent("co2", in: Car.numbers),
      annualFuelCost: try row.integerIfPresent("annualFuelCost", in: Car.costs),
      electricRange: try row.numberIfPresent("electricRange", in: Car.numbers),
      isFavorite: try row.flag("isFavorite"), hasNote: try row.flag("hasNote"), hasFiles: try row.flag("hasFiles"),
      isWithdrawn: try row.flag("isWithdrawn"))
  }
}

extension Car {
  init(row: StoredRow) throws {
    self.init(
      id: try row.integer("id"), make: try row.text("make"), model: try row.text("model"),
      year: try row.integer("year", in: Self.years), baseModel: try row.text("baseModel"),
      vehicleClass: try row.textIfPresent("vehicleClass"), fuel: Fuel(rawValue: try row.integer("fuel")) ?? .unknown,
      fuelName: try row.textIfPresent("fuelName"),
      cylinders: try row.integerIfPresent("cylinders", in: Self.storedCylinders),
      displacement: try row.numberIfPresent("displacement", in: Self.numbers), drive: try row.textIfPresent("drive"),
      transmission: try row.textIfPresent("transmission"),
      cityMPG: try row.numberIfPresent("cityMPG", in: Self.numbers),
      highwayMPG: try row.numberIfPresent("highwayMPG", in: Self.numbers),
      combinedMPG: try row.numberIfPresent("combinedMPG", in: Self.numbers), plugIn: try PlugInEconomy(row: row),
      electricConsumption: try row.numberIfPresent("electricConsumption", in: Self.numbers),
      co2: try row.numberIfPresent("co2", in: Self.numbers),
      annualFuelCost: try row.integerIfPresent("annualFuelCost", in: Self.costs),
      electricRange: try row.numberIfPresent("electricRange", in: Self.numbers),
      chargeHours: try row.numberIfPresent("chargeHours", in: Self.numbers),
      isWithdrawn: try row.flag("isWithdrawn"))
  }
}

extension PlugInEconomy {
  init(row: StoredRow) throws {
    func number(_ column: String) throws -> Double? { try row.numberIfPresent(column, in: Car.numbers) }
    self.init(
      electricCityMPG: try number("electricCityMPG"), electricHighwayMPG: try number("electricHighwayMPG"),
      electricMPG: try number("electricMPG"), blendedCityMPG: try number("blendedCityMPG"),
      blendedHighwayMPG: try number("blendedHighwayMPG"), blendedMPG: try number("blendedMPG"),
      utilityFactor: try number("utilityFactor"), addedGasoline: try number("addedGasoline"))
  }
}

extension ModelYear {
  init(row: StoredRow) throws {
    self.init(
      year: try row.integer("year", in: Car.years), fuel: Fuel(rawValue: try row.integer("fuel")) ?? .unknown,
      comparedMPG: try row.numberIfPresent("comparedMPG", in: Car.numbers), isBlended: try row.flag("isBlended"))
  }
}

extension UserData {
  init(row: StoredRow) throws {
    self.init(
      isFavorite: try row.flag("isFavorite"), note: try row.textIfPresent("note", limit: StoredRow.longTextBytes))
  }
}

/// The values that a source may contain (`CarRecord.error(within:place:)`), and so all that are stored.
extension Car {
  static let years = 1800...2200
  static let storedCylinders = 0...255
  static let costs = 0...Int(SourceBudget.standard.largestNumber)
  static let numbers = 0...SourceBudget.standard.largestNumber
}
