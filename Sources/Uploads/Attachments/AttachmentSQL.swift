import Catalogue
import GRDB

/// The statements on the table `attachment`.
enum AttachmentSQL {
  /// Adds a file.
  /// - Parameter replaces: whether it took the place of a file of its name, which had an address of its own where names are
  ///   not addresses.
  static func insert(
    _ file: StoredFile, car: Car.ID, destination: String, uploadedAt: Double, replacing replaces: Bool = false,
    into db: Database
  ) throws -> Attachment {
    // What replaced a file at the destination takes its place here too.
    try db.execute(
      sql: "DELETE FROM attachment WHERE carID = ? AND destination = ? AND (location = ? OR (? AND name = ?))",
      arguments: [car, destination, file.location, replaces, file.name])
    try db.execute(
      sql: """
        INSERT INTO attachment (carID, name, location, destination, size, sha256, uploadedAt)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """, arguments: [car, file.name, file.location, destination, file.size, file.sha256, uploadedAt])
    return Attachment(
      id: db.lastInsertedRowID, car: car, file: file, destination: destination, uploadedAt: uploadedAt)
  }

  static func attachments(of car: Car.ID, in db: Database) throws -> [Attachment] {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT * FROM attachment WHERE carID = ? ORDER BY uploadedAt, id", arguments: [car])
    return try Array(rows.map(Attachment.init(row:)))
  }
}

extension Attachment {
  init(row: Row) {
    self.init(
      id: row["id"], car: row["carID"],
      file: StoredFile(name: row["name"], location: row["location"], size: row["size"], sha256: row["sha256"]),
      destination: row["destination"], uploadedAt: row["uploadedAt"])
  }
}
