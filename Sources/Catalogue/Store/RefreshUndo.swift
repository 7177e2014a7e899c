import GRDB

/// What there was before a refresh, in tables that only this connection sees and that end with it.
enum RefreshUndo {
  /// Copies the cars and the state of the source; within the refresh's transaction, before anything else.
  static func prepare(in db: Database) throws {
    try db.execute(
      sql: """
        CREATE TEMP TABLE carBefore AS SELECT * FROM main.car;
        CREATE TEMP TABLE stateBefore AS SELECT *, 0 AS revisionAfter FROM main.catalogueState;
        """)
  }

  /// Remembers what the refresh made of it: another refresh in between must not be undone.
  static func complete(in db: Database) throws {
    try db.execute(sql: "UPDATE temp.stateBefore SET revisionAfter = (SELECT carRevision FROM main.catalogueState)")
  }

  /// Forgets what there was.
  static func forget(in db: Database) throws {
    try db.execute(sql: "DROP TABLE IF EXISTS temp.carBefore; DROP TABLE IF EXISTS temp.stateBefore")
  }

  /// Brings back what there was; false when there is nothing to bring back, or another refresh came in between.
  ///
  /// What the user did meanwhile stays: a car that came with the refresh and has a star or a note now is kept as withdrawn.
  static func apply(in db: Database) throws -> Bool {
    let exists = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_temp_master WHERE name = 'carBefore')")
    guard exists == true else { return false }
    defer { try? forget(in: db) }
    let isLast = try Bool.fetchOne(
      db,
      sql: """
        SELECT now.carRevision = before.revisionAfter FROM main.catalogueState AS now, temp.stateBefore AS before
        """)
    guard isLast == true else { return false }
    let columns = try db.columns(in: "car").map(\.name)
    let names = columns.joined(separator: ", ")
    let updates = columns.filter { $0 != "id" }.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    try db.execute(
      sql: """
        DELETE FROM userData WHERE carID NOT IN (SELECT id FROM temp.carBefore)
          AND carID NOT IN (SELECT carID FROM keptCar);
        DELETE FROM main.car WHERE id NOT IN (SELECT id FROM temp.carBefore) AND id NOT IN (SELECT carID FROM keptCar);
        UPDATE main.car SET isWithdrawn = 1 WHERE id NOT IN (SELECT id FROM temp.carBefore);
        INSERT INTO main.car (\(names)) SELECT \(names) FROM temp.carBefore WHERE true
          ON CONFLICT (id) DO UPDATE SET \(updates);
        UPDATE main.catalogueState SET (source, etag, lastModified, contentSize, contentDigest, importer, refreshedAt) =
            (SELECT source, etag, lastModified, contentSize, contentDigest, importer, refreshedAt FROM temp.stateBefore),
          carRevision = carRevision + 1, carCount = (SELECT COUNT(*) FROM main.car);
        """)
    return true
  }
}

extension CatalogueStore {
  /// Brings back the cars from before the last refresh, which had ``ShrinkPolicy/undoable``.
  /// - Returns: false when there is nothing to bring back, or another refresh came in between.
  @discardableResult
  public func undoRefresh() async throws(CatalogueError) -> Bool {
    try await write { try RefreshUndo.apply(in: $0) }
  }

  /// Forgets the cars from before the last refresh.
  public func forgetUndo() async throws(CatalogueError) {
    try await write { try RefreshUndo.forget(in: $0) }
  }
}
