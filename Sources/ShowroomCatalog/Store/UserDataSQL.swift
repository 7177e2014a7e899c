import Foundation
import GRDB

/// The statements that write user data.
///
/// A row is kept as long as its car exists. Its revision allows other readers, in this and other processes, to detect
/// changes without reading the catalog again.
enum UserDataSQL {
  static func set(isFavorite: Bool, of id: Car.ID, _ car: Car?, in db: Database, path: String) throws {
    try upsert(column: "isFavorite", value: isFavorite, of: id, car, in: db, path: path)
  }

  static func set(note: String?, of id: Car.ID, _ car: Car?, in db: Database, path: String) throws {
    let text = UserData.storedNote(note)
    // Longer text could not be read again.
    guard text?.utf8.count ?? 0 <= StoredRow.longTextBytes else { throw CatalogError.store(.noteTooLong, path: path) }
    try upsert(column: "note", value: text, of: id, car, in: db, path: path)
  }

  static func set(price: Int?, of id: Car.ID, _ car: Car?, in db: Database, path: String) throws {
    try upsert(column: "price", value: price, of: id, car, in: db, path: path)
  }

  /// - Parameter car: The car that the user sees; `nil` for any. A refresh may have assigned its ID to another car.
  private static func upsert(
    column: String, value: (any DatabaseValueConvertible)?, of id: Car.ID, _ car: Car?, in db: Database, path: String
  ) throws {
    let stored = try StoredRow.fetchOne(
      db, of: "car", sql: "SELECT * FROM car WHERE id = ?", arguments: [id], isCached: true
    ) { try Car(row: $0) }
    guard let stored else { throw CatalogError.store(.unknownCar(id), path: path) }
    if let car, !car.isSame(as: stored) { throw CatalogError.store(.otherCar(id), path: path) }
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

extension UserData {
  /// Returns a note as it is stored: without the white space around it, or `nil` if it is blank.
  package static func storedNote(_ text: String?) -> String? {
    let text = text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    return text.isEmpty ? nil : text
  }
}
