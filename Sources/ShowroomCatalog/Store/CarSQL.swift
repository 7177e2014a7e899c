import GRDB

/// The statements that read cars.
enum CarSQL {
  /// Returns the statement for the first page, in the order of ``CatalogIndex``. The statement's argument is the limit.
  ///
  /// - Parameter complete: Whether to read all numbers rather than only those of a row.
  static func firstPage(sort: Sort, favoritesOnly: Bool, complete: Bool) -> String {
    let numbers = CarRow.numbers(complete: complete).filter { $0 != .price }.map { "car.\($0.column)" }
    let columns = (CarText.allCases.map(\.column) + numbers + ["IFNULL(userData.price, car.price) AS price"])
      .joined(separator: ", ")
    return """
      SELECT car.id, make, model, year, fuel, \(columns), isWithdrawn, IFNULL(isFavorite, 0) AS isFavorite,
        note IS NOT NULL AS hasNote,
        EXISTS (SELECT 1 FROM attachment WHERE attachment.carID = car.id) AS hasFiles
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

  /// Returns the cars that the latest refresh added and changed, by the flag for each kind.
  static func changes(in db: Database) throws -> [CarField: Set<Car.ID>] {
    func cars(_ table: String) throws -> Set<Car.ID> {
      let sql = "SELECT carID FROM \(table) WHERE refreshID = (SELECT MAX(id) FROM catalogRefresh)"
      return try Set(StoredRow.fetchAll(db, of: table, sql: sql) { try $0.integer("carID") })
    }
    return [.new: try cars("newCar"), .changed: try cars("fieldChange")]
  }

  /// Returns the ID of the latest refresh; `nil` if none is recorded.
  static func latestRefresh(in db: Database) throws -> Int64? {
    try StoredRow.fetchOne(db, of: "catalogRefresh", sql: "SELECT id FROM catalogRefresh ORDER BY id DESC LIMIT 1") {
      try $0.integer("id")
    }
  }

  private static func order(of sort: Sort) -> String {
    // This is the order of the table's index, from which the first page is read at launch without sorting.
    if sort.field == nil { return "year DESC, makeKey, modelKey, car.id" }
    let levels = sort == Sort(.make) ? [] : [sort.primary] + (sort.secondary.map { [$0] } ?? [])
    return (levels.map(term) + ["makeKey, modelKey, year DESC, car.id"]).joined(separator: ", ")
  }

  /// Returns the SQL term for a level.
  private static func term(_ level: Sort.Level) -> String {
    let column =
      switch level.field {
      case .make: "makeKey"
      case .model: "modelKey"
      case .fuel: "CASE fuel \(fuelRanks) END"
      case let field?: field.text.map { "\($0.column) COLLATE NOCASE" } ?? field.sql ?? "year"
      case nil: "year"
      }
    return "\(column)\(level.ascends ? "" : " DESC") NULLS LAST"
  }

  /// An expression that ranks fuels by label. An unknown fuel is NULL, which comes last.
  private static var fuelRanks: String {
    Fuel.byLabel.enumerated().map { "WHEN \($1.rawValue) THEN \($0)" }.joined(separator: " ")
  }
}

extension CarRow {
  private static let numbers: [CarNumber] =
    CarField.allCases.filter(\.isInRow).compactMap(\.number) + [.blendedMPG]

  /// Returns the numbers of a row, or all numbers.
  static func numbers(complete: Bool) -> [CarNumber] { complete ? CarNumber.allCases : numbers }

  init(row: StoredRow, complete: Bool) throws {
    self.init(
      try Car(row: row, baseModel: nil, numbers: Self.numbers(complete: complete)),
      isFavorite: try row.flag("isFavorite"),
      hasNote: try row.flag("hasNote"), hasFiles: try row.flag("hasFiles"))
  }
}

extension Car {
  /// The columns of a car. Their values are read by index, which is several times as fast as by name.
  static let storedColumns =
    ["id", "make", "model", "baseModel", "year", "fuel", "isWithdrawn"] + CarText.allCases.map(\.column)
    + CarNumber.allCases.map(\.column)

  /// Reads ``storedColumns``, which are the first columns of a row.
  init(columns row: StoredColumns) throws {
    func required(_ column: Int32) throws -> String { String(decoding: try row.text(column), as: UTF8.self) }
    let years = Int64(Self.years.lowerBound)...Int64(Self.years.upperBound)
    self.init(
      id: try row.integer(0, in: .min ... .max), make: try required(1), model: try required(2),
      year: Int(try row.integer(4, in: years)), baseModel: try required(3),
      fuel: Fuel(rawValue: UInt8(try row.integer(5, in: 0...255))) ?? .unknown,
      isWithdrawn: try row.integer(6, in: 0...1) != 0)
    var column: Int32 = 7
    for text in CarText.allCases {
      self[text] = try row.textIfPresent(column).map { String(decoding: $0, as: UTF8.self) }
      column += 1
    }
    for number in CarNumber.allCases {
      let value = try row.number(column, in: number.definition.range)
      self[number] = value.isNaN ? nil : value
      column += 1
    }
  }

  init(row: StoredRow) throws {
    try self.init(row: row, baseModel: try row.text("baseModel"), numbers: CarNumber.allCases)
  }

  fileprivate init(row: StoredRow, baseModel: String?, numbers: [CarNumber]) throws {
    self.init(
      id: try row.integer("id"), make: try row.text("make"), model: try row.text("model"),
      year: try row.integer("year", in: Self.years), baseModel: baseModel,
      fuel: Fuel(rawValue: try row.integer("fuel")) ?? .unknown, isWithdrawn: try row.flag("isWithdrawn"))
    for text in CarText.allCases { self[text] = try row.textIfPresent(text.column) }
    for number in numbers {
      let range = number.definition.range
      self[number] =
        number.isWhole
        ? try row.integerIfPresent(number.column, in: Int(range.lowerBound)...Int(range.upperBound)).map(Double.init)
        : try row.numberIfPresent(number.column, in: range)
    }
  }
}

extension ModelYear {
  init(row: StoredRow) throws {
    self.init(
      year: try row.integer("year", in: Car.years), fuel: Fuel(rawValue: try row.integer("fuel")) ?? .unknown,
      comparedMPG: try row.numberIfPresent("comparedMPG", in: Car.numberRange), isBlended: try row.flag("isBlended"))
  }
}

extension UserData {
  init(row: StoredRow) throws {
    self.init(
      isFavorite: try row.flag("isFavorite"), note: try row.textIfPresent("note", limit: StoredRow.longTextBytes),
      price: try row.integerIfPresent("price", in: Car.prices))
  }
}
