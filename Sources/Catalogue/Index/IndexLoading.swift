import GRDB
import GRDBSQLite

extension CatalogueStore {
  /// Reads the whole catalogue into memory: some 100 ms for 50,000 cars, so not on the thread that paints.
  /// Throws ``CatalogueError/cancelled`` soon after `isCancelled` says so.
  public func loadIndex(isCancelled: () -> Bool = { false }) throws(CatalogueError) -> CatalogueIndex {
    let (builder, changes, revision) = try read { db in
      let revision = try CatalogueRevision.fetch(db)
      var builder = CatalogueColumnsBuilder()
      try Self.readCars(db, into: &builder, isCancelled: isCancelled)
      return (builder, try UserDataSQL.changes(since: 0, in: db), revision)
    }
    let columns = try CatalogueColumns(builder, isCancelled: isCancelled)
    let none = Bitmap(count: columns.count)
    return CatalogueIndex(columns: columns, favourites: none, notes: none, revision: revision)
      .updatingUserData(changes)
  }

  /// Every text becomes a number at once; no string is made.
  private static func readCars(
    _ db: Database, into builder: inout CatalogueColumnsBuilder, isCancelled: () -> Bool
  ) throws {
    let statement = try db.makeStatement(
      sql: """
        SELECT id, make, model, year, vehicleClass, fuel, fuelName, drive, transmission, cylinders, combinedMPG, co2,
          annualFuelCost, electricRange, displacement, isWithdrawn FROM car
        """)
    builder.rows.reserveCapacity(try Int.fetchOne(db, sql: "SELECT carCount FROM catalogueState") ?? 0)
    try statement.forEachRow(in: db) { row in
      if builder.rows.count & 1023 == 0, isCancelled() { throw CatalogueError.cancelled }
      let make = text(row, 1) { builder.makes.number(of: $0) }
      let model = text(row, 2) { builder.models.number(of: $0) }
      let name = builder.name(make: max(make, 0), model: max(model, 0))
      builder.rows.append(
        CatalogueColumnsBuilder.Row(
          id: sqlite3_column_int64(row, 0), name: name, year: Int16(truncatingIfNeeded: sqlite3_column_int(row, 3)),
          vehicleClass: text(row, 4) { builder.classes.number(of: $0) },
          fuel: UInt8(truncatingIfNeeded: sqlite3_column_int(row, 5)),
          fuelName: text(row, 6) { builder.fuelNames.number(of: $0) },
          drive: text(row, 7) { builder.drives.number(of: $0) },
          transmission: text(row, 8) { builder.transmissions.number(of: $0) },
          cylinders: UInt8(truncatingIfNeeded: sqlite3_column_int(row, 9)), combinedMPG: number(row, 10),
          co2: number(row, 11), annualFuelCost: number(row, 12), electricRange: number(row, 13),
          displacement: number(row, 14), isWithdrawn: sqlite3_column_int(row, 15) != 0))
    }
  }

  private static func text(_ row: OpaquePointer?, _ column: Int32, _ number: (UnsafeRawBufferPointer) -> Int32) -> Int32
  {
    guard let start = sqlite3_column_text(row, column) else { return CatalogueColumns.none }
    return number(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(row, column))))
  }

  private static func number(_ row: OpaquePointer?, _ column: Int32) -> Double {
    sqlite3_column_type(row, column) == SQLITE_NULL ? .nan : sqlite3_column_double(row, column)
  }
}

extension CatalogueRevision {
  static func fetch(_ db: Database) throws -> CatalogueRevision {
    try Row.fetchOne(db, sql: "SELECT carRevision, userRevision FROM catalogueState")
      .map { CatalogueRevision(cars: $0[0], user: $0[1]) } ?? CatalogueRevision()
  }
}
