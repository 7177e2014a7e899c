import Foundation
import GRDB
import ShowroomCatalog
import Synchronization

/// The upload queue in the database. A row is stored before the first byte is sent, and each checkpoint before more
/// bytes are. Programs that use the same database share the queue; each row has at most one owner.
///
/// Safe to use from any thread. Synchronous calls block for a few milliseconds, or while a refresh is writing.
package final class UploadQueue: Sendable {
  let store: CatalogStore
  private let directory: String
  let now: @Sendable () -> Date
  /// Created with the first row of this program, so that merely reading the queue leaves no file behind.
  private let ownOwner = Mutex<QueueOwner?>(nil)
  private let ownRevision = Mutex<Int64?>(nil)
  private let writes = GroupedWrites()

  /// The number of completed uploads that the queue keeps.
  static let remembered = 200

  /// Creates the queue of a catalog's database.
  /// - Parameter now: Returns the time for new rows and attachments.
  package init(store: CatalogStore, now: @escaping @Sendable () -> Date = { Date() }) {
    self.store = store
    self.now = now
    directory = URL(fileURLWithPath: store.path).deletingLastPathComponent().path
  }

  /// Returns all uploads in the order in which they run.
  /// - Throws: ``UploadFailure/Cause/store``.
  package func uploads() throws(UploadFailure) -> [Upload] {
    try rows().filter { !$0.isReservation }.map(\.upload)
  }

  /// Returns all rows in the order in which they run.
  func rows() throws(UploadFailure) -> [QueueRow] { try rows("ORDER BY position, id") }

  /// Returns a row, or `nil` if it was removed.
  func row(_ id: Upload.ID) throws(UploadFailure) -> QueueRow? { try rows("WHERE id = ?", [id]).first }

  private func rows(_ clauses: String, _ arguments: StatementArguments = []) throws(UploadFailure) -> [QueueRow] {
    try translating { () throws(CatalogError) in
      try store.read { db in
        var known: [String: QueueRow.Ownership] = [:]
        let sql = "SELECT * FROM upload \(clauses)"
        return try StoredRow.fetchAll(db, of: "upload", sql: sql, arguments: arguments, isCached: true) { row in
          try QueueRow(row: row, ownership: ownership(of: try row.textIfPresent("owner"), known: &known))
        }
      }
    }
  }

  /// Returns the input for an attempt: the current state of the file, and the recorded files at the destination.
  /// - Parameter needsSource: Whether a file that is missing or has changed is an error. Must be `true` if the engine
  ///   would otherwise replace the checkpoint, which is the only reference to what an earlier attempt has stored.
  /// - Throws: ``UploadFailure/Cause/source`` if the file is missing or has changed, or ``UploadFailure/Cause/store``.
  @concurrent
  func transfer(of row: QueueRow, needsSource: Bool = true) async throws(UploadFailure) -> Transfer {
    var transfer = row.transfer
    do throws(UploadFailure) { transfer.source = try reading(transfer.source.observed()) } catch {
      if needsSource { throw error }
    }
    transfer.recorded = try await recorded(for: row)
    return transfer
  }

  /// Returns the recorded files at the destination that concern an upload.
  @concurrent
  func recorded(for row: QueueRow) async throws(UploadFailure) -> [StoredFile] {
    try translating { () throws(CatalogError) in
      try store.read { db in
        try AttachmentTable.files(at: row.destination, recordedFor: row.transfer, in: db)
      }
    }
  }

  /// Returns the revisions of the tables, now and after each change by this program or another one.
  func revisions() -> AsyncStream<UploadTablesRevision> {
    store.uploadTableChanges()
  }

  /// Whether a revision was created by another program. This queue's own changes are recognized as far as possible.
  func isForeign(_ revision: Int64) -> Bool {
    ownRevision.withLock { own in
      defer { own = max(own ?? 0, revision) }
      return own.map { $0 < revision } ?? true
    }
  }

  // MARK: Owners

  /// Returns the ownership of a row with this owner ID.
  func ownership(of owner: String?, known: inout [String: QueueRow.Ownership]) -> QueueRow.Ownership {
    guard let owner else { return .nobody }
    if let known = known[owner] { return known }
    let isOurs = ownOwner.withLock { $0?.id == owner }
    let found: QueueRow.Ownership =
      isOurs ? .ours : QueueOwner.isAlive(owner, in: directory) ? .others : .nobody
    known[owner] = found
    return found
  }

  /// Returns the owner ID of this program, creating an owner if necessary.
  func owner() throws(UploadFailure) -> String {
    let found = ownOwner.withLock { own in
      Result { () throws(UploadFailure) -> String in
        if let own { return own.id }
        let made = try QueueOwner(directory: directory)
        own = made
        return made.id
      }
    }
    return try found.get()
  }

  /// The owner ID of this program, if it has one.
  var existingOwner: String? { ownOwner.withLock { $0?.id } }

  /// Ends the ownership of this program. Releasing the queue does the same, but tasks may still refer to it when the
  /// program exits, which would leave the file behind.
  func removeOwner() { ownOwner.withLock { $0 = nil } }

  // MARK: Writing

  /// Performs a write, possibly in one transaction with other writes. It is on disk when the method returns.
  /// - Parameter body: May be performed twice, because it is rolled back if another write in its transaction fails.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(UploadFailure) -> Value {
    try await writes.perform(body, in: self)
  }

  private func translating<Value>(_ body: () throws(CatalogError) -> Value) throws(UploadFailure) -> Value {
    do throws(CatalogError) { return try body() } catch { throw UploadFailure(error) }
  }
}

extension UploadQueue: GroupedWrites.Transactions {
  /// Performs a transaction and records its revision, so that ``isForeign(_:)`` recognizes the change.
  ///
  /// The revision is recorded before the commit, because readers may observe it before this method returns and would
  /// otherwise reload the whole queue for the queue's own change.
  func transaction<Value>(_ body: (Database) throws -> Value) throws(UploadFailure) -> Value {
    try translating { () throws(CatalogError) in
      var revisions: (before: Int64, after: Int64)?
      do throws(CatalogError) {
        return try store.writeDurably { db in
          let before = try UploadTablesRevision.fetch(db).uploads
          let value = try body(db)
          let after = try UploadTablesRevision.fetch(db).uploads
          revisions = (before, after)
          // A change by another program since the last write must still be reported.
          ownRevision.withLock { if $0 == before || $0 == nil { $0 = after } }
          return value
        }
      } catch {
        // Another program's change may receive the same revision.
        if let revisions { ownRevision.withLock { if $0 == revisions.after { $0 = revisions.before } } }
        throw error
      }
    }
  }
}

extension UploadFailure {
  /// Converts a database error. Another attempt may succeed if the database was locked.
  init(_ error: CatalogError) {
    switch error {
    case .store(.locked, _): self.init(.store, retry: .later, error.description)
    case .canceled: self.init(.canceled, error.description)
    default: self.init(.store, error.description)
    }
  }

  /// The failure of an upload that this program no longer owns or that was removed.
  static let rowLost = UploadFailure(
    .canceled, "The upload was removed from the queue, or another running program owns it now.")
}
