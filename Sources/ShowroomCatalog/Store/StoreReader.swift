import Dispatch
import GRDB
import Synchronization

/// The part of a database that reads, which can be closed while other threads read.
///
/// GRDB 7 gives a thread that waits for a connection, while the pool is being closed, a connection that is closed, with
/// which SQLite crashes. Therefore reads are counted, and closing waits for them and refuses new ones.
final class StoreReader: Sendable {
  private let database: any DatabaseReader
  private let isClosed = Mutex(false)
  private let reads = DispatchGroup()

  init(_ database: any DatabaseReader) { self.database = database }

  /// Reads from a consistent snapshot.
  ///
  /// - Throws: `SQLITE_MISUSE` after closing, and the errors of SQLite and of `body`.
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
  /// - Returns: `false` if the database can only be read, and nothing was copied.
  func copy(to path: String) throws -> Bool {
    guard let writer = database as? any DatabaseWriter else { return false }
    try writer.vacuum(into: path)
    return true
  }

  /// Closes the database. Waits for its readers and for a write.
  func close() {
    isClosed.withLock { $0 = true }
    reads.wait()
    // The connections that read are closed first, because only the one that writes can remove the log.
    (database as? DatabasePool)?.releaseMemory()
    // Nothing is lost if this fails: the log is on the disk.
    try? database.close()
  }
}
