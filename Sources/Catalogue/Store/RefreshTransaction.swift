import GRDB
import GRDBSQLite

/// Merges the cars of a source into the table, writing only rows that differ. Lives within one database transaction:
/// when anything is wrong with the source, nothing has happened.
struct RefreshTransaction {
  private enum Mark: UInt8 { case stored, withdrawn, seen }

  private let db: Database
  private let source: String
  private let budget: SourceBudget
  private let upsert: Statement
  /// Says of a stored car whether it differs from the record only in what is worked out.
  private let repricing: Statement
  private var known: [Car.ID: (hash: Int64, mark: Mark)] = [:]
  /// The cars that were there, without withdrawn ones.
  private var stored = 0
  private var makes = MakeSpellings()
  private var textBytes = 0
  private(set) var counts = RefreshCounts()

  init(db: Database, source: String, budget: SourceBudget = .standard) throws {
    self.db = db
    self.source = source
    self.budget = budget
    let columns = Self.columns.joined(separator: ", ")
    let marks = Array(repeating: "?", count: Self.columns.count).joined(separator: ", ")
    let updates = Self.columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    upsert = try db.makeStatement(
      sql: "INSERT INTO car (\(columns)) VALUES (\(marks)) ON CONFLICT (id) DO UPDATE SET \(updates), isWithdrawn = 0")
    func isStored(_ isMeant: (String) -> Bool) -> String {
      let conditions = Self.columns.enumerated().filter { isMeant($1) }.map { "\($1) IS ?\($0 + 1)" }
      return conditions.joined(separator: " AND ")
    }
    let isSameCar = isStored { !Self.derived.contains($0) && !Self.told.contains($0) }
    repricing = try db.makeStatement(
      sql: "SELECT \(isSameCar) AND NOT (\(isStored(Self.derived.contains))) FROM car WHERE id = ?1")
    let cars = try db.makeStatement(sql: "SELECT id, contentHash, isWithdrawn FROM car")
    try cars.forEachRow(in: db) { row in
      let isWithdrawn = sqlite3_column_int(row, 2) != 0
      if !isWithdrawn { stored += 1 }
      known[sqlite3_column_int64(row, 0)] = (sqlite3_column_int64(row, 1), isWithdrawn ? .withdrawn : .stored)
    }
  }

  static let columns = [
    "id", "make", "model", "baseModel", "vehicleClass", "fuelName", "drive", "transmission", "makeKey", "modelKey",
    "year", "fuel", "cylinders", "annualFuelCost", "displacement", "cityMPG", "highwayMPG", "combinedMPG",
    "electricConsumption", "co2", "electricRange", "contentHash",
  ]

  /// What is worked out about a car and may differ while the car is the same.
  private static let derived: Set = ["baseModel", "annualFuelCost"]
  /// What other columns tell: the make's key stands for the make, of which the table holds one spelling for all.
  private static let told: Set = ["id", "make", "contentHash"]

  /// Takes the next car of the source.
  mutating func take(_ record: inout CarRecord, place: () -> String) throws {
    try check(record, place: place)
    let hash = record.contentHash
    makes.count(record)
    if let found = known[record.id] {
      switch found.mark {
      case .seen: throw CatalogueError.source(.duplicateID(record.id, place: place()), source: source)
      case .stored where found.hash == hash:
        counts.unchanged += 1
        known[record.id] = (hash, .seen)
        return
      case .stored where try run(repricing, with: record): counts.repriced += 1
      case .stored, .withdrawn: counts.changed += 1
      }
    } else {
      counts.added += 1
    }
    known[record.id] = (hash, .seen)
    sqlite3_bind_int64(upsert.sqliteStatement, 22, hash)
    _ = try run(upsert, with: record)
  }

  private mutating func check(_ record: borrowing CarRecord, place: () -> String) throws {
    if let problem = record.problem(within: budget, place: place) {
      throw CatalogueError.source(problem, source: source)
    }
    textBytes += record.bytes.count
    for (what, count, limit) in [
      ("cars", counts.written + counts.unchanged + 1, budget.cars), ("bytes of text", textBytes, budget.textBytes),
      ("makes", makes.count, budget.makes),
    ] where count > limit {
      throw CatalogueError.source(.excessive(what, limit: limit), source: source)
    }
  }

  /// Runs a statement whose parameters are the columns up to the hash; true when it answers with a row that says so.
  /// Binds straight from the record's buffer: a car costs no allocation.
  private func run(_ statement: Statement, with record: borrowing CarRecord) throws -> Bool {
    let statement = statement.sqliteStatement
    sqlite3_bind_int64(statement, 1, record.id)
    let answer = record.bytes.withUnsafeBytes { bytes in
      for text in CarRecord.Text.allCases {
        let range = record.range(of: text)
        let index = Int32(text.rawValue) + 2
        guard !range.isEmpty, let start = bytes.baseAddress else {
          if !text.isRequired {
            sqlite3_bind_null(statement, index)
          } else {
            sqlite3_bind_text(statement, index, "", 0, nil)
          }
          continue
        }
        // A nil destructor (SQLITE_STATIC) is right: the buffer outlives the step below.
        let characters = (start + range.lowerBound).assumingMemoryBound(to: CChar.self)
        sqlite3_bind_text(statement, index, characters, Int32(range.count), nil)
      }
      sqlite3_bind_int64(statement, 11, Int64(record.year))
      sqlite3_bind_int64(statement, 12, Int64(record.fuel.rawValue))
      Self.bind(record.cylinders, to: statement, 13)
      Self.bind(record.annualFuelCost, to: statement, 14)
      Self.bind(record.displacement, to: statement, 15)
      Self.bind(record.cityMPG, to: statement, 16)
      Self.bind(record.highwayMPG, to: statement, 17)
      Self.bind(record.combinedMPG, to: statement, 18)
      Self.bind(record.electricConsumption, to: statement, 19)
      Self.bind(record.co2, to: statement, 20)
      Self.bind(record.electricRange, to: statement, 21)
      return sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_int(statement, 0) != 0
    }
    let code = sqlite3_reset(statement)
    guard code == SQLITE_OK else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
    }
    return answer
  }

  private static func bind(_ value: Double?, to statement: OpaquePointer?, _ index: Int32) {
    if let value { sqlite3_bind_double(statement, index, value) } else { sqlite3_bind_null(statement, index) }
  }

  private static func bind(_ value: Int?, to statement: OpaquePointer?, _ index: Int32) {
    if let value { sqlite3_bind_int64(statement, index, Int64(value)) } else { sqlite3_bind_null(statement, index) }
  }

  /// What the source no longer has, once all its cars were taken.
  func loss() throws -> RefreshLoss {
    guard counts.written + counts.unchanged > 0 else { throw CatalogueError.source(.noCars, source: source) }
    let missing = known.lazy.filter { $0.value.mark == .stored }
    let kept = try keptCars()
    return RefreshLoss(
      cars: stored, removed: missing.count, kept: missing.filter { kept.contains($0.key) }.count)
  }

  private func keptCars() throws -> Set<Car.ID> { try Set(Int64.fetchCursor(db, sql: "SELECT carID FROM keptCar")) }

  /// Removes the cars that the source no longer has, or marks them as withdrawn, and brings the counters up to date.
  /// - Parameter progress: told of the number of cars dealt with, and of all.
  mutating func finish(_ progress: (Int, Int) -> Void = { _, _ in }) throws {
    let kept = try keptCars()
    let deleteUserData = try db.makeStatement(sql: "DELETE FROM userData WHERE carID = ?")
    let deleteCar = try db.makeStatement(sql: "DELETE FROM car WHERE id = ?")
    let missing = known.filter { $0.value.mark != .seen }
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
    if counts.written > 0 { try makes.unify(in: db) }
    if counts.written + counts.removed > 0 || db.totalChangesCount > before {
      try db.execute(
        sql: "UPDATE catalogueState SET carRevision = carRevision + 1, carCount = (SELECT COUNT(*) FROM car)")
    }
  }
}

/// One spelling a make: sources write `MINI` and `Mini`, and the one used most often stands for all.
struct MakeSpellings {
  private var counts: [String: Int] = [:]

  /// Spellings so far.
  var count: Int { counts.count + (last.count > 0 && counts[last.name] == nil ? 1 : 0) }
  private var last: (name: String, count: Int) = ("", 0)

  mutating func count(_ record: borrowing CarRecord) {
    let range = record.range(of: .make)
    if last.count > 0, last.name.utf8.elementsEqual(record.bytes[range]) {
      last.count += 1
      return
    }
    flush()
    last = (record.string(.make), 1)
  }

  private mutating func flush() {
    if last.count > 0 { counts[last.name, default: 0] += last.count }
    last.count = 0
  }

  /// Rewrites the rarer spellings in the table.
  mutating func unify(in db: Database) throws {
    flush()
    for (key, spellings) in Dictionary(grouping: counts, by: { Folding.fold($0.key) }) where spellings.count > 1 {
      guard let winner = spellings.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else { continue }
      try db.execute(
        sql: "UPDATE car SET make = :make WHERE makeKey = :key AND make <> :make",
        arguments: ["make": winner, "key": key])
    }
  }
}
