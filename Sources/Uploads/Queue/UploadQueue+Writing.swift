import Catalogue
import Foundation
import GRDB

extension UploadQueue {
  /// Adds files at the end, in the hands of this program.
  /// - Throws: ``UploadFailure/Cause/store``, also when there is no such car.
  func add(
    _ sources: [UploadSource], car: Car.ID, destination: Destination, onDuplicate: DuplicatePolicy
  ) throws(UploadFailure) -> [UploadItem.ID] {
    let owner = try owner()
    return try write { db in
      let sql = "SELECT EXISTS (SELECT 1 FROM car WHERE id = ?)"
      guard try Bool.fetchOne(db, sql: sql, arguments: [car]) == true else {
        throw CatalogueError.store(.unknownCar(car), path: store.path)
      }
      var position = try Int64.fetchOne(db, sql: "SELECT MAX(position) FROM upload") ?? 0
      return try sources.map { source in
        position += 1
        try db.execute(
          sql: """
            INSERT INTO upload (token, carID, path, size, modified, device, inode, name, destination, onDuplicate, state,
              position, owner, queuedAt)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?)
            """,
          arguments: [
            UUID().uuidString.lowercased(), car, source.path.bytes, source.size, source.modified,
            Int64(bitPattern: source.device), Int64(bitPattern: source.inode), StoredName(of: source.path).text,
            destination.description, onDuplicate.rawValue, position, owner, now().timeIntervalSince1970,
          ])
        return db.lastInsertedRowID
      }
    }
  }

  /// Takes rows into the hands of this program, to be sent: those of the given numbers that are neither done nor in the
  /// hands of another program that runs. Of two programs that ask for the same row one gets it.
  /// - Parameters:
  ///   - ids: nil for all that were interrupted.
  ///   - onDuplicate: what to do from now on where there is a file of the name; nil leaves it as it was.
  func claim(_ ids: [UploadItem.ID]?, onDuplicate: DuplicatePolicy? = nil) throws(UploadFailure) -> [UploadItem.ID] {
    let owner = try owner()
    return try write { db in
      var known: [String: QueueRow.Ownership] = [:]
      var claimed: [UploadItem.ID] = []
      let unfinished = "SELECT id, owner, state FROM upload WHERE state <> 'done' ORDER BY position"
      for row in try Row.fetchAll(db, sql: unfinished) {
        let id: Int64 = row[0]
        let ownership = ownership(of: row[1], known: &known)
        let isMeant = ids?.contains(id) ?? (row[2] == QueueRow.State.pending.rawValue && ownership == .nobody)
        guard isMeant, ownership != .others else { continue }
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

  /// Lets go of all rows: those not done are offered for resumption, here or in another program.
  func release() throws(UploadFailure) {
    let owner = try owner()
    try write { try $0.execute(sql: "UPDATE upload SET owner = NULL WHERE owner = ?", arguments: [owner]) }
  }

  /// Remembers where an upload got to; nil when it starts over.
  /// - Throws: ``UploadFailure/rowLost`` when the row is not ours.
  func save(_ checkpoint: Checkpoint?, attempt: Int, of id: UploadItem.ID) throws(UploadFailure) {
    try update(id, "checkpoint = ?, confirmed = ?, attempt = ?") {
      [try QueueRow.encoded(checkpoint), checkpoint?.confirmed ?? 0, attempt]
    }
  }

  /// Remembers how an upload ended other than well; it is in nobody's hands then.
  func end(_ id: UploadItem.ID, as state: QueueRow.State, failure: UploadFailure? = nil) throws(UploadFailure) {
    try update(id, "state = ?, failure = ?, owner = NULL, endedAt = ?") {
      [state.rawValue, try QueueRow.encoded(failure), now().timeIntervalSince1970]
    }
  }

  /// Remembers what a person answered, or what the file is like now.
  func save(_ source: UploadSource, onDuplicate: DuplicatePolicy, of id: UploadItem.ID) throws(UploadFailure) {
    try update(id, "size = ?, modified = ?, device = ?, inode = ?, onDuplicate = ?") {
      [
        source.size, source.modified, Int64(bitPattern: source.device), Int64(bitPattern: source.inode),
        onDuplicate.rawValue,
      ]
    }
  }

  /// Puts rows in a new order; they share the places that they had.
  func reorder(_ places: [(id: UploadItem.ID, position: Int64)]) throws(UploadFailure) {
    try write { db in
      for place in places {
        try db.execute(sql: "UPDATE upload SET position = ? WHERE id = ?", arguments: [place.position, place.id])
      }
    }
  }

  /// Forgets rows that are not in the hands of another program that runs.
  func remove(_ ids: [UploadItem.ID]) throws(UploadFailure) {
    try write { db in
      var known: [String: QueueRow.Ownership] = [:]
      for id in ids {
        let owner = try String.fetchOne(db, sql: "SELECT owner FROM upload WHERE id = ?", arguments: [id])
        guard ownership(of: owner, known: &known) != .others else { continue }
        try db.execute(sql: "DELETE FROM upload WHERE id = ?", arguments: [id])
      }
    }
  }

  /// In one transaction: the file is the car's, and the upload is done.
  /// - Throws: ``UploadFailure/rowLost`` when the row is not ours.
  func finish(_ row: QueueRow, stored: StoredFile) throws(UploadFailure) -> Attachment {
    let owner = try owner()
    let attachment = try write { db -> Attachment? in
      let moment = now().timeIntervalSince1970
      try db.execute(
        sql: """
          UPDATE upload SET state = 'done', name = ?, checkpoint = NULL, failure = NULL, confirmed = size, owner = NULL,
            endedAt = ? WHERE id = ? AND owner = ?
          """, arguments: [stored.name, moment, row.id, owner])
      guard db.changesCount == 1 else { return nil }
      let attachment = try AttachmentSQL.insert(
        stored, car: row.transfer.car, destination: row.destination, uploadedAt: moment,
        replacing: row.transfer.onDuplicate == .replace, into: db)
      try db.execute(
        sql: """
          DELETE FROM upload WHERE state = 'done' AND id NOT IN
            (SELECT id FROM upload WHERE state = 'done' ORDER BY endedAt DESC, id DESC LIMIT \(Self.remembered))
          """)
      return attachment
    }
    guard let attachment else { throw .rowLost }
    return attachment
  }

  private func update(
    _ id: UploadItem.ID, _ assignments: String, arguments: () throws -> [(any DatabaseValueConvertible)?]
  ) throws(UploadFailure) {
    let owner = try owner()
    let isOurs = try write { db in
      try db.execute(
        sql: "UPDATE upload SET \(assignments) WHERE id = ? AND owner = ?",
        arguments: StatementArguments(try arguments() + [id, owner]))
      return db.changesCount == 1
    }
    guard isOurs else { throw .rowLost }
  }
}
