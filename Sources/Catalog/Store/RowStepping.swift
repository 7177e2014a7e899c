import GRDB
import GRDBSQLite

extension Statement {
  /// Calls `body` with SQLite's handle at each row. When a whole table is read, this is faster than GRDB's `Row`, which
  /// boxes each value.
  func forEachRow(in db: Database, _ body: (OpaquePointer?) throws -> Void) throws {
    // The handle alone does not keep the statement alive.
    try withExtendedLifetime(self) {
      let handle = sqliteStatement
      defer { sqlite3_reset(handle) }
      while true {
        switch sqlite3_step(handle) {
        case SQLITE_DONE: return
        case SQLITE_ROW: try body(handle)
        case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
        }
      }
    }
  }
}
