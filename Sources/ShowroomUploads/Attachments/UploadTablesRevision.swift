import GRDB
import ShowroomCatalog

/// The counters of changes to attachments and uploads, made by this program or another one.
package struct UploadTablesRevision: Sendable, Hashable {
  package var attachments: Int64 = 0
  package var uploads: Int64 = 0

  package init(attachments: Int64 = 0, uploads: Int64 = 0) {
    self.attachments = attachments
    self.uploads = uploads
  }

  static func fetch(_ db: Database) throws -> UploadTablesRevision {
    try StoredRow.fetchOne(
      db, of: "catalogState", sql: "SELECT attachmentRevision, uploadRevision FROM catalogState", isCached: true
    ) { row in
      UploadTablesRevision(
        attachments: try row.integer("attachmentRevision"), uploads: try row.integer("uploadRevision"))
    } ?? UploadTablesRevision()
  }
}

extension CatalogStore {
  /// Returns a stream of the counters: the current values first, then new values after each change to either table.
  package func uploadTableChanges() -> AsyncStream<UploadTablesRevision> {
    values { try UploadTablesRevision.fetch($0) }
  }
}
