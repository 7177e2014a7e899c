import Catalogue
import Foundation
import GRDB
import Synchronization

/// The uploads that are to be made, in the database: each is a row before its first byte leaves, and what the destination
/// confirmed is in it before more is sent. Programs that have the same database open share the queue; a row is in the
/// hands of one of them at a time.
///
/// Usable from any thread. Each call blocks for some milliseconds, or as long as a refresh is writing.
public final class UploadQueue: Sendable {
  let store: CatalogueStore
  private let directory: String
  let now: @Sendable () -> Date
  /// Made with the first row that is ours: who only looks leaves nothing behind.
  private let ownOwner = Mutex<QueueOwner?>(nil)
  private let ownRevision = Mutex<Int64?>(nil)

  /// How many uploads that are done the queue remembers.
  static let remembered = 200

  /// The queue in a catalogue's database.
  /// - Parameter now: the time that rows and attachments are dated with.
  public init(store: CatalogueStore, now: @escaping @Sendable () -> Date = { Date() }) {
    self.store = store
    self.now = now
    directory = URL(fileURLWithPath: store.path).deletingLastPathComponent().path
  }

  /// All rows as they are in the database, in the order in which they are sent: for a command that lists them.
  /// - Throws: ``UploadFailure/Cause/store``.
  public func items() throws(UploadFailure) -> [UploadItem] {
    try rows().map(\.item)
  }

  /// All rows, in the order in which they are sent.
  func rows() throws(UploadFailure) -> [QueueRow] {
    try translating { () throws(CatalogueError) in
      try store.readUploadTables { db in
        var known: [String: QueueRow.Ownership] = [:]
        return try Row.fetchAll(db, sql: "SELECT * FROM upload ORDER BY position, id").map { row in
          QueueRow(row: row, ownership: ownership(of: row["owner"], known: &known))
        }
      }
    }
  }

  /// What an engine needs for an attempt: the file as it is now, and what our records say of the destination.
  func transfer(of row: QueueRow) throws(UploadFailure) -> Transfer {
    var transfer = row.transfer
    transfer.source = transfer.source.observed()
    transfer.recorded = try translating { () throws(CatalogueError) in
      try store.readUploadTables { db in
        try AttachmentSQL.attachments(of: row.transfer.car, in: db).filter { $0.destination == row.destination }
          .map(\.file)
      }
    }
    return transfer
  }

  /// The counters of the tables, now and after each change by this or another program.
  func revisions() -> AsyncStream<UploadTablesRevision> {
    store.uploadTableChanges()
  }

  /// Whether a counter tells of something that another program wrote: as far as possible, what this queue wrote is not
  /// taken for that.
  func isForeign(_ revision: Int64) -> Bool {
    ownRevision.withLock { own in
      defer { own = max(own ?? 0, revision) }
      return own.map { $0 < revision } ?? true
    }
  }

  // MARK: Owners

  /// Who has a row with this owner in hand.
  func ownership(of owner: String?, known: inout [String: QueueRow.Ownership]) -> QueueRow.Ownership {
    guard let owner else { return .nobody }
    if let known = known[owner] { return known }
    let isOurs = ownOwner.withLock { $0?.id == owner }
    let found: QueueRow.Ownership =
      isOurs ? .ours : QueueOwner.isAlive(owner, in: directory) ? .others : .nobody
    known[owner] = found
    return found
  }

  /// The name by which our rows are ours.
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

  // MARK: Writing

  /// Writes in one transaction, and remembers its revision, so that our own writes are not told as others'.
  func write<Value>(_ body: (Database) throws -> Value) throws(UploadFailure) -> Value {
    try translating { () throws(CatalogueError) in
      let (value, before, after) = try store.writeUploadTables { db in
        let before = try UploadTablesRevision.fetch(db).uploads
        let value = try body(db)
        return (value, before, try UploadTablesRevision.fetch(db).uploads)
      }
      // Somebody else's write between our last and this one has still to be told.
      ownRevision.withLock { if $0 == before || $0 == nil { $0 = after } }
      return value
    }
  }

  private func translating<Value>(_ body: () throws(CatalogueError) -> Value) throws(UploadFailure) -> Value {
    do throws(CatalogueError) { return try body() } catch { throw UploadFailure(error) }
  }
}

extension UploadFailure {
  /// Another attempt helps when another program was writing.
  init(_ error: CatalogueError) {
    switch error {
    case .store(.locked, _): self.init(.store, retry: .later, error.description)
    case .cancelled: self.init(.cancelled, error.description)
    default: self.init(.store, error.description)
    }
  }

  /// The row is not ours any more, or is gone.
  static let rowLost = UploadFailure(
    .cancelled, "The upload was removed from the queue, or another running program took it over.")
}
