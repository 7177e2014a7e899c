import GRDB

/// The cars as they were before a refresh that was approved of, so that it can be undone. In temporary tables of the
/// connection that writes: they cost no memory, and are gone with the program.
enum RefreshSnapshot {
  /// Keeps the present cars, in the transaction of the refresh.
  static func take(in db: Database) throws {
    try drop(in: db)
    try db.execute(
      sql: """
        CREATE TEMP TABLE previousCar AS SELECT * FROM main.car;
        CREATE TEMP TABLE previousState AS SELECT * FROM main.catalogueState;
        """)
  }

  /// Notes that the refresh is done: whatever changes the cars from now on ends the possibility to undo it.
  static func seal(in db: Database) throws {
    try db.execute(sql: "UPDATE previousState SET carRevision = (SELECT carRevision FROM main.catalogueState)")
  }

  /// Forgets the cars.
  static func drop(in db: Database) throws {
    try db.execute(sql: "DROP TABLE IF EXISTS temp.previousCar; DROP TABLE IF EXISTS temp.previousState")
  }

  /// Brings the cars back, and with them the source that they were from.
  ///
  /// Cars that the refresh brought go, unless the user has something on them by now: those stay, marked as withdrawn.
  /// - Returns: false when there is nothing to bring back, or the cars were changed by something else since.
  static func restore(in db: Database) throws -> Bool {
    guard try isValid(in: db) else {
      try drop(in: db)
      return false
    }
    let columns = RefreshTransaction.columns + ["isWithdrawn"]
    let names = columns.joined(separator: ", ")
    let updates = columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    try db.execute(
      sql: """
        UPDATE car SET isWithdrawn = 1 WHERE id NOT IN (SELECT id FROM previousCar);
        DELETE FROM userData WHERE carID IN (
          SELECT id FROM car WHERE id NOT IN (SELECT id FROM previousCar) AND id NOT IN (SELECT carID FROM keptCar));
        DELETE FROM car WHERE id NOT IN (SELECT id FROM previousCar) AND id NOT IN (SELECT carID FROM keptCar);
        INSERT INTO car (\(names)) SELECT \(names) FROM previousCar WHERE true
          ON CONFLICT (id) DO UPDATE SET \(updates);
        UPDATE catalogueState SET
          (source, etag, lastModified, contentSize, contentDigest, importer, refreshedAt) =
            (SELECT source, etag, lastModified, contentSize, contentDigest, importer, refreshedAt FROM previousState),
          carRevision = carRevision + 1, carCount = (SELECT COUNT(*) FROM car);
        """)
    try drop(in: db)
    return true
  }

  private static func isValid(in db: Database) throws -> Bool {
    // There is no schema `temp` before the first temporary table, and asking GRDB about it would be an error.
    let exists = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_temp_master WHERE name = 'previousState')")
    guard exists == true else { return false }
    return try Bool.fetchOne(
      db, sql: "SELECT p.carRevision = s.carRevision FROM temp.previousState p, main.catalogueState s") ?? false
  }
}
