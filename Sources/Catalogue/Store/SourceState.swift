import Foundation
import GRDB

/// What a server said by which it recognises the content later.
struct Validators: Sendable, Hashable {
  var etag: String?
  var lastModified: String?

  var isEmpty: Bool { etag == nil && lastModified == nil }
}

/// The source that the stored cars are from, as it was when they were read.
struct SourceState: Sendable, Hashable {
  var source: String
  var validators: Validators
  var size: Int64
  var digest: Int64
  var importer: Int

  /// True when the same bytes from the same source were read by the same importer. The digest decides, not the file's
  /// date: a copy may carry an old date, and reading a few megabytes costs less than being wrong.
  func hasSameContent(as other: SourceState) -> Bool {
    source == other.source && size == other.size && digest == other.digest && importer == other.importer
  }

  /// What a request to the source may be made conditional on: nothing, when the stored cars are from elsewhere or were
  /// read by another version of the importer.
  func validators(for other: CatalogueSource) -> Validators? {
    source == other.key && importer == CatalogueImporter.version && !validators.isEmpty ? validators : nil
  }

  static func fetch(_ db: Database) throws -> SourceState? {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT source, etag, lastModified, contentSize, contentDigest, importer FROM catalogueState
        WHERE source IS NOT NULL
        """)
    return row.map {
      SourceState(
        source: $0[0], validators: Validators(etag: $0[1], lastModified: $0[2]), size: $0[3], digest: $0[4],
        importer: $0[5])
    }
  }

  /// Earlier versions kept the whole address, with what opens it.
  static func hideSecrets(_ db: Database) throws {
    guard let key = try String.fetchOne(db, sql: "SELECT source FROM catalogueState"), key.contains("://") else {
      return
    }
    let plain = CatalogueSource(key: key)?.key ?? SecretValues.hidden(in: key)
    guard plain != key else { return }
    // What is overwritten must not stay readable in the file.
    try db.execute(sql: "PRAGMA secure_delete = ON")
    defer { try? db.execute(sql: "PRAGMA secure_delete = OFF") }
    try db.execute(sql: "UPDATE catalogueState SET source = ?", arguments: [plain])
    try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
  }

  func save(_ db: Database) throws {
    try db.execute(
      sql: """
        UPDATE catalogueState SET source = ?, etag = ?, lastModified = ?, contentSize = ?, contentDigest = ?,
          importer = ?, refreshedAt = ?
        """,
      arguments: [
        source, validators.etag, validators.lastModified, size, digest, importer, Date().timeIntervalSince1970,
      ])
  }
}
