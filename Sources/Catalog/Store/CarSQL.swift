import GRDB

/// The statements that read cars.
enum CarSQL {
  /// Returns the statement for the first page, in the order of ``CatalogIndex``. Its argument is the limit.
  static func firstPage(sort: Sort, favoritesOnly: Bool) -> String {
    """
    SELECT car.id, make, model, year, vehicleClass, fuel, combinedMPG, co2, annualFuelCost, electricRange, isWithdrawn,
      IFNULL(isFavorite, 0) AS isFavorite, note IS NOT NULL AS hasNote, fuelName, drive, transmission, cylinders,
      displacement, EXISTS (SELECT 1 FROM attachment WHERE attachment.carID = car.id) AS hasFiles
    FROM car \(favoritesOnly ? "JOIN" : "LEFT JOIN") userData ON carID = car.id
    \(favoritesOnly ? "WHERE isFavorite" : "")
    ORDER BY \(order(of: sort)) LIMIT ?
    """
  }

  /// Returns the cars with attachments.
  static func carsWithFiles(in db: Database) throws -> Set<Car.ID> {
    try Set(Car.ID.fetchAll(db, sql: "SELECT DISTINCT carID FROM attachment"))
  }

  private static func order(of sort: Sort) -> String {
    // The order of the index of the table, which a first page of it reads without sorting.
    let levels = sort == Sort(.make) ? [] : [sort.primary] + (sort.secondary.map { [$0] } ?? [])
    return (levels.compactMap(term) + ["makeKey, modelKey, year DESC, car.id"]).joined(separator: ", ")
  }

  /// Returns the term of a level, or `nil` if it is that of the columns.
  private static func term(_ level: Sort.Level) -> String? {
    let column: String? =
      switch level.field {
      case .relevance: nil
      case .make: "makeKey"
      case .model: "modelKey"
      case .year: "year"
      case .vehicleClass: "vehicleClass COLLATE NOCASE"
      case .fuel: "CASE fuel \(fuelRanks) END"
      case .consumption: "combinedMPG"
      case .co2: "co2"
      case .cost: "annualFuelCost"
      case .range: "electricRange"
      case .displacement: "displacement"
      }
    return column.map { "\($0)\(level.ascending ? "" : " DESC") NULLS LAST" }
  }

  /// Ranks fuels by their labels. The unknown fuel is NULL, which comes last.
  private static var fuelRanks: String {
    Fuel.byLabel.enumerated().map { "WHEN \($1.rawValue) THEN \($0)" }.joined(separator: " ")
  }
}

extension CarRow {
  init(row: Row) {
    self.init(
      id: row[0], make: row[1], model: row[2], year: row[3], vehicleClass: row[4],
      fuel: Fuel(rawValue: row[5]) ?? .unknown, fuelName: row[13], drive: row[14], transmission: row[15],
      cylinders: row[16], displacement: row[17], combinedMPG: row[6], co2: row[7], annualFuelCost: row[8],
      electricRange: row[9], isFavorite: row[11], hasNote: row[12], hasFiles: row[18],
      isWithdrawn: row[10])
  }
}

extension Car {
  init(row: Row) {
    self.init(
      id: row["id"], make: row["make"], model: row["model"], year: row["year"], baseModel: row["baseModel"],
      vehicleClass: row["vehicleClass"], fuel: Fuel(rawValue: row["fuel"]) ?? .unknown, fuelName: row["fuelName"],
      cylinders: row["cylinders"], displacement: row["displacement"], drive: row["drive"],
      transmission: row["transmission"], cityMPG: row["cityMPG"], highwayMPG: row["highwayMPG"],
      combinedMPG: row["combinedMPG"], electricConsumption: row["electricConsumption"], co2: row["co2"],
      annualFuelCost: row["annualFuelCost"], electricRange: row["electricRange"], isWithdrawn: row["isWithdrawn"])
  }
}

extension UserData {
  init(row: Row) {
    self.init(isFavorite: row["isFavorite"], note: row["note"])
  }
}
