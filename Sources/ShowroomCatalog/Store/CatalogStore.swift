import Foundation
import GRDB
import ShowroomFiles

/// The catalog on disk: the cars of a source, and the user's data about them.
///
/// Can be used from any thread. Reading never waits for a refresh. Writing does, so it must not happen on the thread
/// that draws the screen.
package final class CatalogStore: Sendable {
  /// The database file.
  package let path: String
  /// Whether the database is read-only. If so, every write throws ``StoreError/readOnly`` or ``StoreError/diskFull``.
  package var isReadOnly: Bool { writingConnection == nil }
  /// The error thrown by every write if the database is read-only; otherwise, `nil`.
  package var readOnlyError: CatalogError? { isReadOnly ? .store(obstacle, path: shownPath) : nil }

  let reader: StoreReader
  let writingConnection: DatabaseQueue?
  /// The reason why the database is read-only, if it is.
  private let obstacle: StoreError
  /// The path of the database in messages.
  private let shownPath: String
  let watcher: ChangeWatcher
  /// The clock for the times of refreshes.
  let now: @Sendable () -> Date

  /// Opens the database in the directory, creating both if necessary, and migrates an older format. Takes milliseconds,
  /// because checks that are not urgent are deferred.
  ///
  /// - Parameters:
  ///   - readOnly: Whether the database, which must exist, is only read. An older format is not migrated, but throws
  ///     ``StoreError/olderVersion(found:)``.
  ///   - followsOthers: Whether changes by other programs are detected. If not, there is no watching thread, and each
  ///     write by this store is reported before it returns, so that reports always come in the same order.
  ///   - shownPath: The path of the opened database in messages; `nil` for its real path.
  ///   - now: The clock for the times of refreshes.
  package convenience init(
    directory: URL, readOnly: Bool = false, followsOthers: Bool = true, shownPath: String? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws(CatalogError) {
    try self.init(
      directory: directory, busyTimeout: StoreOpening.busyTimeout, readOnly: readOnly, followsOthers: followsOthers,
      shownPath: shownPath, now: now)
  }

  init(
    directory: URL, busyTimeout: TimeInterval, readOnly: Bool, followsOthers: Bool = true, shownPath: String? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws(CatalogError) {
    let path = directory.appendingPathComponent(Self.fileName).path
    let opening = try StoreOpening(directory: directory, path: path, busyTimeout: busyTimeout, readOnly: readOnly)
    self.path = path
    self.reader = opening.reader
    self.writingConnection = opening.writer
    self.obstacle = opening.obstacle
    self.shownPath = shownPath ?? path
    self.now = now
    self.watcher = ChangeWatcher(
      reader: reader, directory: directory.path, followsOthers: followsOthers)
  }

  /// Opens the database in a directory for reading only. Returns `nil` if the directory does not contain a database, or
  /// if the database cannot be read within a second.
  package static func existing(in directory: URL) -> CatalogStore? {
    guard StoreOpening.hasCatalog(path: directory.appendingPathComponent(fileName).path) else { return nil }
    return try? CatalogStore(directory: directory, busyTimeout: 1, readOnly: true, followsOthers: false)
  }

  /// The name of the database in its directory. It is the same as in version 0.1, so that databases do not have to be
  /// moved.
  package static let fileName = "catalogue.sqlite"

  // MARK: Reading

  /// Returns the first rows of the list and the total number of rows, for the first frame. Takes a few milliseconds.
  /// There are no rows if their order depends on computed costs, which only the index contains.
  ///
  /// - Parameter completeLimit: The number of rows up to which all rows are returned.
  package func firstPage(
    sort: Sort = .standard, favoritesOnly: Bool = false, limit: Int, completeLimit: Int = 0
  ) throws(CatalogError) -> (rows: [CarRow], total: Int) {
    try read { db in
      let total =
        favoritesOnly
        ? try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM userData WHERE isFavorite") ?? 0
        : try CatalogRevision.carCount(in: db)
      let assumptions = try CostAssumptions.fetchOfUser(db)
      let hasOwnCosts = assumptions != nil
      if sort.fields.contains(where: \.isCost), try hasOwnCosts || CostAssumptions.areCostsMissing(in: db) {
        return ([], total)
      }
      var rows = try StoredRow.fetchAll(
        db, of: "car", sql: CarSQL.firstPage(sort: sort, favoritesOnly: favoritesOnly, complete: hasOwnCosts),
        arguments: [total <= completeLimit ? total : limit]
      ) { try CarRow(row: $0, complete: hasOwnCosts) }
      for place in rows.indices { assumptions?.apply(to: &rows[place].car) }
      if !hasOwnCosts { try CostAssumptions.addMissingCosts(to: &rows, in: db) }
      return (rows, total)
    }
  }

  /// Returns the car with an ID, or `nil` if the catalog does not contain it. Its costs are based on the user's
  /// assumptions.
  package func car(id: Car.ID) throws(CatalogError) -> Car? {
    try read { db in
      try StoredRow.fetchOne(
        db, of: "car", sql: "SELECT * FROM car WHERE id = ?", arguments: [id], isCached: true
      ) { try Self.carWithCosts($0, in: db) }
    }
  }

  private static func carWithCosts(_ row: StoredRow, in db: Database) throws -> Car {
    var car = try Car(row: row)
    try CostAssumptions.apply(to: &car, in: db)
    return car
  }

  /// Returns the user's data about a car, which is empty by default.
  package func userData(id: Car.ID) throws(CatalogError) -> UserData {
    try read { db in
      try StoredRow.fetchOne(
        db, of: "userData", sql: "SELECT isFavorite, note, price FROM userData WHERE carID = ?", arguments: [id],
        isCached: true, UserData.init(row:)) ?? UserData()
    }
  }

  /// Returns the model years of all cars with the same make and base model, oldest first. Only an index is read,
  /// because a model can have hundreds of cars.
  package func modelYears(of car: Car) throws(CatalogError) -> [ModelYear] {
    try read { db in
      try StoredRow.fetchAll(
        db, of: "car", sql: Self.modelYearsQuery, arguments: [Folding.fold(car.make), car.baseModel], isCached: true,
        ModelYear.init(row:))
    }
  }

  static let modelYearsQuery = """
    SELECT year, fuel, IFNULL(blendedMPG, combinedMPG) AS comparedMPG, blendedMPG IS NOT NULL AS isBlended FROM car
    WHERE makeKey = ? AND baseModel = ? COLLATE NOCASE ORDER BY year
    """

  /// Returns the cars with the same make, base model and year, including the car itself.
  package func siblings(of car: Car) throws(CatalogError) -> [Car] {
    try read { db in
      try StoredRow.fetchAll(
        db, of: "car", sql: Self.siblingsQuery, arguments: [Folding.fold(car.make), car.baseModel, car.year],
        isCached: true
      ) { try Self.carWithCosts($0, in: db) }
    }
  }

  // The plus sign keeps SQLite from reading all cars of the make in that year in the order of their models, just to
  // avoid sorting a few.
  static let siblingsQuery = """
    SELECT * FROM car WHERE makeKey = ? AND baseModel = ? COLLATE NOCASE AND year = ? ORDER BY +modelKey, id
    """

  /// Returns the number of cars, including withdrawn ones.
  package func count() throws(CatalogError) -> Int {
    try read { try CatalogRevision.carCount(in: $0) }
  }

  /// Returns the source of the last refresh, without its secrets, or `nil` before the first refresh.
  package func currentSource() throws(CatalogError) -> CatalogSource? {
    try read { try SourceState.fetchKey($0) }.flatMap(CatalogSource.init(key:))
  }

  // MARK: Writing

  /// Adds a car to the favorites, or removes it from them.
  ///
  /// - Parameter car: The car that the user sees; `nil` for any. If a refresh has assigned its ID to another car,
  ///   nothing is written, and ``StoreError/otherCar(_:)`` is thrown.
  package func setFavorite(_ isFavorite: Bool, id: Car.ID, of car: Car? = nil) throws(CatalogError) {
    try write { try UserDataSQL.set(isFavorite: isFavorite, of: id, car, in: $0, path: self.path) }
  }

  /// Writes the note on a car, in the same way as ``setFavorite(_:id:of:)``. `nil` or blank text removes it.
  package func setNote(_ note: String?, id: Car.ID, of car: Car? = nil) throws(CatalogError) {
    try write { try UserDataSQL.set(note: note, of: id, car, in: $0, path: self.path) }
  }

  /// Sets the price of a car in US dollars, which takes precedence over the source's price, in the same way as
  /// ``setFavorite(_:id:of:)``. `nil` removes it.
  package func setPrice(_ price: Int?, id: Car.ID, of car: Car? = nil) throws(CatalogError) {
    try write { try UserDataSQL.set(price: price, of: id, car, in: $0, path: self.path) }
  }

  // MARK: Transactions

  /// Writes in one transaction. An error rolls it back.
  func write<Value>(_ body: (Database) throws -> Value) throws(CatalogError) -> Value {
    let writer = try writer()
    do {
      let value = try writer.write(body)
      watcher.ownCommit()
      return value
    } catch {
      throw translated(error)
    }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(CatalogError) -> Value {
    do { return try await commit(body) } catch { throw translated(error) }
  }

  /// Writes in one transaction. An error thrown by `body` rolls it back and is rethrown unchanged.
  ///
  /// A transaction is always rolled back as a whole, never to a savepoint: if part of the transaction has left SQLite's
  /// cache, version 3.40 rolls back to a savepoint in such a way that recovery ignores everything written later.
  func commit<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    let value = try await writer().write(body)
    watcher.ownCommit()
    return value
  }

  /// Returns the connection for writing.
  func writer() throws(CatalogError) -> DatabaseQueue {
    guard let writingConnection else { throw .store(obstacle, path: shownPath) }
    return writingConnection
  }

  /// Translates an error thrown by a transaction. The result contains the path that messages show.
  func translated(_ error: any Error) -> CatalogError {
    let translated = CatalogError(error, path: path)
    guard case .store(let failure, let failedPath) = translated, failedPath == path else { return translated }
    return .store(failure, path: shownPath)
  }

  // MARK: Closing

  // The writing connection, which closes itself, must be the last one. It is not closed here, because the store may be
  // released on its queue.
  deinit { reader.close() }

  /// Closes the database. Later reads and writes fail. If no other program has the database open, its log is copied
  /// into it and removed. Waits for a refresh that is writing.
  ///
  /// A store is also closed when it is released, but not if it exists until the process ends.
  package func close() {
    // The writing connection is closed last, because only it can remove the log.
    reader.close()
    // Nothing is lost if this fails, because the log is on disk.
    try? writingConnection?.close()
  }
}

/// Access for modules that have their own tables in the database: Uploads has `attachment` and `upload`.
extension CatalogStore {
  /// Reads from a consistent snapshot, without waiting for a write.
  package func read<Value>(_ body: (Database) throws -> Value) throws(CatalogError) -> Value {
    do { return try reader.read(body) } catch { throw translated(error) }
  }

  /// Writes in one transaction, which is on disk and not only in the system's cache when this method returns. Waits for
  /// a refresh that is writing.
  package func writeDurably<Value>(_ body: (Database) throws -> Value) throws(CatalogError) -> Value {
    try write(body)
  }

  /// Returns a stream of a value in the database: the current value, then each new value after a commit by this or
  /// another program. Commits in quick succession are reported together. Nothing runs while nothing changes.
  package func values<Value: Equatable & Sendable>(
    _ fetch: @escaping @Sendable (Database) throws -> Value
  ) -> AsyncStream<Value> {
    watcher.values(fetch)
  }
}
