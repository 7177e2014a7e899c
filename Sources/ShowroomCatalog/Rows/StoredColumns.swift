import GRDB
import GRDBSQLite
import ShowroomFiles

/// The values of a statement's current row, checked like those of ``StoredRow`` but without boxing each value, for
/// reading a whole table.
struct StoredColumns {
  let handle: OpaquePointer?
  let table: String

  /// Returns the bytes of a string, which are valid until the next step, or `nil` for NULL.
  func textIfPresent(_ column: Int32) throws(DamagedValue) -> UnsafeRawBufferPointer? {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_NULL: return nil
    case SQLITE_TEXT: break
    default: throw unexpected(column)
    }
    let start = sqlite3_column_text(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    guard count <= StoredRow.textBytes else { throw damage(column, .tooLong) }
    return UnsafeRawBufferPointer(start: start, count: count)
  }

  /// Returns the bytes of a string, which are valid until the next step.
  func text(_ column: Int32) throws(DamagedValue) -> UnsafeRawBufferPointer {
    guard let text = try textIfPresent(column) else { throw damage(column, .missing) }
    return text
  }

  func integer(_ column: Int32, in range: ClosedRange<Int64>) throws(DamagedValue) -> Int64 {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_NULL: throw damage(column, .missing)
    case SQLITE_INTEGER:
      let number = sqlite3_column_int64(handle, column)
      guard range.contains(number) else { throw unexpected(column) }
      return number
    default: throw unexpected(column)
    }
  }

  /// Returns a number in a range, or NaN for NULL.
  func number(_ column: Int32, in range: ClosedRange<Double>) throws(DamagedValue) -> Double {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_NULL: return .nan
    case SQLITE_INTEGER, SQLITE_FLOAT:
      let number = sqlite3_column_double(handle, column)
      guard range.contains(number) else { throw unexpected(column) }
      return number
    default: throw unexpected(column)
    }
  }

  private func unexpected(_ column: Int32) -> DamagedValue {
    let isText = sqlite3_column_type(handle, column) != SQLITE_BLOB
    let value = isText ? sqlite3_column_text(handle, column).map { String(cString: $0) } : nil
    return damage(column, .unexpected(value?.shortened(to: 40) ?? "binary data"))
  }

  private func damage(_ column: Int32, _ problem: DamagedValue.Problem) -> DamagedValue {
    let name = sqlite3_column_name(handle, column).map { String(cString: $0) } ?? "\(column)"
    return DamagedValue(table: table, column: name, problem: problem)
  }
}

extension Statement {
  /// Calls `body` with SQLite's handle at each row. When reading a whole table, this is faster than GRDB's `Row`, which
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
