import Foundation
import GRDB

/// The statements that write user data.
///
/// A row is kept as long as its car exists. Its revision allows other readers, in this and other processes, to detect
/// changes without reading the catalog again.
enum UserDataSQL {
  static func set(isFavorite: Bool, of id: Car.ID, in db: Database, path: String) throws {
    try upsert(column: "isFavorite", value: isFavorite, of: id, in: db, path: path)
  }

  static func set(note: String?, of id: Car.ID, in db: Database, path: String) throws {
    let text = note?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    try upsert(column: "note", value: text.isEmpty ? nil : text, of: id, in: db, path: path)
  }

  static func set(price: Int?, of id: Car.ID, in db: Database, path: String) throws {
    try upsert(column: "price", value: price, of: id, in: db, path: path)
  }

  private static func upsert(
    column: String, value: (any DatabaseValueConvertible)?, of id: Car.ID, in db: Database, path: String
  ) throws {
    guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM car WHERE id = ?)", arguments: [id]) == true else {
      throw CatalogError.store(.unknownCar(id), path: path)
    }
    try db.execute(sql: "UPDATE catalogState SET userRevision = userRevision + 1")
    try db.execute(
      sql: """
        INSERT INTO userData (carID, \(column), revision)
        VALUES (:id, :value, (SELECT userRevision FROM catalogState))
        ON CONFLICT (carID) DO UPDATE SET \(column) = excluded.\(column), revision = excluded.revision
        """, arguments: ["id": id, "value": value])
  }

  /// Returns the user data written after a revision, by car.
  static func changes(since revision: Int64, in db: Database) throws -> [Car.ID: UserData] {
    let changes = try StoredRow.fetchAll(
      db, of: "userData", sql: "SELECT carID, isFavorite, note, price FROM userData WHERE revision > ?",
      arguments: [revision]
    ) { row in (try row.integer("carID", in: Car.ID.min...Car.ID.max), try UserData(row: row)) }
    return Dictionary(changes) { $1 }
  }
}
