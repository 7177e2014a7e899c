import Foundation
import GRDB

/// The source of the stored cars, in the state in which they were imported.
struct SourceState: Sendable, Hashable {
  var source: String
  var validators: Validators
  var size: Int64
  var digest: Int64
  var importer: Int

  /// Returns whether the same importer read the same bytes from the same source. The digests are compared rather than
  /// the modification dates, because a copy may have an old date, and reading a few megabytes is cheap.
  func hasSameContent(as other: SourceState) -> Bool {
    source == other.source && size == other.size && digest == other.digest && importer == other.importer
  }

  /// Returns the validators for a request to a source, or `nil` if the stored cars are from a different source or were
  /// read by another version of the importer.
  func validators(for other: CatalogSource) -> Validators? {
    source == other.key && importer == CatalogImporter.version && !validators.isEmpty ? validators : nil
  }

  static func fetch(_ db: Database) throws -> SourceState? {
    try StoredRow.fetchOne(
      db, of: "catalogState",
      sql: """
        SELECT source, etag, lastModified, contentSize, contentDigest, importer FROM catalogState
        WHERE source IS NOT NULL
        """
    ) { row in
      SourceState(
        source: try row.text("source"),
        validators: Validators(
          etag: try row.textIfPresent("etag"), lastModified: try row.textIfPresent("lastModified")),
        size: try row.integer("contentSize"), digest: try row.integer("contentDigest"),
        importer: try row.integer("importer"))
    }
  }

  /// Returns the key of the source, or `nil` before the first refresh.
  static func fetchKey(_ db: Database) throws -> String? {
    try StoredRow.fetchOne(db, of: "catalogState", sql: "SELECT source FROM catalogState") {
      try $0.textIfPresent("source")
    } ?? nil
  }

  /// Returns the time of the last refresh in seconds since 1970, or `nil` if there was none.
  static func refreshTime(in db: Database) throws -> Double? {
    try StoredRow.fetchOne(db, of: "catalogState", sql: "SELECT refreshedAt FROM catalogState") {
      try $0.numberIfPresent("refreshedAt", in: StoredRow.moments)
    } ?? nil
  }

  /// Saves the state. A new version of the importer counts as a change of the cars, so that readers notice it.
  func save(_ db: Database) throws {
    try db.execute(
      sql: """
        UPDATE catalogState SET
          carRevision = carRevision + IFNULL(importer < ?6, 0), source = ?1, etag = ?2, lastModified = ?3,
          contentSize = ?4, contentDigest = ?5, importer = ?6, refreshedAt = ?7
        """,
      arguments: [
        source, validators.etag, validators.lastModified, size, digest, importer, Date().timeIntervalSince1970,
      ])
  }
}
