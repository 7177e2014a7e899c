import GRDB
import ShowroomCatalog

extension UploadQueue {
  /// Marks unfinished uploads as canceled, all in one transaction, so that none of them starts while the others are
  /// being stopped. Completed uploads and those of other running programs are unchanged.
  /// - Parameters:
  ///   - running: The uploads that this program is sending. It owns them until they have stopped.
  ///   - cleanup: The cleanup to perform if the data at the destination is to be discarded as well. Rows with such data
  ///     are owned by this program and keep their checkpoints until ``discarded(_:)`` is called; the others end
  ///     immediately.
  /// - Returns: The uploads that were marked.
  @concurrent
  func cancel(
    _ ids: [Upload.ID], running: Set<Upload.ID>, cleanup: QueueRow.Cleanup?
  ) async throws(UploadFailure) -> [Upload.ID] {
    let owner = try owner()
    return try await write { [self] db in
      var known: [String: QueueRow.Ownership] = [:]
      var marked: [Upload.ID] = []
      for id in ids {
        let sql =
          "SELECT owner, checkpoint IS NOT NULL AS hasData, cleanup IS NOT NULL AS isMarked FROM upload "
          + "WHERE id = ? AND state <> 'done'"
        let row = try StoredRow.fetchOne(db, of: "upload", sql: sql, arguments: [id]) { row in
          (owner: try row.textIfPresent("owner"), hasData: try row.flag("hasData"), isMarked: try row.flag("isMarked"))
        }
        guard let (rowOwner, hasData, isMarked) = row, ownership(of: rowOwner, known: &known) != .others else {
          continue
        }
        // An upload that is already marked for cleanup stays marked until its data is removed.
        if isMarked, cleanup == nil { continue }
        marked.append(id)
        let isRunning = running.contains(id)
        if cleanup == .remove, !hasData, !isRunning {
          try db.execute(sql: "DELETE FROM upload WHERE id = ?", arguments: [id])
          continue
        }
        let needsCleanup = cleanup != nil && (hasData || isRunning)
        try db.execute(
          sql: """
            UPDATE upload SET state = 'cancelled', cleanup = ?, failure = NULL, owner = ?, endedAt = ? WHERE id = ?
            """,
          arguments: [
            needsCleanup ? cleanup?.rawValue : nil, needsCleanup || isRunning ? owner : nil,
            now().timeIntervalSince1970, id,
          ])
      }
      return marked
    }
  }

  /// Records the file of an upload that has not ended but has already replaced another file.
  @concurrent
  func record(_ file: StoredFile, of row: QueueRow) async throws(UploadFailure) {
    try await write { [self] db in
      _ = try AttachmentTable.insert(
        file, car: row.transfer.car, destination: row.destination, uploadedAt: now().timeIntervalSince1970,
        replacing: true, into: db)
    }
  }

  /// Ends the cleanup of a discarded upload once its destination has no more data of it.
  @concurrent
  func discarded(_ id: Upload.ID) async throws(UploadFailure) {
    try await write { db in
      try Self.releaseNames(of: id, in: db)
      try db.execute(sql: "DELETE FROM upload WHERE id = ? AND cleanup = 'remove'", arguments: [id])
      try db.execute(
        sql: """
          UPDATE upload SET state = 'cancelled', cleanup = NULL, checkpoint = NULL, confirmed = 0, attempt = 0,
            failure = NULL, owner = NULL WHERE id = ? AND cleanup IS NOT NULL
          """, arguments: [id])
    }
  }

  /// Records that data of a discarded upload may be left at the destination, and releases the row. The next program
  /// that starts tries again.
  @concurrent
  func keepDiscarded(_ id: Upload.ID, because failure: UploadFailure) async throws(UploadFailure) {
    try await write { db in
      try db.execute(
        sql: "UPDATE upload SET failure = ?, owner = NULL WHERE id = ? AND cleanup IS NOT NULL",
        arguments: [try QueueRow.encoded(failure), id])
    }
  }

  /// Takes ownership of discarded uploads that an earlier program left with data at their destinations.
  @concurrent
  func claimDiscarded() async throws(UploadFailure) -> [Upload.ID] {
    let owner = try owner()
    return try await write { [self] db in
      var known: [String: QueueRow.Ownership] = [:]
      let sql = "SELECT id, owner FROM upload WHERE cleanup IS NOT NULL ORDER BY position"
      let rows = try StoredRow.fetchAll(db, of: "upload", sql: sql) { row in
        (try row.integer("id") as Upload.ID, try row.textIfPresent("owner"))
      }
      return try rows.compactMap { id, rowOwner -> Upload.ID? in
        guard ownership(of: rowOwner, known: &known) == .nobody else { return nil }
        try db.execute(sql: "UPDATE upload SET owner = ? WHERE id = ?", arguments: [owner, id])
        return id
      }
    }
  }
}
