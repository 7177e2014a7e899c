import Foundation
import GRDB
import ShowroomCatalog
import ShowroomFiles

extension UploadQueue {
  /// Adds files to the end of the queue, owned by this program.
  /// - Parameter excluded: The indices of files that are not added. Their names still count as taken.
  /// - Throws: ``UploadFailure/Cause/store``, including when the car does not exist.
  @concurrent
  func add(
    _ sources: [UploadSource], except excluded: Set<Int> = [], car: Car.ID, destination: Destination,
    onDuplicate: DuplicatePolicy
  ) async throws(UploadFailure) -> [Upload.ID] {
    let owner = try owner()
    return try await write { [self] db in
      let sql = "SELECT EXISTS (SELECT 1 FROM car WHERE id = ?)"
      guard try Bool.fetchOne(db, sql: sql, arguments: [car]) == true else {
        throw CatalogError.store(.unknownCar(car), path: store.path)
      }
      var position: Int64 =
        try StoredRow.fetchOne(db, of: "upload", sql: "SELECT MAX(position) AS position FROM upload") {
          try $0.integerIfPresent("position", in: QueueRow.positions) ?? 0
        } ?? 0
      let paths = StoredPath.paths(of: sources)
      return try sources.indices.filter { !excluded.contains($0) }.map { index in
        let (source, path) = (sources[index], paths[index])
        position += 1
        try db.executeCached(
          sql: """
            INSERT INTO upload (token, carID, path, size, modified, device, inode, name, destination, onDuplicate, state,
              position, owner, queuedAt)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?)
            """,
          arguments: [
            UUID().uuidString.lowercased(), car, source.path.bytes, source.size, source.modified,
            Int64(bitPattern: source.identity.device), Int64(bitPattern: source.identity.inode), path.text,
            destination.description, onDuplicate.rawValue, position, owner, now().timeIntervalSince1970,
          ])
        return db.lastInsertedRowID
      }
    }
  }

  /// Takes ownership of rows, except for completed or discarded ones and those of other running programs. If two
  /// programs claim the same row, only one of them receives it.
  /// - Parameters:
  ///   - ids: The rows, or `nil` for all interrupted ones.
  ///   - excluded: Rows that are not claimed.
  ///   - excludingCanceled: Whether canceled rows are not claimed, either.
  ///   - onDuplicate: The new action if the name is taken, or `nil` to keep the current one.
  @concurrent
  func claim(
    _ ids: [Upload.ID]?, excluding excluded: Set<Upload.ID> = [], excludingCanceled: Bool = false,
    onDuplicate: DuplicatePolicy? = nil
  ) async throws(UploadFailure) -> [Upload.ID] {
    let owner = try owner()
    return try await write { [self] db in
      var known: [String: QueueRow.Ownership] = [:]
      var claimed: [Upload.ID] = []
      let unfinished =
        "SELECT id, owner FROM upload WHERE state <> 'done' AND cleanup IS NULL"
        + (excludingCanceled ? " AND state <> 'cancelled'" : "")
      func rows(where condition: String, _ arguments: StatementArguments) throws -> [(Upload.ID, owner: String?)] {
        try StoredRow.fetchAll(db, of: "upload", sql: unfinished + condition, arguments: arguments, isCached: true) {
          (try $0.integer("id"), owner: try $0.textIfPresent("owner"))
        }
      }
      let rows =
        try ids?.flatMap { try rows(where: " AND id = ?", [$0]) }
        ?? rows(where: " AND state = 'pending' ORDER BY position", [])
      for (id, owner:rowOwner) in rows where !excluded.contains(id) {
        let ownership = ownership(of: rowOwner, known: &known)
        guard ownership != .others, ids != nil || ownership == .nobody else { continue }
        try db.execute(
          sql: """
            UPDATE upload SET owner = ?, state = 'pending', failure = NULL, attempt = 0, endedAt = NULL,
              onDuplicate = COALESCE(?, onDuplicate) WHERE id = ?
            """, arguments: [owner, onDuplicate?.rawValue, id])
        claimed.append(id)
      }
      return claimed
    }
  }

  /// Releases all rows of this program, so that unfinished uploads can be resumed by this program or another one, and
  /// removes the file that represents this program.
  @concurrent
  func release() async throws(UploadFailure) {
    guard let owner = existingOwner else { return }
    // Without the file, the rows have no owner, even if they cannot be updated.
    defer { removeOwner() }
    try await write { try $0.execute(sql: "UPDATE upload SET owner = NULL WHERE owner = ?", arguments: [owner]) }
  }

  /// Stores the checkpoint of an upload, or `nil` to make it start over.
  /// - Throws: ``UploadFailure/rowLost`` if this program does not own the row.
  @concurrent
  func save(_ checkpoint: Checkpoint?, attempt: Int, of id: Upload.ID) async throws(UploadFailure) {
    try await updateRow(id, "checkpoint = ?, confirmed = ?, attempt = ?") {
      [try QueueRow.encoded(checkpoint), checkpoint?.confirmed ?? 0, attempt]
    }
  }

  /// Records that an upload ended without completing, and releases the row.
  /// - Throws: ``UploadFailure/rowLost`` if this program does not own the row, or if the upload was canceled before it
  ///   failed.
  @concurrent
  func end(_ id: Upload.ID, as state: QueueRow.State, failure: UploadFailure? = nil) async throws(UploadFailure) {
    let condition = state == .failed ? "state = 'pending'" : "cleanup IS NULL"
    try await updateRow(id, "state = ?, failure = ?, owner = NULL, endedAt = ?", where: condition) {
      [state.rawValue, try QueueRow.encoded(failure), self.now().timeIntervalSince1970]
    } andThen: {
      try Self.releaseNames(of: id, in: $0)
    }
  }

  /// Releases an interrupted upload, so that it can be resumed by this program or another one.
  /// - Parameter withoutData: Whether its destination has no more data of it.
  /// - Throws: ``UploadFailure/rowLost`` if this program does not own the row.
  @concurrent
  func returnInterrupted(_ id: Upload.ID, withoutData: Bool) async throws(UploadFailure) {
    let checkpoint = withoutData ? "checkpoint = NULL, confirmed = 0, " : ""
    try await updateRow(id, checkpoint + "owner = NULL", where: "state = 'pending'") { [] }
  }

  /// Stores the current state of the file and the action if its name is taken.
  @concurrent
  func save(_ source: UploadSource, onDuplicate: DuplicatePolicy, of id: Upload.ID) async throws(UploadFailure) {
    try await updateRow(id, "size = ?, modified = ?, device = ?, inode = ?, onDuplicate = ?") {
      [
        source.size, source.modified, Int64(bitPattern: source.identity.device),
        Int64(bitPattern: source.identity.inode),
        onDuplicate.rawValue,
      ]
    }
  }

  /// Stores new positions of rows.
  @concurrent
  func reorder(_ places: [(id: Upload.ID, position: Int64)]) async throws(UploadFailure) {
    try await write { db in
      for place in places {
        try db.execute(sql: "UPDATE upload SET position = ? WHERE id = ?", arguments: [place.position, place.id])
      }
    }
  }

  /// Deletes rows, except those of other running programs.
  @concurrent
  func remove(_ ids: [Upload.ID]) async throws(UploadFailure) {
    try await write { [self] db in
      var known: [String: QueueRow.Ownership] = [:]
      for id in ids {
        let owner = try String.fetchOne(db, sql: "SELECT owner FROM upload WHERE id = ?", arguments: [id])
        guard ownership(of: owner, known: &known) != .others else { continue }
        try db.execute(sql: "DELETE FROM upload WHERE id = ?", arguments: [id])
      }
    }
  }

  /// Stores the attachment and marks the upload as done, in one transaction.
  /// - Parameters:
  ///   - stored: The file, named by its path in the folder of the car.
  ///   - isSkipped: Whether the destination already had the file. An existing record of it stays.
  /// - Throws: ``UploadFailure/rowLost`` if this program does not own the row.
  @concurrent
  func finish(_ row: QueueRow, stored: StoredFile, isSkipped: Bool = false) async throws(UploadFailure)
    -> FinishedUpload
  {
    let owner = try owner()
    let finished = try await write { [self] db -> FinishedUpload? in
      let moment = now().timeIntervalSince1970
      try db.executeCached(
        sql: """
          UPDATE upload SET state = 'done', name = ?, checkpoint = NULL, cleanup = NULL, failure = NULL,
            confirmed = size, owner = NULL, endedAt = ? WHERE id = ? AND owner = ?
          """, arguments: [stored.name, moment, row.id, owner])
      guard db.changesCount == 1 else { return nil }
      try Self.releaseNames(of: row.id, in: db)
      let recorded =
        isSkipped ? try AttachmentTable.attachment(stored, of: row.transfer.car, at: row.destination, in: db) : nil
      let attachment =
        try recorded
        ?? AttachmentTable.insert(
          stored, car: row.transfer.car, destination: row.destination, uploadedAt: moment,
          // A skipped name is uploaded only if the destination no longer has the recorded file.
          replacing: [.replace, .skip].contains(row.transfer.onDuplicate), into: db)
      let forgotten = try Upload.ID.fetchAll(
        db.cachedStatement(
          sql: """
            DELETE FROM upload WHERE state = 'done' AND id <> ? AND id NOT IN
              (SELECT id FROM upload WHERE state = 'done' ORDER BY endedAt DESC, id DESC LIMIT \(Self.remembered))
              RETURNING id
            """),
        // The current upload is never forgotten, because a caller may be waiting for it, even if others seem to have
        // ended later because the clock was set back.
        arguments: [row.id])
      return FinishedUpload(attachment: attachment, forgotten: forgotten, isSkipped: isSkipped)
    }
    guard let finished else { throw .rowLost }
    return finished
  }

  func updateRow(
    _ id: Upload.ID, _ assignments: String, where condition: String = "TRUE",
    arguments: @escaping @Sendable () throws -> [(any DatabaseValueConvertible)?],
    andThen: @escaping @Sendable (Database) throws -> Void = { _ in }
  ) async throws(UploadFailure) {
    let owner = try owner()
    let isOurs = try await write { db in
      try db.executeCached(
        sql: "UPDATE upload SET \(assignments) WHERE id = ? AND owner = ? AND \(condition)",
        arguments: StatementArguments(try arguments() + [id, owner]))
      guard db.changesCount == 1 else { return false }
      try andThen(db)
      return true
    }
    guard isOurs else { throw .rowLost }
  }
}

struct FinishedUpload: Sendable {
  let attachment: Attachment
  /// The earlier completed uploads that the queue no longer keeps.
  let forgotten: [Upload.ID]
  /// Whether the destination already had the file.
  let isSkipped: Bool
}
