import Foundation
import GRDB
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

@Suite(.timeLimit(.minutes(20)))
struct MigrationTests {
  let folder: TemporaryFolder
  var path: String { folder.url.appendingPathComponent("data/catalogue.sqlite").path }

  init() throws { folder = try TemporaryFolder() }

  /// Creates a database of version 1 with two cars, a favorite and a note.
  func makeFirstVersion() throws {
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("data"), withIntermediateDirectories: true)
    let pool = try DatabasePool(path: path)
    try Schema.migrator.migrate(pool, upTo: "1 cars, user data, source")
    try pool.write { db in
      try db.execute(
        sql: """
          INSERT INTO car (id, make, model, baseModel, year, fuel, makeKey, modelKey, contentHash)
          VALUES (1, 'Kia', 'EV6', 'EV6', 2022, 1, 'kia', 'ev6', 1), (2, 'BMW', 'M3', 'M3', 2020, 1, 'bmw', 'm3', 2),
            (3, 'BMW', 'M5', 'M5', 2020, 1, 'bmw', 'm5', 2);
          INSERT INTO userData (carID, isFavourite, note, revision) VALUES (1, 1, NULL, 1), (2, 0, 'seen', 2);
          UPDATE catalogueState SET carCount = 3, carRevision = 4, userRevision = 2;
          """)
      #expect(try Int.fetchOne(db, sql: "PRAGMA user_version") == 1)
    }
    try pool.close()
  }

  @Test func `an older database is migrated and keeps everything`() async throws {
    try makeFirstVersion()
    let store = try folder.store()
    let report = try store.integrityCheck()
    #expect(report.schemaVersion == Schema.version && report.problems == [] && report.cars == 3)
    #expect(try store.userData(id: 1) == UserData(isFavorite: true))
    #expect(try store.userData(id: 2) == UserData(isFavorite: false, note: "seen"))
    #expect(try store.savedViews() == [])
    // The user data still keeps its cars, and only those.
    _ = try await store.refresh(from: folder.write(EPATable(["id": "9"]).text, as: "a.csv"))
    #expect(try store.count() == 3 && store.car(id: 3) == nil && store.car(id: 2)?.isWithdrawn == true)
  }

  @Test func `a damaged value of a car does not prevent the migration, and is reported when the car is read`()
    async throws
  {
    try makeFirstVersion()
    try await DatabaseQueue(path: path).write { db in
      try db.execute(
        sql: "UPDATE car SET annualFuelCost = 1500, fuelName = 'Regular Gasoline', combinedMPG = 'many' WHERE id = 1")
    }
    let store = try folder.store()
    #expect(try store.count() == 3)
    #expect(throws: CatalogError.self) { try store.car(id: 1) }
  }

  @Test func `an older database is migrated once when two programs start together`() async throws {
    try makeFirstVersion()
    let folder = folder
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 { group.addTask { try folder.store().integrityCheck().schemaVersion } }
      for try await version in group { #expect(version == Schema.version) }
    }
  }

  /// The other program does a part of the steps after the first one has read which are to be done.
  @Test(arguments: ["2 attachments, uploads", "4 saved views", "9 names of uploads"])
  func `a program continues when another one has done steps of the migration in the meantime`(last: String) throws {
    try makeFirstVersion()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    configuration.busyMode = .callback { attempt in
      guard attempt == 0 else { return false }
      do {
        try other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try Schema.migrator.migrate(other, upTo: last)
        return true
      } catch {
        Issue.record(error)
        return false
      }
    }
    let writer = try DatabaseQueue(path: path, configuration: configuration)

    try StoreOpening.migrate(writer, path: path)

    #expect(try writer.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == Schema.version)
    try writer.close()
    try other.close()
    #expect(try folder.store().integrityCheck().problems == [])
  }

  @Test func `the years and siblings of a car are found by an index, not among all cars of the make`() throws {
    let store = try folder.store()
    func plan(_ query: String, _ arguments: StatementArguments) throws -> String? {
      try store.read { try Row.fetchOne($0, sql: "EXPLAIN QUERY PLAN \(query)", arguments: arguments)?["detail"] }
    }
    #expect(
      try plan(CatalogStore.modelYearsQuery, ["kia", "EV6"])
        == "SEARCH car USING COVERING INDEX carByBaseModel (makeKey=? AND baseModel=?)")
    #expect(
      try plan(CatalogStore.siblingsQuery, ["kia", "EV6", 2022])
        == "SEARCH car USING INDEX carByBaseModel (makeKey=? AND baseModel=? AND year=?)")
  }

  @Test func `the first page at the start is read in the order of an index, without sorting`() throws {
    let store = try folder.store()
    let plan = try store.read { db in
      let query = "EXPLAIN QUERY PLAN \(CarSQL.firstPage(sort: .standard, favoritesOnly: false, complete: false))"
      return try Row.fetchAll(db, sql: query, arguments: [50]).map { $0["detail"] as String }
    }
    #expect(plan.first == "SCAN car USING INDEX carByYear")
    #expect(!plan.contains { $0.contains("ORDER BY") })
  }

  @Test func `a car with an attachment or an upload is kept`() async throws {
    let store = try folder.store()
    let table = EPATable(["id": "1"], ["id": "2"], ["id": "3"])
    _ = try await store.refresh(from: folder.write(table.text, as: "a.csv"))
    try store.writeDurably { db in
      try db.execute(
        sql: """
          INSERT INTO attachment (carID, name, location, destination, size, uploadedAt) VALUES (1, 'a', '/a', '/', 1, 0);
          INSERT INTO upload (token, carID, path, size, modified, device, inode, name, destination, onDuplicate, state,
            position, queuedAt) VALUES ('t', 2, x'2f61', 1, 0, 0, 0, 'a', '/', 'fail', 'pending', 1, 0);
          """)
    }
    _ = try await store.refresh(from: folder.write(EPATable(["id": "9"]).text, as: "a.csv"))
    #expect(try store.car(id: 1)?.isWithdrawn == true && store.car(id: 2)?.isWithdrawn == true)
    #expect(try store.car(id: 3) == nil)
  }

  @Test func `a reader of another module's table receives its counters again when another program changes it`()
    async throws
  {
    let store = try folder.store()
    _ = try await store.refresh(from: folder.write(EPATable(["id": "1"]).text, as: "a.csv"))
    let other = try folder.store()
    let count = "SELECT attachmentRevision FROM catalogState"
    var revisions = store.values { try Int.fetchOne($0, sql: count) }.makeAsyncIterator()
    var changes = store.changes().makeAsyncIterator()
    #expect(await revisions.next() == 0)
    try other.writeDurably { db in
      try db.execute(
        sql:
          "INSERT INTO attachment (carID, name, location, destination, size, uploadedAt) VALUES (1, 'a', '/', '/', 1, 0)"
      )
    }
    #expect(await revisions.next() == 1)
    #expect(await changes.next() == .files([1]))
    try other.setFavorite(true, id: 1)
    #expect(await changes.next() == .userData([1: UserData(isFavorite: true)]))
  }

  @Test func `a read-only database is not written`() throws {
    _ = try folder.store()
    let store = try CatalogStore(
      directory: folder.url.appendingPathComponent("data"), busyTimeout: 1, readOnly: true)
    #expect(throws: CatalogError.store(.readOnly, path: store.path)) { try store.writeDurably { _ in } }
    #expect(try store.count() == 0)
  }

  @Test func `a failed transaction writes nothing`() throws {
    let store = try folder.store()
    #expect(throws: CatalogError.canceled) {
      try store.writeDurably { db in
        try db.execute(sql: "UPDATE catalogState SET uploadRevision = 7")
        throw CatalogError.canceled
      }
    }
    #expect(try store.read { try Int.fetchOne($0, sql: "SELECT uploadRevision FROM catalogState") } == 0)
  }
}
