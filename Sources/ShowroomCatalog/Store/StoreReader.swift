import Dispatch
import GRDB
import Synchronization

/// The reading side of a database, which can be closed while other threads are reading.
///
/// If the pool is closed while a thread waits for a connection, GRDB 7 gives that thread a closed connection, with
/// which SQLite crashes. Therefore, reads are counted, and closing waits for them and rejects new ones.
final class StoreReader: Sendable {
  private let database: any DatabaseReader
  private let isClosed = Mutex(false)
  private let reads = DispatchGroup()

  init(_ database: any DatabaseReader) { self.database = database }

  /// Reads from a consistent snapshot.
  ///
  /// - Throws: `SQLITE_MISUSE` after the database has been closed, and errors from SQLite and `body`.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try isClosed.withLock { isClosed in
      guard !isClosed else { throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "Connection is closed") }
      reads.enter()
    }
    defer { reads.leave() }
    return try database.read(body)
  }

  /// Copies the database into a file that is empty or does not exist.
  ///
  /// - Returns: `false` if the database is read-only and nothing was copied.
  func copy(to path: String) throws -> Bool {
    guard let writer = database as? any DatabaseWriter else { return false }
    try writer.vacuum(into: path)
    return true
  }

  /// Closes the database. Waits for reads and for a write in progress.
  func close() {
    isClosed.withLock { $0 = true }
    reads.wait()
    // The reading connections are closed first, because only the writing connection can remove the log.
    (database as? DatabasePool)?.releaseMemory()
    // Nothing is lost if this fails, because the log is on disk.
    try? database.close()
  }
}
