import Foundation
import GRDB

/// The record of what a refresh changes, written in its transaction, so that a kill loses no entry or all.
struct ChangeRecorder {
  private let db: Database
  private let date: Date
  private let fields: Statement
  /// The ID of the refresh once it has changed something.
  private var refreshID: Int64?

  init(db: Database, date: Date) throws {
    self.db = db
    self.date = date
    fields = try db.makeStatement(sql: Self.fieldsQuery)
  }

  /// Columns that no screen shows.
  private static let hidden: Set = ["makeKey", "modelKey", "blendedCityMPG", "blendedHighwayMPG"]

  /// Compares the stored car with a record, whose columns are the parameters of the same number. A make has changed if
  /// its key has, because the table has one spelling of it.
  private static let fieldsQuery = {
    let columns = RefreshTransaction.columns
    let place = { (column: String) in "?\((columns.firstIndex(of: column) ?? 0) + 1)" }
    let isDerived = RefreshTransaction.derived.union(RefreshTransaction.implied).union(hidden)
    let visible = columns.filter { !isDerived.contains($0) }.map { column in
      "SELECT '\(column)', \(column), \(place(column)) FROM car WHERE id = ?1 AND \(column) IS NOT \(place(column))"
    }
    return """
      WITH difference (field, old, new) AS (
        SELECT 'make', make, \(place("make")) FROM car WHERE id = ?1 AND makeKey IS NOT \(place("makeKey"))
        UNION ALL SELECT 'isWithdrawn', 1, 0 FROM car WHERE id = ?1 AND isWithdrawn
        UNION ALL \(visible.joined(separator: "\n  UNION ALL ")))
      INSERT INTO fieldChange (refreshID, carID, field, old, new)
        SELECT (SELECT MAX(id) FROM catalogRefresh), ?1, field, old, new FROM difference
      """
  }()

  /// Returns the statement that records the fields in which a record differs from the stored car.
  mutating func recordingOfFields() throws -> Statement {
    try begin()
    return fields
  }

  /// Records that a car has changed, once its fields are recorded.
  mutating func recordedFields(of id: Car.ID) throws {
    guard db.changesCount > 0 else { return }
    try db.execute(
      sql: "INSERT INTO carChange (refreshID, carID, kind) VALUES (?, ?, 'changed')", arguments: [begin(), id])
  }

  /// Records the other changes. The cars that are gone must still be in the table.
  mutating func record(new: [Car.ID], gone: [Car.ID], repriced: Int) throws {
    if new.count + gone.count + repriced > 0 {
      let refreshID = try begin()
      try db.execute(sql: "UPDATE catalogRefresh SET repriced = ? WHERE id = ?", arguments: [repriced, refreshID])
      let added = try db.makeStatement(sql: "INSERT INTO carChange (refreshID, carID, kind) VALUES (?, ?, 'new')")
      for id in new { try added.execute(arguments: [refreshID, id]) }
      let removed = try db.makeStatement(
        sql: """
          INSERT INTO carChange (refreshID, carID, kind, make, model, year)
            SELECT ?, id, 'gone', make, model, year FROM car WHERE id = ?
          """)
      for id in gone { try removed.execute(arguments: [refreshID, id]) }
    } else if let refreshID {
      // A changed car may differ only in what no screen shows.
      let sql = "DELETE FROM catalogRefresh WHERE id = ?1 AND ?1 NOT IN (SELECT refreshID FROM carChange)"
      try db.execute(sql: sql, arguments: [refreshID])
    }
  }

  /// Records that the catalog was replaced by another one, in place of the changes.
  mutating func recordReplacement() throws {
    let refreshID = try begin()
    try db.execute(sql: "DELETE FROM carChange WHERE refreshID = ?", arguments: [refreshID])
    try db.execute(sql: "DELETE FROM fieldChange WHERE refreshID = ?", arguments: [refreshID])
    try db.execute(sql: "UPDATE catalogRefresh SET isReplacement = 1 WHERE id = ?", arguments: [refreshID])
  }

  @discardableResult
  private mutating func begin() throws -> Int64 {
    if let refreshID { return refreshID }
    try db.execute(
      sql: "INSERT INTO catalogRefresh (refreshedAt) VALUES (?)", arguments: [date.timeIntervalSince1970])
    refreshID = db.lastInsertedRowID
    return db.lastInsertedRowID
  }
}
