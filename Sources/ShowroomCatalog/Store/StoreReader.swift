import Dispatch
import GRDB
import Synchronization

/// The connections for reading, which can be closed while other threads are reading.
///
/// GRDB's pool is not used, for two reasons. When two threads meet in its locks, libdispatch starts a worker, and from
/// then on the process wakes every second. And if the pool is closed while a thread waits for a connection, GRDB 7
/// gives that thread a closed one, with which SQLite crashes.
final class StoreReader: Sendable {
  private struct State {
    var idle: [DatabaseQueue]
    var isClosed = false
  }

  /// The maximum number of connections.
  static let limit = 4
  private let state: Mutex<State>
  private let available = DispatchSemaphore(value: StoreReader.limit)
  private let open: @Sendable () throws -> DatabaseQueue

  /// - Parameters:
  ///   - idle: The connections that are already open.
  ///   - open: A closure that opens another connection. It is called when all open ones are in use.
  init(_ idle: [DatabaseQueue] = [], open: @escaping @Sendable () throws -> DatabaseQueue) {
    state = Mutex(State(idle: idle))
    self.open = open
  }

  /// Reads from a consistent snapshot.
  ///
  /// - Throws: `SQLITE_MISUSE` after the connections have been closed, and errors from SQLite and `body`.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try withConnection { try $0.read(body) }
  }

  /// Copies the database into a file that is empty or does not exist.
  ///
  /// - Throws: As ``read(_:)``.
  func copy(to path: String) throws {
    try withConnection { try $0.vacuum(into: path) }
  }

  private func withConnection<Value>(_ body: (DatabaseQueue) throws -> Value) throws -> Value {
    available.wait()
    defer { available.signal() }
    let idle = try state.withLock { state in
      guard !state.isClosed else { throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "Connection is closed") }
      return state.idle.popLast()
    }
    let connection = try idle ?? open()
    defer { state.withLock { $0.idle.append(connection) } }
    return try body(connection)
  }

  /// Closes the connections. Waits for reads in progress.
  func close() {
    let wasClosed = state.withLock { state in
      defer { state.isClosed = true }
      return state.isClosed
    }
    guard !wasClosed else { return }
    for _ in 0..<Self.limit { available.wait() }
    state.withLock { $0.idle = [] }
    for _ in 0..<Self.limit { available.signal() }
  }
}
