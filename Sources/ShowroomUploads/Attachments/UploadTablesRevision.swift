import GRDB
import ShowroomCatalog

/// The counters of changes to attachments and uploads, by this or another program.
package struct UploadTablesRevision: Sendable, Hashable {
  /// The number of changes to attachments.
  package var attachments: Int64 = 0
  /// The number of changes to uploads.
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
  /// Returns the stream of the counters: the current ones, then the new ones after each change to either table.
  package func uploadTableChanges() -> AsyncStream<UploadTablesRevision> {
    values { try UploadTablesRevision.fetch($0) }
  }
}
