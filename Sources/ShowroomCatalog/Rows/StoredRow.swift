import Foundation
import GRDB
import ShowroomFiles

/// A row of the database, whose values are checked before they are used.
///
/// SQLite can store any value in any column, and GRDB's `Row` ends the program if a value has an unexpected type. A
/// database may be damaged, or may have been received from a stranger together with a tape, so rows are read only
/// through this type.
package struct StoredRow {
  private let row: Row
  private let table: String

  /// The maximum size of a string in bytes, unless a column allows more.
  package static let textBytes = 64 << 10
  /// The maximum size of a long string, such as a note, in bytes.
  package static let longTextBytes = 4 << 20

  /// The valid times in seconds since 1970, up to the year 9999.
  package static let moments = 0...253_402_300_799.0

  /// The valid file sizes, limited so that any number of them can be added.
  package static let sizes: ClosedRange<Int64> = 0...(1 << 50)

  /// - Parameter table: The name of the table in error messages.
  package init(_ row: Row, of table: String) {
    self.row = row
    self.table = table
  }

  /// Returns the values read from the rows of a query.
  ///
  /// - Parameter isCached: Whether the statement is cached, for a query that is repeated for many cars.
  package static func fetchAll<Value>(
    _ db: Database, of table: String, sql: String, arguments: StatementArguments = [], isCached: Bool = false,
    _ read: (StoredRow) throws -> Value
  ) throws -> [Value] {
    let statement = try isCached ? db.cachedStatement(sql: sql) : db.makeStatement(sql: sql)
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var values: [Value] = []
    while let row = try rows.next() { values.append(try read(StoredRow(row, of: table))) }
    return values
  }

  /// Returns the value read from the first row of a query, or `nil` if there is none.
  ///
  /// - Parameter isCached: Whether the statement is cached, for a query that is repeated for many cars.
  package static func fetchOne<Value>(
    _ db: Database, of table: String, sql: String, arguments: StatementArguments = [], isCached: Bool = false,
    _ read: (StoredRow) throws -> Value
  ) throws -> Value? {
    let statement = try isCached ? db.cachedStatement(sql: sql) : db.makeStatement(sql: sql)
    return try Row.fetchOne(statement, arguments: arguments).map { try read(StoredRow($0, of: table)) }
  }

  // MARK: Values

  /// Returns a string.
  package func text(_ column: String, limit: Int = textBytes) throws -> String {
    try textIfPresent(column, limit: limit) ?? missing(column)
  }

  /// Returns a string, or `nil` for NULL.
  package func textIfPresent(_ column: String, limit: Int = textBytes) throws -> String? {
    guard let value = stored(column) else { return nil }
    guard case .string(let text) = value.storage else { throw unexpected(column, value) }
    guard text.utf8.count <= limit else { throw DamagedValue(table: table, column: column, problem: .tooLong) }
    return text
  }

  /// Returns bytes.
  package func bytes(_ column: String, limit: Int = textBytes) throws -> Data {
    guard let value = stored(column) else { return try missing(column) }
    guard case .blob(let data) = value.storage else { throw unexpected(column, value) }
    guard data.count <= limit else { throw DamagedValue(table: table, column: column, problem: .tooLong) }
    return data
  }

  /// Returns an integer in a range.
  package func integer<Value: FixedWidthInteger & Sendable>(
    _ column: String, in range: ClosedRange<Value> = Value.min...Value.max
  ) throws -> Value {
    try integerIfPresent(column, in: range) ?? missing(column)
  }

  /// Returns an integer in a range, or `nil` for NULL.
  package func integerIfPresent<Value: FixedWidthInteger & Sendable>(
    _ column: String, in range: ClosedRange<Value> = Value.min...Value.max
  ) throws -> Value? {
    guard let value = stored(column) else { return nil }
    guard case .int64(let number) = value.storage, let number = Value(exactly: number), range.contains(number) else {
      throw unexpected(column, value)
    }
    return number
  }

  /// Returns a number in a range.
  package func number(_ column: String, in range: ClosedRange<Double>) throws -> Double {
    try numberIfPresent(column, in: range) ?? missing(column)
  }

  /// Returns a number in a range, or `nil` for NULL.
  package func numberIfPresent(_ column: String, in range: ClosedRange<Double>) throws -> Double? {
    guard let value = stored(column) else { return nil }
    let number: Double? =
      switch value.storage {
      case .double(let number): number
      case .int64(let number): Double(number)
      default: nil
      }
    guard let number, range.contains(number) else { throw unexpected(column, value) }
    return number
  }

  /// Returns a Boolean value, which is stored as 0 or 1.
  package func flag(_ column: String) throws -> Bool { try integer(column, in: 0...1) == 1 }

  /// Returns a Boolean value, or `nil` for NULL.
  package func flagIfPresent(_ column: String) throws -> Bool? {
    try integerIfPresent(column, in: 0...1).map { $0 == 1 }
  }

  /// Returns a value, or `nil` for NULL or if a damaged table lacks the column.
  private func stored(_ column: String) -> DatabaseValue? {
    guard row.hasColumn(column) else { return nil }
    let value: DatabaseValue = row[column]
    return value.isNull ? nil : value
  }

  private func unexpected(_ column: String, _ value: DatabaseValue) -> DamagedValue {
    DamagedValue(table: table, column: column, problem: .unexpected("\(value)".shortened(to: 40)))
  }

  private func missing<Value>(_ column: String) throws -> Value {
    throw DamagedValue(table: table, column: column, problem: .missing)
  }
}

/// The error for a value that no version of the program stores.
struct DamagedValue: Error, Hashable, CustomStringConvertible {
  enum Problem: Hashable {
    case missing
    case tooLong
    case unexpected(String)
  }

  let table: String
  let column: String
  let problem: Problem

  var description: String {
    let place = "column \(column) of table \(table)"
    return switch problem {
    case .missing: "\(place) has no value"
    case .tooLong: "\(place) has a value that is too long"
    case .unexpected(let value): "\(place) cannot be \(value)"
    }
  }
}
