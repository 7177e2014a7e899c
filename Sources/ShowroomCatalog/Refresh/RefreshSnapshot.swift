import GRDB

/// A copy of the cars from before an approved refresh, so that the refresh can be undone. The copy is kept in temporary
/// tables of the writing connection, which take no memory and disappear when the program ends.
enum RefreshSnapshot {
  /// Copies the current cars, in the transaction of the refresh.
  static func take(in db: Database) throws {
    try drop(in: db)
    try db.execute(
      sql: """
        CREATE TEMP TABLE previousCar AS SELECT * FROM main.car;
        CREATE TEMP TABLE previousState AS
          SELECT *, (SELECT IFNULL(MAX(id), 0) FROM main.catalogRefresh) AS lastRefresh FROM main.catalogState;
        """)
  }

  /// Records that the refresh is complete. Any later change to the cars invalidates the copy.
  static func seal(in db: Database) throws {
    try db.execute(sql: "UPDATE previousState SET carRevision = (SELECT carRevision FROM main.catalogState)")
  }

  /// Deletes the copy.
  static func drop(in db: Database) throws {
    try db.execute(sql: "DROP TABLE IF EXISTS temp.previousCar; DROP TABLE IF EXISTS temp.previousState")
  }

  /// Restores the cars and their source, and deletes the recorded changes of the refresh.
  ///
  /// Cars added by the refresh are removed, except for those with user data or files, which are marked as withdrawn.
  /// - Returns: `false` if there is no copy, or the cars have changed since.
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
        UPDATE catalogState SET
          (source, etag, lastModified, contentSize, contentDigest, importer, refreshedAt) =
            (SELECT source, etag, lastModified, contentSize, contentDigest, importer, refreshedAt FROM previousState),
          carRevision = carRevision + 1, carCount = (SELECT COUNT(*) FROM car);
        DELETE FROM catalogRefresh WHERE id > (SELECT lastRefresh FROM previousState);
        """)
    try drop(in: db)
    try EnergyPrices.update(in: db)
    return true
  }

  private static func isValid(in db: Database) throws -> Bool {
    // The schema `temp` does not exist until the first temporary table is created, and GRDB would report an error.
    let exists = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_temp_master WHERE name = 'previousState')")
    guard exists == true else { return false }
    return try Bool.fetchOne(
      db, sql: "SELECT p.carRevision = s.carRevision FROM temp.previousState p, main.catalogState s") ?? false
  }
}
