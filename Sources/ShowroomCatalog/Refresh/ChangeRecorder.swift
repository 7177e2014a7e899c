import Foundation
import GRDB

/// A recorder of the changes made by a refresh. It writes them in the refresh's transaction, so that the catalog and
/// its recorded changes always agree.
struct ChangeRecorder {
  private let db: Database
  private let date: Date
  /// The statement that records the fields in which a record differs from the stored car; `nil` if they are not to be
  /// recorded.
  private let fields: Statement?
  /// The ID of the refresh, once it may have changed anything.
  private var refreshID: Int64?

  /// Creates a recorder. Returns `nil` if the changes are not to be recorded, either because this is the first refresh,
  /// or because the same bytes are only read differently by an updated program.
  ///
  /// - Parameters:
  ///   - known: The source of the stored cars.
  ///   - state: The source of the refresh.
  init?(db: Database, date: Date, known: SourceState?, state: SourceState) throws {
    guard let known, known.size != state.size || known.digest != state.digest else { return nil }
    self.db = db
    self.date = date
    // If the program has also been updated, a difference may result from how it reads the source.
    fields =
      known.importer >= CatalogImporter.firstComparable
      ? try db.makeStatement(sql: Self.fieldsQuery(storedBy: known.importer)) : nil
  }

  /// Returns the statement that records changed fields. Its parameters are those of ``RefreshTransaction/value(of:)``.
  /// A make has changed only if its key has, because the table uses one spelling for each make.
  ///
  /// - Parameter importer: The version of the importer that read the stored cars. Columns that it did not read have no
  ///   former value.
  private static func fieldsQuery(storedBy importer: Int) -> String {
    let others = RefreshTransaction.derived.union(RefreshTransaction.implied).union(RefreshTransaction.hidden)
      .union(["makeKey", "modelKey"])
      .union(RefreshTransaction.columns(readAfter: importer))
    func isChanged(_ column: String) -> String { "\(column) IS NOT \(RefreshTransaction.value(of: column))" }
    let differences =
      ["'make', make, \(isChanged("makeKey"))", "'isWithdrawn', isWithdrawn, isWithdrawn"]
      + RefreshTransaction.columns.filter { !others.contains($0) }.map { "'\($0)', \($0), \(isChanged($0))" }
    let all = differences.map { "SELECT \($0) FROM car WHERE id = ?1" }
    return """
      WITH difference (field, old, isOne) AS (\(all.joined(separator: " UNION ALL ")))
      INSERT INTO fieldChange (refreshID, carID, field, old)
        SELECT (SELECT MAX(id) FROM catalogRefresh), ?1, field, old FROM difference WHERE isOne
      """
  }

  /// Returns the statement that records the fields in which a record differs from the stored car.
  mutating func recordingOfFields() throws -> Statement? {
    if fields != nil { try begin() }
    return fields
  }

  /// Returns the number of cars whose make has changed.
  func otherMakes() throws -> Int {
    guard let refreshID else { return 0 }
    return try Int.fetchOne(
      db, sql: "SELECT COUNT(*) FROM fieldChange WHERE refreshID = ? AND field = 'make'", arguments: [refreshID]) ?? 0
  }

  /// Records the other changes. The cars that are gone must still be in the table.
  mutating func record(new: [Car.ID], gone: [Car.ID], repriced: Int) throws {
    if new.count + gone.count + repriced > 0 {
      let refreshID = try begin()
      try db.execute(sql: "UPDATE catalogRefresh SET repriced = ? WHERE id = ?", arguments: [repriced, refreshID])
      let added = try db.makeStatement(sql: "INSERT INTO newCar (refreshID, carID) VALUES (?, ?)")
      for id in new { try added.execute(arguments: [refreshID, id]) }
      let columns = (RefreshTransaction.columns.filter { !["makeKey", "modelKey", "contentHash"].contains($0) })
        .joined(separator: ", ")
      let removed = try db.makeStatement(
        sql: "INSERT INTO goneCar (refreshID, \(columns)) SELECT ?, \(columns) FROM car WHERE id = ?")
      for id in gone { try removed.execute(arguments: [refreshID, id]) }
    } else if let refreshID {
      // A changed car may differ only in values that are not shown on any screen.
      try db.execute(
        sql: "DELETE FROM catalogRefresh WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM fieldChange WHERE refreshID = ?1)",
        arguments: [refreshID])
    }
  }

  /// Records that a different catalog replaced this one, instead of recording the changes.
  mutating func recordReplacement() throws {
    let refreshID = try begin()
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
