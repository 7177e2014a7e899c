import Foundation
import GRDB
import ShowroomCatalog

extension UploadQueue {
  /// Reserves a path at the destination of an upload until ``releaseNames(of:)``.
  /// - Returns: `false` if another upload has reserved the path, in this program or another running one.
  /// - Throws: ``UploadFailure/rowLost`` if the upload is neither a pending upload of this program nor one whose data
  ///   it is removing.
  @concurrent
  func reserve(_ path: String, for row: QueueRow) async throws(UploadFailure) -> Bool {
    try await holder(of: path, unlessReservedFor: row) == nil
  }

  /// Reserves a path like ``reserve(_:for:)``.
  /// - Returns: The upload that has reserved the path, or `nil` if it is now reserved for the given one.
  @concurrent
  func holder(of path: String, unlessReservedFor row: QueueRow) async throws(UploadFailure) -> Upload.ID? {
    let owner = try owner()
    let holder = try await write { [self] db -> Upload.ID?? in
      let isOurs =
        "SELECT EXISTS (SELECT 1 FROM upload WHERE id = ? AND owner = ? AND (state = 'pending' OR cleanup IS NOT NULL))"
      guard try Bool.fetchOne(db.cachedStatement(sql: isOurs), arguments: [row.id, owner]) == true else { return nil }
      let holder = try StoredRow.fetchOne(
        db, of: "upload",
        sql: """
          SELECT upload.id, upload.owner FROM uploadName JOIN upload ON upload.id = uploadName.uploadID
          WHERE uploadName.destination = ? AND uploadName.carID = ? AND uploadName.name = ?
          """, arguments: [row.destination, row.transfer.car, path], isCached: true
      ) { (id: try $0.integer("id") as Upload.ID, owner: try $0.textIfPresent("owner")) }
      var known: [String: QueueRow.Ownership] = [:]
      if let holder, holder.id != row.id, ownership(of: holder.owner, known: &known) != .nobody {
        return .some(holder.id)
      }
      try db.executeCached(
        sql: "INSERT OR REPLACE INTO uploadName (destination, carID, name, uploadID) VALUES (?, ?, ?, ?)",
        arguments: [row.destination, row.transfer.car, path, row.id])
      return .some(nil)
    }
    guard let holder else { throw .rowLost }
    return holder
  }

  /// Adds a row that can reserve the name of an attachment. It looks like a discarded upload without data, so that the
  /// next program that starts removes it if this one crashes.
  @concurrent
  func addReservation(of attachment: Attachment) async throws(UploadFailure) -> Upload.ID {
    let owner = try owner()
    return try await write { [self] db in
      try db.execute(
        sql: """
          INSERT INTO upload (token, carID, path, size, modified, device, inode, name, destination, onDuplicate, state,
            cleanup, position, owner, queuedAt)
          VALUES (?, ?, ?, ?, 0, 0, 0, ?, ?, ?, 'cancelled', 'remove', 0, ?, ?)
          """,
        arguments: [
          UUID().uuidString.lowercased(), attachment.car, Data(attachment.file.name.utf8), attachment.file.size,
          attachment.file.name, attachment.destination, DuplicatePolicy.fail.rawValue, owner,
          now().timeIntervalSince1970,
        ])
      return db.lastInsertedRowID
    }
  }

  /// Releases all names reserved by an upload.
  @concurrent
  func releaseNames(of id: Upload.ID) async throws(UploadFailure) {
    try await write { try Self.releaseNames(of: id, in: $0) }
  }

  static func releaseNames(of id: Upload.ID, in db: Database) throws {
    try db.executeCached(sql: "DELETE FROM uploadName WHERE uploadID = ?", arguments: [id])
  }
}
