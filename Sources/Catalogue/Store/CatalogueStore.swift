import Foundation
import GRDB

/// The catalogue on disk: cars from a source, and what the user has on them.
///
/// Usable from any thread. Reading never waits for a refresh; the synchronous writes do, so from a thread that paints,
/// use the asynchronous ones.
public final class CatalogueStore: Sendable {
  /// The database file.
  public let path: String
  /// True when the database can be browsed but not changed; every write then fails with a sentence.
  public var isReadOnly: Bool { pool == nil }

  let reader: any DatabaseReader
  let pool: DatabasePool?
  let watcher: ChangeWatcher

  /// Opens `catalogue.sqlite` in the directory, making both where absent, and brings an older format up to date.
  /// Takes milliseconds: nothing is checked that can be checked later.
  ///
  /// - Parameter followsOthers: whether changes by other programs are noticed. Without it there is no thread that
  ///   watches, and what this store writes is told before the write returns: always in the same order.
  public convenience init(directory: URL, followsOthers: Bool = true) throws(CatalogueError) {
    try self.init(
      directory: directory, busyTimeout: StoreOpening.busyTimeout, readOnly: false, followsOthers: followsOthers)
  }

  init(
    directory: URL, busyTimeout: TimeInterval, readOnly: Bool, followsOthers: Bool = true
  ) throws(CatalogueError) {
    let path = directory.appendingPathComponent("catalogue.sqlite").path
    let opening = try StoreOpening(directory: directory, path: path, busyTimeout: busyTimeout, readOnly: readOnly)
    self.path = path
    self.reader = opening.reader
    self.pool = opening.pool
    self.watcher = ChangeWatcher(
      reader: opening.reader, directory: directory.path, followsOthers: followsOthers)
  }

  // MARK: Reading

  /// The first rows of the list, and how many there are in all: what the first frame needs, in a few milliseconds.
  public func firstPage(
    sort: Sort = .standard, favouritesOnly: Bool = false, limit: Int
  ) throws(CatalogueError) -> (rows: [CarRow], total: Int) {
    try read { db in
      let total = try Int.fetchOne(
        db,
        sql: favouritesOnly
          ? "SELECT COUNT(*) FROM userData WHERE isFavourite" : "SELECT carCount FROM catalogueState")
      let rows = try Row.fetchCursor(
        db, sql: CarSQL.firstPage(sort: sort, favouritesOnly: favouritesOnly), arguments: [limit])
      return (try Array(rows.map(CarRow.init(row:))), total ?? 0)
    }
  }

  /// Everything known about a car; `nil` when there is no such car.
  public func car(id: Car.ID) throws(CatalogueError) -> Car? {
    try read { db in
      try Row.fetchOne(db, sql: "SELECT * FROM car WHERE id = ?", arguments: [id]).map(Car.init(row:))
    }
  }

  /// What the user has on a car; empty when there is nothing.
  public func userData(id: Car.ID) throws(CatalogueError) -> UserData {
    try read { db in
      try Row.fetchOne(db, sql: "SELECT isFavourite, note FROM userData WHERE carID = ?", arguments: [id])
        .map(UserData.init(row:)) ?? UserData()
    }
  }

  /// All cars of the same make and base model over the years, oldest first: what a chart of the model shows.
  public func modelYears(of car: Car) throws(CatalogueError) -> [Car] {
    try read { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT * FROM car WHERE makeKey = ? AND baseModel = ? COLLATE NOCASE ORDER BY year, modelKey, id
          """, arguments: [Folding.fold(car.make), car.baseModel])
      return try Array(rows.map(Car.init(row:)))
    }
  }

  /// How many cars the catalogue holds, withdrawn ones included.
  public func count() throws(CatalogueError) -> Int {
    try read { try Int.fetchOne($0, sql: "SELECT carCount FROM catalogueState") ?? 0 }
  }

  /// The source that the cars are from, as given to ``refresh(from:progress:)``; `nil` before the first refresh.
  public func currentSource() throws(CatalogueError) -> CatalogueSource? {
    try read { try String.fetchOne($0, sql: "SELECT source FROM catalogueState") }.flatMap(CatalogueSource.init(key:))
  }

  // MARK: Writing

  /// Follows a car, or no longer; saved when this returns. Waits for a refresh that is writing.
  public func setFavourite(_ isFavourite: Bool, id: Car.ID) throws(CatalogueError) {
    try write { try UserDataSQL.set(isFavourite: isFavourite, of: id, in: $0, path: self.path) }
  }

  /// Follows a car, or no longer, without blocking the caller's thread.
  public func setFavourite(_ isFavourite: Bool, id: Car.ID) async throws(CatalogueError) {
    let path = path
    try await write { try UserDataSQL.set(isFavourite: isFavourite, of: id, in: $0, path: path) }
  }

  /// Writes the note on a car; `nil`, or nothing but spaces, removes it. Waits for a refresh that is writing.
  public func setNote(_ note: String?, id: Car.ID) throws(CatalogueError) {
    try write { try UserDataSQL.set(note: note, of: id, in: $0, path: self.path) }
  }

  /// Writes the note on a car without blocking the caller's thread.
  public func setNote(_ note: String?, id: Car.ID) async throws(CatalogueError) {
    let path = path
    try await write { try UserDataSQL.set(note: note, of: id, in: $0, path: path) }
  }

  // MARK: Errors in our words

  func read<Value>(_ body: (Database) throws -> Value) throws(CatalogueError) -> Value {
    do { return try reader.read(body) } catch { throw CatalogueError(error, path: path) }
  }

  func write<Value>(_ body: (Database) throws -> Value) throws(CatalogueError) -> Value {
    guard let pool else { throw .store(.readOnly, path: path) }
    do {
      let value = try pool.write(body)
      watcher.ownCommit()
      return value
    } catch {
      throw CatalogueError(error, path: path)
    }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(CatalogueError) -> Value {
    guard let pool else { throw .store(.readOnly, path: path) }
    do {
      let value = try await pool.write(body)
      watcher.ownCommit()
      return value
    } catch {
      throw CatalogueError(error, path: path)
    }
  }
}
