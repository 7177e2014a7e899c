import GRDB

/// Counters that tell whether attachments or uploads changed, whoever changed them.
package struct UploadTablesRevision: Sendable, Hashable {
  /// Counts the changes of attachments.
  package var attachments: Int64 = 0
  /// Counts the changes of uploads.
  package var uploads: Int64 = 0

  /// The counters as they are in the database.
  package static func fetch(_ db: Database) throws -> UploadTablesRevision {
    try Row.fetchOne(db, sql: "SELECT attachmentRevision, uploadRevision FROM catalogueState")
      .map { UploadTablesRevision(attachments: $0[0], uploads: $0[1]) } ?? UploadTablesRevision()
  }
}

/// The tables `attachment` and `upload` belong to the module Uploads, which reads and writes them through this.
extension CatalogueStore {
  /// Reads from a consistent view of the tables, without waiting for whoever writes.
  package func readUploadTables<Value>(_ body: (Database) throws -> Value) throws(CatalogueError) -> Value {
    try read(body)
  }

  /// Writes in one transaction, which is on the disk, not just in the system's memory, when this returns: what was sent
  /// elsewhere must not be forgotten here when the power fails. Waits for a refresh that is writing.
  package func writeUploadTables<Value>(_ body: (Database) throws -> Value) throws(CatalogueError) -> Value {
    guard let pool else { throw .store(.readOnly, path: path) }
    do {
      let value = try pool.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA synchronous = FULL")
        defer { try? db.execute(sql: "PRAGMA synchronous = NORMAL") }
        try db.beginTransaction(.immediate)
        do {
          let value = try body(db)
          try db.commit()
          return value
        } catch {
          try? db.rollback()
          throw error
        }
      }
      watcher.ownCommit()
      return value
    } catch {
      throw CatalogueError(error, path: path)
    }
  }

  /// The counters of both tables: the present ones, and again after each change by this or another program. Changes that
  /// come close together are told together. Nothing runs while nothing changes.
  package func uploadTableChanges() -> AsyncStream<UploadTablesRevision> {
    watcher.uploadChanges()
  }
}
