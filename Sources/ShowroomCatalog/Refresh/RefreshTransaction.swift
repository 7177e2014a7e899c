import GRDB
import GRDBSQLite

/// A merge of a source's cars into the table, which writes only rows that differ. It takes place in one database
/// transaction, so that an invalid source changes nothing.
struct RefreshTransaction {
  private enum Mark: UInt8 { case stored, withdrawn, seen }
  /// The columns in which a stored car differs from a record: none that were read before, only derived ones, others, or
  /// so many that the record describes another car.
  private enum Difference: Int32 { case none, derived, others, car }

  private let db: Database
  private let source: String
  private let budget: SourceBudget
  private let upsert: Statement
  /// The statement that compares a stored car with the record. Its result is a ``Difference``.
  private let comparison: Statement
  private var recorder: ChangeRecorder?
  /// The cars that the source adds to the table.
  private var added: [Car.ID] = []
  /// The stored cars whose IDs belong to other cars in the source.
  private var reassigned: [Car.ID] = []
  private var known: [Car.ID: (hash: Int64, mark: Mark)] = [:]
  /// The number of cars before the refresh, excluding withdrawn ones.
  private var stored = 0
  private var makes = MakeSpellings()
  private var textBytes = 0
  private(set) var counts = RefreshCounts()
  /// The highest ID in the source.
  private var latest = Car.ID.min
  /// The number of unchanged cars for which values were stored that the program did not read before.
  private var filled = 0

  /// - Parameters:
  ///   - recorder: The recorder of the changes; `nil` if they do not result from the source.
  ///   - importer: The version of the importer that read the stored cars.
  init(
    db: Database, source: String, budget: SourceBudget = .standard, recorder: ChangeRecorder? = nil,
    storedBy importer: Int = CatalogImporter.version
  ) throws {
    self.db = db
    self.recorder = recorder
    self.source = source
    self.budget = budget
    let columns = Self.columns.joined(separator: ", ")
    let marks = Array(repeating: "?", count: Self.columns.count).joined(separator: ", ")
    let updates = Self.columns.dropFirst().map { "\($0) = \(Self.value(of: $0))" }.joined(separator: ", ")
    upsert = try db.makeStatement(
      sql: "INSERT INTO car (\(columns)) VALUES (\(marks)) ON CONFLICT (id) DO UPDATE SET \(updates), isWithdrawn = 0")
    // A value that was never read before does not count as a difference, nor does one that is never shown.
    let known = Self.implied.union(Self.columns(readAfter: importer)).union(Self.hidden)
    func isStored(_ isMeant: (String) -> Bool) -> String {
      Self.columns.filter { isMeant($0) && !known.contains($0) }.map { "\($0) IS \(Self.value(of: $0))" }
        .joined(separator: " AND ")
    }
    comparison = try db.makeStatement(
      sql: """
        SELECT CASE WHEN NOT (\(Self.isSameCar)) THEN \(Difference.car.rawValue)
          WHEN NOT (\(isStored { !Self.derived.contains($0) })) THEN \(Difference.others.rawValue)
          WHEN NOT (\(isStored(Self.derived.contains))) THEN \(Difference.derived.rawValue)
          ELSE \(Difference.none.rawValue) END FROM car WHERE id = ?1
        """)
    let cars = try db.makeStatement(sql: "SELECT id, contentHash, isWithdrawn FROM car")
    try cars.forEachRow(in: db) { row in
      let isWithdrawn = sqlite3_column_int(row, 2) != 0
      if !isWithdrawn { stored += 1 }
      self.known[sqlite3_column_int64(row, 0)] = (sqlite3_column_int64(row, 1), isWithdrawn ? .withdrawn : .stored)
    }
  }

  static let columns =
    ["id"] + CarRecord.Text.all.map(\.column) + ["year", "fuel"] + CarNumber.allCases.map(\.column)
    + ["contentHash"]

  /// The expression for the parameter of a column.
  private static func place(_ column: String) -> String { "?\((columns.firstIndex(of: column) ?? 0) + 1)" }

  /// An expression for whether a record describes the stored car. The source may correct its model or its year.
  private static let isSameCar = {
    let same = ["makeKey", "modelKey", "year"].map { "\($0) IS \(place($0))" }
    return "\(same[0]) AND (\(same[1]) OR \(same[2]))"
  }()

  /// Returns an expression for the value of a stored car's column after the refresh. Its parameters are the columns of
  /// a record, followed by the set of absent ones.
  ///
  /// An absent value remains as it is stored, unless the ID now belongs to another car, or the car has another fuel.
  static func value(of column: String) -> String {
    guard let set = AbsentColumns.byName[column] else { return place(column) }
    let absent = "?\(columns.count + 1)"
    let isSame = ["makeKey", "modelKey", "year"].map { "\($0) IS \(place($0))" }.joined(separator: " AND ")
    let hasSameFuel = "(fuel IS \(place("fuel")) OR \(absent) & \(AbsentColumns.fuel.rawValue))"
    return """
      CASE WHEN \(absent) & \(set.rawValue) AND \(isSame) AND \(hasSameFuel) THEN \(column)
        ELSE \(place(column)) END
      """
  }

  /// The index of the first parameter for a number.
  private static let firstNumber = Int32(columns.count - CarNumber.allCases.count)

  /// The columns that are computed and can change although the car does not.
  static let derived = Set(["baseModel"] + CarNumber.allCases.filter(\.definition.isDerived).map(\.column))
  /// The columns that are not shown on any screen.
  static let hidden = Set(CarNumber.hidden.map(\.column))
  /// The columns that are implied by others. The make is implied by its key, because the table uses one spelling for
  /// each make.
  static let implied: Set = ["id", "make", "contentHash"]

  /// Returns the columns that a version of the importer did not read.
  static func columns(readAfter version: Int) -> [String] {
    CarText.allCases.filter { $0.since > version }.map(\.column)
      + CarNumber.allCases.filter { $0.definition.since > version }.map(\.column)
  }

  /// Takes the next car of the source.
  mutating func take(_ record: inout CarRecord, place: () -> String) throws {
    try check(record, place: place)
    let hash = record.contentHash
    makes.count(record)
    latest = max(latest, record.id)
    if let found = known[record.id] {
      switch found.mark {
      case .seen: throw CatalogError.source(.duplicateID(record.id, place: place()), source: source)
      case .stored where found.hash == hash:
        counts.unchanged += 1
        known[record.id] = (hash, .seen)
        return
      case .stored, .withdrawn:
        let difference = try run(comparison, with: record).flatMap(Difference.init) ?? .others
        if difference == .car { reassigned.append(record.id) }
        switch difference {
        case .none where found.mark == .stored:
          counts.unchanged += 1
          filled += 1
        case .derived where found.mark == .stored: counts.repriced += 1
        default:
          counts.changed += 1
          if let recording = try recorder?.recordingOfFields() { _ = try run(recording, with: record) }
        }
      }
    } else {
      counts.added += 1
      added.append(record.id)
    }
    known[record.id] = (hash, .seen)
    sqlite3_bind_int64(upsert.sqliteStatement, Int32(Self.columns.count), hash)
    _ = try run(upsert, with: record)
  }

  private mutating func check(_ record: borrowing CarRecord, place: () -> String) throws {
    if let error = record.error(within: budget, place: place) {
      throw CatalogError.source(error, source: source)
    }
    textBytes += record.bytes.count
    for (what, count, limit) in [
      ("cars", counts.written + counts.unchanged + 1, budget.cars), ("bytes of text", textBytes, budget.textBytes),
      ("makes", makes.count, budget.makes),
    ] where count > limit {
      throw CatalogError.source(.excessive(what, limit: limit), source: source)
    }
  }

  /// Runs a statement whose parameters are those of ``value(of:)``, except for the hash, which is bound before. Returns
  /// the integer in its first row, if there is one. Values are bound directly from the record's buffer, so that a car
  /// requires no allocation.
  private func run(_ statement: Statement, with record: borrowing CarRecord) throws -> Int32? {
    let statement = statement.sqliteStatement
    sqlite3_bind_int64(statement, 1, record.id)
    let answer = record.bytes.withUnsafeBytes { bytes in
      for text in CarRecord.Text.all {
        let range = record.range(of: text)
        let index = Int32(text.place) + 2
        guard !range.isEmpty, let start = bytes.baseAddress else {
          if !text.isRequired {
            sqlite3_bind_null(statement, index)
          } else {
            sqlite3_bind_text(statement, index, "", 0, nil)
          }
          continue
        }
        // A `nil` destructor (`SQLITE_STATIC`) is safe, because the buffer outlives the step below.
        let characters = (start + range.lowerBound).assumingMemoryBound(to: CChar.self)
        sqlite3_bind_text(statement, index, characters, Int32(range.count), nil)
      }
      sqlite3_bind_int64(statement, Self.firstNumber - 2, Int64(record.year))
      sqlite3_bind_int64(statement, Self.firstNumber - 1, Int64(record.fuel.rawValue))
      sqlite3_bind_int64(statement, Int32(Self.columns.count + 1), record.absent.rawValue)
      for number in CarNumber.allCases {
        let index = Self.firstNumber + Int32(number.rawValue)
        switch record[number] {
        case let value? where number.isWhole: sqlite3_bind_int64(statement, index, Int64(value))
        case let value?: sqlite3_bind_double(statement, index, value)
        case nil: sqlite3_bind_null(statement, index)
        }
      }
      return sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int(statement, 0) : nil
    }
    let code = sqlite3_reset(statement)
    guard code == SQLITE_OK else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
    }
    return answer
  }

  /// The minimum number of cars that an earlier edition lacks. A source that lacks fewer may have removed its latest
  /// cars.
  private static let fewestOlder = 20

  /// Returns the loss. Call this method after all cars of the source have been taken.
  func loss() throws -> RefreshLoss {
    guard counts.written + counts.unchanged > 0 else { throw CatalogError.source(.noCars, source: source) }
    let missing = known.lazy.filter { $0.value.mark == .stored }
    let kept = try keptCars()
    // The EPA assigns ascending IDs, so an earlier edition of its table lacks the highest ones.
    let lacksLatest = missing.lazy.map(\.key).max().map { $0 > latest } ?? false
    let isOlder = lacksLatest && missing.count > counts.added && missing.count >= Self.fewestOlder
    return RefreshLoss(
      cars: stored, removed: missing.count, kept: missing.filter { kept.contains($0.key) }.count,
      reassigned: reassigned.filter(kept.contains).count, isOlder: isOlder)
  }

  private func keptCars() throws -> Set<Car.ID> { try Set(Int64.fetchCursor(db, sql: "SELECT carID FROM keptCar")) }

  /// Removes the cars that the source no longer lists, or marks them as withdrawn, and updates the counters.
  /// - Parameter progress: A closure that receives the number of cars processed and the total number.
  mutating func finish(_ progress: (Int, Int) -> Void = { _, _ in }) throws {
    let kept = try keptCars()
    let deleteUserData = try db.makeStatement(sql: "DELETE FROM userData WHERE carID = ?")
    let deleteCar = try db.makeStatement(sql: "DELETE FROM car WHERE id = ?")
    let missing = known.filter { $0.value.mark != .seen }
    let gone = missing.filter { $0.value.mark == .stored }.keys
    if let others = try recorder?.otherMakes() {
      // If most IDs are missing in the source, or belong to cars of other makes, the source is a different catalog,
      // whose cars are not reported as changes.
      if (gone.count + others) * 2 > stored {
        try recorder?.recordReplacement()
        counts.isReplacement = true
      } else {
        try recorder?.record(new: added.sorted(), gone: gone.sorted(), repriced: counts.repriced)
      }
    }
    var done = 0
    for (id, entry) in missing {
      if done.isMultiple(of: 1_000) { progress(done, missing.count) }
      done += 1
      if entry.mark == .stored { counts.removed += 1 }
      if !kept.contains(id) {
        try deleteUserData.execute(arguments: [id])
        try deleteCar.execute(arguments: [id])
      } else if entry.mark == .stored {
        counts.withdrawn += 1
        try db.execute(sql: "UPDATE car SET isWithdrawn = 1 WHERE id = ?", arguments: [id])
      }
    }
    let before = db.totalChangesCount
    if counts.written + filled > 0 { try makes.unify(in: db) }
    if counts.written + filled + counts.removed > 0 || db.totalChangesCount > before {
      try db.execute(
        sql: "UPDATE catalogState SET carRevision = carRevision + 1, carCount = (SELECT COUNT(*) FROM car)")
    }
  }
}
