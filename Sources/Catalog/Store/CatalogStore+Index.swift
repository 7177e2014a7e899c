import GRDB
import GRDBSQLite

extension CatalogStore {
  /// Returns the whole catalog in memory. Takes about 100 ms for 50,000 cars, so it must not run on the thread that
  /// draws the screen. Throws ``CatalogError/canceled`` soon after `isCanceled` returns `true`.
  package func loadIndex(isCanceled: () -> Bool = { false }) throws(CatalogError) -> CatalogIndex {
    let (builder, changes, files, revision) = try read { db in
      let revision = try CatalogRevision.fetch(db)
      var builder = CatalogColumnsBuilder()
      try Self.readCars(db, into: &builder, isCanceled: isCanceled)
      return (builder, try UserDataSQL.changes(since: 0, in: db), try CarSQL.carsWithFiles(in: db), revision)
    }
    let columns = try CatalogColumns(builder, isCanceled: isCanceled)
    let none = Bitmap(count: columns.count)
    return CatalogIndex(columns: columns, favorites: none, notes: none, files: none, revision: revision)
      .updatingUserData(changes).updatingFiles(files)
  }

  /// Reads the cars, replacing each text with its number without creating a string.
  private static func readCars(
    _ db: Database, into builder: inout CatalogColumnsBuilder, isCanceled: () -> Bool
  ) throws {
    let statement = try db.makeStatement(
      sql: """
        SELECT id, make, model, year, vehicleClass, fuel, fuelName, drive, transmission, cylinders, combinedMPG, co2,
          annualFuelCost, electricRange, displacement, isWithdrawn FROM car
        """)
    builder.rows.reserveCapacity(try Int.fetchOne(db, sql: "SELECT carCount FROM catalogState") ?? 0)
    try statement.forEachRow(in: db) { row in
      if builder.rows.count & 1023 == 0, isCanceled() { throw CatalogError.canceled }
      let make = text(row, 1) { builder.makes.number(of: $0) }
      let model = text(row, 2) { builder.models.number(of: $0) }
      let name = builder.name(make: max(make, 0), model: max(model, 0))
      builder.rows.append(
        CatalogColumnsBuilder.Row(
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
    guard let start = sqlite3_column_text(row, column) else { return CatalogColumns.none }
    return number(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(row, column))))
  }

  private static func number(_ row: OpaquePointer?, _ column: Int32) -> Double {
    sqlite3_column_type(row, column) == SQLITE_NULL ? .nan : sqlite3_column_double(row, column)
  }
}

extension CatalogRevision {
  static func fetch(_ db: Database) throws -> CatalogRevision {
    try Row.fetchOne(db, sql: "SELECT carRevision, userRevision, attachmentRevision FROM catalogState")
      .map { CatalogRevision(cars: $0[0], user: $0[1], attachments: $0[2]) } ?? CatalogRevision()
  }
}
