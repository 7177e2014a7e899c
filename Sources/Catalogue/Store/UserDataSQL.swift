import Foundation
import GRDB

/// The statements that write what the user has on a car.
///
/// A row is never deleted while its car is there: its revision is how other readers, in this process and in others,
/// learn what changed without reading the catalogue again.
enum UserDataSQL {
  static func set(isFavourite: Bool, of id: Car.ID, in db: Database, path: String) throws {
    try upsert(column: "isFavourite", value: isFavourite, of: id, in: db, path: path)
  }

  static func set(note: String?, of id: Car.ID, in db: Database, path: String) throws {
    let text = note?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    try upsert(column: "note", value: text.isEmpty ? nil : text, of: id, in: db, path: path)
  }

  private static func upsert(
    column: String, value: (any DatabaseValueConvertible)?, of id: Car.ID, in db: Database, path: String
  ) throws {
    guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM car WHERE id = ?)", arguments: [id]) == true else {
      throw CatalogueError.store(.unknownCar(id), path: path)
    }
    try db.execute(sql: "UPDATE catalogueState SET userRevision = userRevision + 1")
    try db.execute(
      sql: """
        INSERT INTO userData (carID, \(column), revision)
        VALUES (:id, :value, (SELECT userRevision FROM catalogueState))
        ON CONFLICT (carID) DO UPDATE SET \(column) = excluded.\(column), revision = excluded.revision
        """, arguments: ["id": id, "value": value])
  }

  /// What the user has on cars, by car, as far as it was written after a revision.
  static func changes(since revision: Int64, in db: Database) throws -> [Car.ID: UserData] {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT carID, isFavourite, note FROM userData WHERE revision > ?", arguments: [revision])
    var changes: [Car.ID: UserData] = [:]
    while let row = try rows.next() { changes[row[0]] = UserData(row: row) }
    return changes
  }
}
