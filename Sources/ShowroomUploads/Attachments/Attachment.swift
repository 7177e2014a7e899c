import GRDB
import ShowroomCatalog

/// A file that belongs to a car and is stored at a destination.
package struct Attachment: Sendable, Hashable, Identifiable {
  package let id: Int64
  package var car: Car.ID
  package var file: StoredFile
  /// The destination, as ``Destination/init(parsing:home:base:)`` parses it.
  package var destination: String
  /// The time of the upload in seconds since 1970.
  package var uploadedAt: Double

  package init(id: Int64, car: Car.ID, file: StoredFile, destination: String, uploadedAt: Double) {
    self.id = id
    self.car = car
    self.file = file
    self.destination = destination
    self.uploadedAt = uploadedAt
  }
}

extension Sequence<Attachment> {
  /// Returns the attachments, latest first.
  /// - Parameters:
  ///   - search: Words that must all occur in the name, the location or the destination, or begin the name of the
  ///     outcome in `findings`, ignoring case.
  ///   - findings: The results of a verification.
  package func history(
    matching search: String = "", _ findings: [Attachment.ID: AttachmentVerification.Finding] = [:]
  ) -> [Attachment] {
    let words = search.split(separator: " ").map { $0.lowercased() }
    return filter { attachment in
      if words.isEmpty { return true }
      let text = "\(attachment.file.name) \(attachment.file.printableLocation) \(attachment.destination)".lowercased()
      let outcome = findings[attachment.id]?.outcome.rawValue ?? ""
      // The beginning is compared, because "unverified" contains "verified".
      return words.allSatisfy { text.contains($0) || outcome.hasPrefix($0) }
    }.sorted { ($0.uploadedAt, $0.id) > ($1.uploadedAt, $1.id) }
  }
}

/// The SQL statements of the table `attachment`.
enum AttachmentTable {
  /// Adds a file.
  /// - Parameter replaces: Whether the file replaced one of the same name, which may be recorded with a different
  ///   location.
  static func insert(
    _ file: StoredFile, car: Car.ID, destination: String, uploadedAt: Double, replacing replaces: Bool = false,
    into db: Database
  ) throws -> Attachment {
    // The attachment of a replaced file no longer exists at the destination.
    for (column, value) in [("location", file.location)] + (replaces ? [("name", file.name)] : []) {
      try db.executeCached(
        sql: "DELETE FROM attachment WHERE carID = ? AND destination = ? AND \(column) = ?",
        arguments: [car, destination, value])
    }
    try db.executeCached(
      sql: """
        INSERT INTO attachment (carID, name, location, destination, size, sha256, uploadedAt)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """, arguments: [car, file.name, file.location, destination, file.size, file.sha256, uploadedAt])
    return Attachment(
      id: db.lastInsertedRowID, car: car, file: file, destination: destination, uploadedAt: uploadedAt)
  }

  /// Returns the recorded attachment with exactly this file, or `nil` if no attachment has it.
  static func attachment(
    _ file: StoredFile, of car: Car.ID, at destination: String, in db: Database
  ) throws -> Attachment? {
    try StoredRow.fetchAll(
      db, of: "attachment", sql: "SELECT * FROM attachment WHERE carID = ? AND destination = ? AND location = ?",
      arguments: [car, destination, file.location], isCached: true, Attachment.init(row:)
    ).first { $0.file == file }
  }

  /// Returns the recorded files in the folder of an upload whose names it might use, without their folders. Reads only
  /// names with the same beginning, because a car may have thousands of files.
  static func files(at destination: String, recordedFor transfer: Transfer, in db: Database) throws -> [StoredFile] {
    let start = transfer.path(of: transfer.candidateStart)
    let folder = transfer.path(of: "").utf8
    return try StoredRow.fetchAll(
      db, of: "attachment",
      sql: "SELECT * FROM attachment WHERE carID = ? AND destination = ? AND name BETWEEN ? AND ? || ?",
      arguments: [
        transfer.car, destination, start, start, transfer.onDuplicate == .keepBoth ? "\u{10FFFF}" : "",
      ], isCached: true, Attachment.init(row:)
    ).compactMap { attachment in
      var file = attachment.file
      let name = file.name.utf8
      guard name.starts(with: folder) else { return nil }
      let rest = name.dropFirst(folder.count)
      // Others are in folders whose names begin like that of the file.
      guard !rest.contains(UInt8(ascii: "/")) else { return nil }
      file.name = String(Substring(rest))
      return file
    }
  }

  static func attachments(in db: Database) throws -> [Attachment] {
    try StoredRow.fetchAll(
      db, of: "attachment", sql: "SELECT * FROM attachment ORDER BY carID, uploadedAt, id", Attachment.init(row:))
  }

  static func attachments(of car: Car.ID, in db: Database) throws -> [Attachment] {
    try StoredRow.fetchAll(
      db, of: "attachment", sql: "SELECT * FROM attachment WHERE carID = ? ORDER BY uploadedAt, id", arguments: [car],
      Attachment.init(row:))
  }
}

extension Attachment {
  init(row: StoredRow) throws {
    self.init(
      id: try row.integer("id"), car: try row.integer("carID"),
      file: StoredFile(
        name: try row.text("name"), location: try row.text("location"),
        size: try row.integer("size", in: StoredRow.sizes), sha256: try row.textIfPresent("sha256")),
      destination: try row.text("destination"), uploadedAt: try row.number("uploadedAt", in: StoredRow.moments))
  }
}

extension Database {
  /// Executes a statement and caches it, because it is repeated for each of many files.
  func executeCached(sql: String, arguments: StatementArguments) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }
}
