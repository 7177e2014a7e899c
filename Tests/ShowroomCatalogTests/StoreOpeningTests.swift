import Foundation
import GRDB
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

@Suite(.timeLimit(.minutes(20)))
struct StoreOpeningTests {
  let folder: TemporaryFolder
  var directory: URL { folder.url.appendingPathComponent("data") }
  var file: URL { directory.appendingPathComponent("catalogue.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  /// A store of one car that has been closed.
  func makeDatabase() async throws {
    let store = try folder.store()
    _ = try await store.refresh(from: folder.write(EPATable(["id": "1"]).text, as: "a.csv"))
    try close(store)
  }

  /// Closes the store with everything in one file, as when the last program quits.
  func close(_ store: CatalogStore) throws {
    _ = try store.writingConnection?.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    store.close()
  }

  func openingError() -> CatalogError? {
    do {
      _ = try folder.store(busyTimeout: 0.05)
      return nil
    } catch {
      return error
    }
  }

  @Test func `opening creates the directory and an empty catalog`() throws {
    let deep = folder.url.appendingPathComponent("a/b/c")
    let store = try CatalogStore(directory: deep)
    #expect(try store.count() == 0 && store.firstPage(limit: 10).rows.isEmpty && store.currentSource() == nil)
    #expect(try store.loadIndex().search(.parse("kia"))?.count == 0)
    #expect(!store.isReadOnly)
    #expect(try store.integrityCheck().schemaVersion == Schema.version)
  }

  @Test func `a store that is released leaves no log`() async throws {
    try await makeDatabase()
    var store: CatalogStore? = try folder.store()
    try store?.setFavorite(true, id: 1)
    #expect(try store?.count() == 1)

    store = nil

    #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
  }

  @Test func `only the owner can read a new database and its folder`() throws {
    _ = try folder.store()

    let files = FileManager.default
    #expect(try files.attributesOfItem(atPath: directory.path)[.posixPermissions] as? Int == 0o700)
    #expect(try files.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
  }

  @Test(arguments: [true, false])
  func `a database of a newer version is rejected and left untouched`(inHeader: Bool) async throws {
    try await makeDatabase()
    let queue = try DatabaseQueue(path: file.path)
    try await queue.write { try $0.execute(sql: "PRAGMA user_version = 99") }
    if inHeader { try queue.close() }
    let before = try Data(contentsOf: file)
    #expect(openingError() == .store(.newerVersion(found: 99, supported: Schema.version), path: file.path))
    #expect(try Data(contentsOf: file) == before)
  }

  @Test func `a file that is not a database, or is corrupted, is rejected and left untouched`() async throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let text = Data(String(repeating: "Not a database. ", count: 100).utf8)
    try text.write(to: file)
    #expect(openingError() == .store(.notADatabase, path: file.path))
    #expect(try Data(contentsOf: file) == text)
    try FileManager.default.removeItem(at: file)

    try await makeDatabase()
    var data = try Data(contentsOf: file)
    data.replaceSubrange(100..<4096, with: Data(repeating: 0xaa, count: 3996))
    try data.write(to: file)
    let message = openingError()?.description ?? ""
    #expect(message.contains("is corrupted"), "\(message)")
  }

  @Test func `a folder in place of the database is rejected with a remedy`() throws {
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)

    #expect(openingError() == .store(.notADatabase, path: file.path))
    #expect(openingError()?.description == "\(file.path) is not a catalog database. Move it aside and start again.")
  }

  @Test func `a database that SQLite cannot open is reported with a remedy`() {
    let error = CatalogError(DatabaseError(resultCode: .SQLITE_CANTOPEN), path: "/data/catalog.sqlite")

    #expect(
      error.description
        == "The catalog database /data/catalog.sqlite cannot be opened. Check the permissions of the file and of its "
        + "folder, or choose another folder with --data-dir.")
  }

  @Test func `an integrity check finds damage inside the tables`() async throws {
    let store = try folder.store()
    var table = EPATable()
    table.rows = (1...500).map { ["id": "\($0)"] }
    _ = try await store.refresh(from: folder.write(table.text, as: "a.csv"))
    try close(store)
    var data = try Data(contentsOf: file)
    data.replaceSubrange(data.count - 8192..<data.count - 4096, with: Data(repeating: 0x55, count: 4096))
    try data.write(to: file)
    let damaged = try folder.store()
    do {
      #expect(try !damaged.integrityCheck().problems.isEmpty)
    } catch {
      #expect(error.description.contains("is corrupted"), "\(error)")
    }
  }

  @Test func `a lock of another program is reported after the busy timeout`() async throws {
    try await makeDatabase()
    let store = try folder.store(busyTimeout: 0.05)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: file.path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    await #expect(throws: CatalogError.store(.locked, path: store.path)) { try store.setFavorite(true, id: 1) }
    #expect(try store.count() == 1, "reading continues")
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try store.setFavorite(true, id: 1)
    #expect(try store.userData(id: 1).isFavorite)
  }

  @Test func `a read-only database can be browsed but not changed`() async throws {
    try await makeDatabase()
    let store = try CatalogStore(directory: directory, busyTimeout: 1, readOnly: true)
    #expect(store.isReadOnly)
    #expect(try store.firstPage(limit: 5).total == 1)
    #expect(try store.loadIndex().count == 1)
    #expect(try store.car(id: 1)?.make == "Alfa Romeo")
    let error = await #expect(throws: CatalogError.store(.readOnly, path: store.path)) {
      try store.setNote("x", id: 1)
    }
    #expect(error?.description.contains("is read-only, so nothing can be saved") == true)
    await #expect(throws: CatalogError.store(.readOnly, path: store.path)) {
      try await store.refresh(from: .file(file))
    }
  }

  @Test func `messages name the database by the path that is meant to be shown`() async throws {
    try await makeDatabase()
    let shown = "/home/kim/cars.sqlite"
    let store = try CatalogStore(directory: directory, shownPath: shown)
    await #expect(throws: CatalogError.store(.unknownCar(99), path: shown)) { try store.setFavorite(true, id: 99) }
    await #expect(throws: CatalogError.store(.corrupt(detail: "no such table: none"), path: shown)) {
      try store.read { try $0.execute(sql: "SELECT * FROM none") }
    }
    store.close()

    let readOnly = try CatalogStore(directory: directory, readOnly: true, shownPath: shown)
    #expect(readOnly.readOnlyError == .store(.readOnly, path: shown))
    await #expect(throws: CatalogError.store(.readOnly, path: shown)) { try readOnly.setFavorite(true, id: 1) }
    await #expect(throws: CatalogError.store(.readOnly, path: shown)) {
      try await readOnly.refresh(from: .file(file))
    }
  }

  @Test(.enabled(if: geteuid() != 0, "skipped: root may write anywhere"))
  func `a database in a directory without write permission can be browsed`() async throws {
    try await makeDatabase()
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: directory.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path) }
    let store = try CatalogStore(directory: directory)
    #expect(store.isReadOnly)
    #expect(try store.firstPage(limit: 5).total == 1)
  }

  @Test func `a read-only database with a log that cannot be read is not shown without it`() async throws {
    try await makeDatabase()
    let store = try folder.store()
    try store.setFavorite(true, id: 1)
    let copy = folder.url.appendingPathComponent("copy")
    let files = FileManager.default
    try files.createDirectory(at: copy, withIntermediateDirectories: true)
    for name in ["catalogue.sqlite", "catalogue.sqlite-wal"] {
      try files.copyItem(at: directory.appendingPathComponent(name), to: copy.appendingPathComponent(name))
    }
    let path = copy.appendingPathComponent("catalogue.sqlite").path
    // As in a directory without write permission, SQLite cannot create its shared memory.
    try files.createSymbolicLink(atPath: path + "-shm", withDestinationPath: "/nowhere/shm")

    await #expect(throws: CatalogError.store(.cannotOpen, path: path)) {
      try CatalogStore(directory: copy, busyTimeout: 1, readOnly: true)
    }
    store.close()
  }

  @Test func `a read-only database of an earlier version is reported as such`() async throws {
    try await makeDatabase()
    let queue = try DatabaseQueue(path: file.path)
    try await queue.write { try $0.execute(sql: "PRAGMA user_version = 2") }
    try queue.close()

    let error = await #expect(throws: CatalogError.store(.olderVersion(found: 2), path: file.path)) {
      try CatalogStore(directory: directory, readOnly: true)
    }

    #expect(error?.description.contains("must be migrated, but it is read-only. Check its permissions.") == true)
  }

  @Test func `a directory that cannot be created is reported`() throws {
    let path = folder.url.appendingPathComponent("file")
    try Data("x".utf8).write(to: path)
    #expect(throws: CatalogError.store(.directoryUnusable(reason: "it is not a directory"), path: path.path)) {
      try CatalogStore(directory: path)
    }
    let error = #expect(throws: CatalogError.self) { try CatalogStore(directory: path.appendingPathComponent("a")) }
    #expect(error?.description.contains("Choose another one with --data-dir") == true)
  }

  @Test func `an I/O error is reported as a full disk if the disk is full`() {
    let error = DatabaseError(resultCode: .SQLITE_IOERR, message: "disk I/O error")

    // The file system of processes has no free space.
    #expect(CatalogError(error, path: "/proc/version") == .store(.diskFull, path: "/proc/version"))
    let path = folder.url.path
    #expect(CatalogError(error, path: path) == .store(.failed(detail: "disk I/O error"), path: path))
  }

  @Test func `a refresh that fills the disk reports it and keeps the old cars`() async throws {
    try await makeDatabase()
    let store = try folder.store()
    try await store.write { db in
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(pages + 2)")
    }
    var table = EPATable()
    table.rows = (1...3000).map { ["id": "\($0)"] }
    let source = try folder.write(table.text, as: "b.csv")
    let error = await #expect(throws: CatalogError.store(.diskFull, path: store.path)) {
      try await store.refresh(from: source)
    }
    #expect(error?.description.contains("is full. Free some space") == true)
    #expect(try store.count() == 1)
  }

  @Test(arguments: [nil] + CarField.sorted)
  func `the first page has the order of the index, regardless of the sort`(field: CarField?) async throws {
    let store = try folder.store()
    var table = EPATable()
    table.rows = (1...60).map { number in
      [
        "id": "\(number)", "make": ["Kia", "BMW", "audi", "Citroën"][number % 4], "model": "M\(number % 7)",
        "year": "\(2000 + number % 5)", "VClass": ["Vans", "", "compact", "Two Seaters"][number % 4],
        "comb08": "\(number % 9)", "co2": "\(number % 5 * 10 - 10)", "co2TailpipeGpm": "-1",
        "fuelCost08": "\(number % 6 * 100 + 100)",
        "atvType": ["", "EV", "Hybrid"][number % 3], "range": "\(number % 8)", "displ": "\(number % 3)",
        "fuelType1": number % 10 == 0 ? "Wood" : "Diesel",
      ]
    }
    _ = try await store.refresh(from: folder.write(table.text, as: "a.csv"))
    let index = try store.loadIndex()
    for sort in [Sort(field), Sort(field, ascending: false)] {
      let result = try #require(index.search(.all, sort: sort))
      #expect(try store.firstPage(sort: sort, limit: 100).rows == result.ordinals.map { index.row(at: Int($0)) })
    }
  }

  @Test func `only its owner can read the database, even one of an earlier version`() throws {
    let folder = try TemporaryFolder()
    let data = folder.url.appendingPathComponent("data")
    func modes() throws -> [Int] {
      try FileManager.default.contentsOfDirectory(atPath: data.path).filter { $0.hasPrefix("catalogue.sqlite") }.map {
        let attributes = try FileManager.default.attributesOfItem(atPath: data.path + "/" + $0)
        return (attributes[.posixPermissions] as? Int ?? -1) & 0o077
      }
    }
    var store: CatalogStore? = try folder.store()
    #expect(try modes().allSatisfy { $0 == 0 } && !modes().isEmpty)
    store = nil
    #expect(chmod(data.path + "/catalogue.sqlite", 0o644) == 0)

    store = try folder.store()

    #expect(try modes().allSatisfy { $0 == 0 })
    withExtendedLifetime(store) {}
  }

  @Test func `a password that an earlier version stored is removed from the file`() async throws {
    let folder = try TemporaryFolder()
    var store: CatalogStore? = try folder.store()
    try await store?.write { db in
      try db.execute(
        sql: """
          UPDATE catalogState SET source = 'https://kim:opensesame@files.example/cars.json?token=abc123&x=1'
          """)
    }
    store = nil

    store = try folder.store()

    #expect(
      try store?.currentSource() == CatalogSource(parsing: "https://files.example/cars.json?token=\u{2026}&x=1"))
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/data") {
      let bytes = try Data(contentsOf: folder.url.appendingPathComponent("data/\(name)"))
      #expect(bytes.firstRange(of: Data("opensesame".utf8)) == nil, "\(name)")
    }
  }
}
