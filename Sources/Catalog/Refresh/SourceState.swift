import Foundation
import GRDB

/// The source of the stored cars, as it was when they were imported.
struct SourceState: Sendable, Hashable {
  var source: String
  var validators: Validators
  var size: Int64
  var digest: Int64
  var importer: Int

  /// Whether the same importer read the same bytes from the same source. The digests are compared rather than the dates
  /// of the files, because a copy may have an old date, and reading a few megabytes is cheap.
  func hasSameContent(as other: SourceState) -> Bool {
    source == other.source && size == other.size && digest == other.digest && importer == other.importer
  }

  /// Returns the validators for a request to a source, or `nil` when the stored cars are from another source or were
  /// read by another version of the importer.
  func validators(for other: CatalogSource) -> Validators? {
    source == other.key && importer == CatalogImporter.version && !validators.isEmpty ? validators : nil
  }

  static func fetch(_ db: Database) throws -> SourceState? {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT source, etag, lastModified, contentSize, contentDigest, importer FROM catalogState
        WHERE source IS NOT NULL
        """)
    return row.map {
      SourceState(
        source: $0[0], validators: Validators(etag: $0[1], lastModified: $0[2]), size: $0[3], digest: $0[4],
        importer: $0[5])
    }
  }

  func save(_ db: Database) throws {
    try db.execute(
      sql: """
        UPDATE catalogState SET source = ?, etag = ?, lastModified = ?, contentSize = ?, contentDigest = ?,
          importer = ?, refreshedAt = ?
        """,
      arguments: [
        source, validators.etag, validators.lastModified, size, digest, importer, Date().timeIntervalSince1970,
      ])
  }
}
