import Foundation
import GRDB
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

/// Damaged databases, and those that a stranger has made: each use works, or fails with a message.
@Suite(.timeLimit(.minutes(20)))
struct DamagedDatabaseTests {
  private static let tables = [
    "car", "userData", "catalogState", "attachment", "upload", "uploadName", "savedView", "catalogRefresh", "newCar",
    "fieldChange", "goneCar", "costAssumption", "energyPrice",
  ]

  /// A value of each type, and the extremes.
  private static let values = [
    "NULL", "0", "-1", "9223372036854775807", "-9223372036854775808", "0.5", "-1e300", "9e999", "''", "'text'", "x''",
    "x'00ff'", "CAST(x'fffe' AS TEXT)", "printf('%.100000c', 'x')",
  ]

  @Test(arguments: tables)
  func `any value in any column is used or reported`(table: String) async throws {
    let folder = try TemporaryFolder()
    let probe = try StoreProbe(folder)
    var store = try folder.store()
    try await probe.fill(store)
    // With assumptions of the user, costs are computed from more columns.
    if ["car", "costAssumption", "energyPrice"].contains(table) { try store.setCostAssumptions([.miles: 9_000]) }
    try await relax(store)
    let columns = try store.read { db in try db.columns(in: table).map(\.name) }
    let directory = folder.url.appendingPathComponent("data")
    store.close()
    let original = try Data(contentsOf: URL(fileURLWithPath: store.path))

    for column in columns {
      try original.write(to: URL(fileURLWithPath: store.path))
      store = try CatalogStore(directory: directory, followsOthers: false)
      for value in Self.values {
        // A primary key accepts integers only.
        try? await store.writingConnection?.writeWithoutTransaction { db in
          defer { try? db.execute(sql: "PRAGMA foreign_keys = ON") }
          try db.execute(sql: "PRAGMA foreign_keys = OFF; UPDATE \(table) SET \(column) = \(value)")
        }
        let strange = await probe.use(store)
        #expect(strange == [], "\(column) = \(value)")
      }
      store.close()
    }
  }

  /// Removes the constraints, which damage does not respect either.
  private func relax(_ store: CatalogStore) async throws {
    try await store.writingConnection?.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA writable_schema = ON;
          UPDATE sqlite_master SET sql = replace(replace(sql, ' NOT NULL', ''), ' CHECK (state IN', ' CHECK (1 OR state IN')
            WHERE type = 'table';
          PRAGMA writable_schema = OFF
          """)
    }
  }

  @Test func `a value of the wrong type is reported with its location and a remedy, even by the check`() async throws {
    let folder = try TemporaryFolder()
    let probe = try StoreProbe(folder)
    let store = try folder.store()
    try await probe.fill(store)
    try store.writeDurably { try $0.execute(sql: "UPDATE car SET year = 'soon' WHERE id = 2") }

    let error = #expect(throws: CatalogError.self) { try store.loadIndex() }

    #expect(
      error?.description
        == "The catalog database \(store.path) is corrupted (column year of table car cannot be soon). Move it aside, "
        + "start again and refresh.")
    #expect(try store.integrityCheck().problems == ["the column year of the table car has values of the wrong type"])
  }

  @Test(arguments: [
    "DROP TABLE userData", "DROP TABLE savedView", "DROP TABLE catalogState", "ALTER TABLE savedView DROP COLUMN query",
    "ALTER TABLE userData RENAME COLUMN note TO notes", "ALTER TABLE car RENAME COLUMN co2 TO c",
  ])
  func `a database without a table or a column is corrupted`(damage: String) async throws {
    let folder = try TemporaryFolder()
    let probe = try StoreProbe(folder)
    let store = try folder.store()
    try await probe.fill(store)
    try await store.writingConnection?.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA legacy_alter_table = ON; PRAGMA foreign_keys = OFF; DROP VIEW keptCar; \(damage)")
    }

    var errors: [String] = []
    for work in [
      { _ = try store.userData(id: 1) }, { _ = try store.savedViews() }, { try store.setNote("a", id: 1) },
      { _ = try store.loadIndex() }, { _ = try store.count() },
    ] as [() throws -> Void] {
      do { try work() } catch { errors.append("\(error)") }
    }

    #expect(!errors.isEmpty)
    for error in errors { #expect(error.contains(" is corrupted (") && error.contains("Move it aside"), "\(error)") }
    #expect(await probe.use(store) == [])
  }

  @Test func `a failure of another kind names the command that checks the database`() {
    let error = CatalogError(DatabaseError(resultCode: .SQLITE_TOOBIG, message: "string or blob too big"), path: "/a")
    #expect(
      error.description
        == "The catalog database /a failed: string or blob too big. Run showroom doctor to check it, and try again.")
  }

  @Test(arguments: ["", "-wal", "-shm", "-journal"])
  func `a FIFO in place of a file of the database is reported`(ending: String) async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    store.close()
    try? FileManager.default.removeItem(atPath: store.path + ending)
    try #require(mkfifo(store.path + ending, 0o600) == 0)

    let error = #expect(throws: CatalogError.self) { try folder.store() }

    #expect(error == .store(.notADatabase, path: store.path + ending))
  }

  @Test func `rows are read only by the types that check their values`() throws {
    let sources = try Checkout.sources(in: "").filter { $0.text.contains("import GRDB") }
    #expect(sources.count > 25)

    for source in sources where !["StoredRow", "StoredColumns"].contains(source.name) {
      let code = source.text.split(separator: "\n").filter { !$0.contains("//") }.joined(separator: "\n")
      #expect(code.firstMatch(of: /(GRDB\.|[^.\w])Row(?!\w)/) == nil, "\(source.name)")
    }
  }

  @Test func `an error in the middle of a table is reported, not taken for its end`() throws {
    let failing = DatabaseFunction("failing", argumentCount: 1) { values in
      if Int.fromDatabaseValue(values[0]) == 3 { throw DatabaseError(resultCode: .SQLITE_IOERR_READ) }
      return values[0]
    }
    try DatabaseQueue().inDatabase { db in
      db.add(function: failing)
      try db.execute(sql: "CREATE TABLE car (id INTEGER); INSERT INTO car VALUES (1), (2), (3), (4)")
      let statement = try db.makeStatement(sql: "SELECT failing(id) FROM car")
      var read: [Int64] = []

      let error = #expect(throws: DatabaseError.self) {
        try statement.forEachRow(in: db) { handle in
          read.append(try StoredColumns(handle: handle, table: "car").integer(0, in: 1...4))
        }
      }

      #expect(read == [1, 2] && error?.resultCode == .SQLITE_IOERR)
    }
  }

  @Test func `an intact database has no values of the wrong type`() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    try await StoreProbe(folder).fill(store)

    #expect(try store.integrityCheck().problems == [])
  }
}

/// Random damage to the file and to its log.
@Suite(.timeLimit(.minutes(20)))
struct DamagedFileSoak {
  @Test func `flipped bits are harmless or reported`() async throws {
    let folder = try TemporaryFolder()
    let probe = try StoreProbe(folder)
    let store = try folder.store()
    try await probe.fill(store)
    let endings = ["", "-wal"]
    let intact = try endings.map { try Data(contentsOf: URL(fileURLWithPath: store.path + $0)) }
    store.close()
    let closed = try Data(contentsOf: URL(fileURLWithPath: store.path))

    for seed in SoakSeeds(60) {
      var chance = SeededChance(seed: seed)
      let copy = try TemporaryFolder()
      let directory = copy.url.appendingPathComponent("data")
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      var files = Bool.random(using: &chance) ? intact : [closed]
      let place = Int.random(in: files.indices, using: &chance)
      // A page is damaged more thoroughly than the file, whose bytes are mostly free.
      let page = Int.random(in: 0...files[place].count / 4096, using: &chance) * 4096
      let range = page..<min(page + 4096, files[place].count)
      for _ in 0..<Int.random(in: 1...20, using: &chance) where !range.isEmpty {
        let byte = Bool.random(using: &chance) ? range.randomElement(using: &chance) : nil
        files[place][byte ?? files[place].indices.randomElement(using: &chance) ?? 0] ^=
          1
          << UInt8.random(
            in: 0...7, using: &chance)
      }
      let path = directory.appendingPathComponent(CatalogStore.fileName).path
      for (file, ending) in zip(files, endings) { try file.write(to: URL(fileURLWithPath: path + ending)) }
      do throws(CatalogError) {
        let store = try CatalogStore(directory: directory, followsOthers: false)
        let strange = await probe.use(store)
        #expect(strange == [], "seed \(seed)")
        store.close()
      } catch {
        #expect(error.description.contains(directory.path), "seed \(seed): \(error)")
      }
    }
  }
}
