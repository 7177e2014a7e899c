import Foundation
import GRDB
import Testing

@testable import Catalogue

@Suite("Opening the store", .timeLimit(.minutes(5)))
struct StoreOpeningTests {
  let folder: TemporaryFolder
  var directory: URL { folder.url.appendingPathComponent("data") }
  var file: URL { directory.appendingPathComponent("catalogue.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  /// A store of one car that was closed again.
  func makeDatabase() async throws {
    let store = try folder.store()
    _ = try await store.refresh(from: folder.write(EPATable(["id": "1"]).text, as: "a.csv"))
    try close(store)
  }

  /// Closes the store with everything in the one file, as the last program that leaves does.
  func close(_ store: CatalogueStore) throws {
    _ = try store.pool?.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    try store.pool?.close()
  }

  func openingError() -> CatalogueError? {
    do {
      _ = try folder.store(busyTimeout: 0.05)
      return nil
    } catch {
      return error
    }
  }

  @Test("makes the directory and an empty catalogue")
  func fresh() throws {
    let deep = folder.url.appendingPathComponent("a/b/c")
    let store = try CatalogueStore(directory: deep)
    #expect(try store.count() == 0 && store.firstPage(limit: 10).rows.isEmpty && store.currentSource() == nil)
    #expect(try store.loadIndex().search(.parse("kia"))?.count == 0)
    #expect(!store.isReadOnly)
    #expect(try store.integrityCheck().schemaVersion == Schema.version)
  }

  @Test("refuses a database of a newer version without touching it", arguments: [true, false])
  func newer(inHeader: Bool) async throws {
    try await makeDatabase()
    let queue = try DatabaseQueue(path: file.path)
    try await queue.write { try $0.execute(sql: "PRAGMA user_version = 99") }
    if inHeader { try queue.close() }
    let before = try Data(contentsOf: file)
    #expect(openingError() == .store(.newerVersion(found: 99, supported: Schema.version), path: file.path))
    #expect(try Data(contentsOf: file) == before)
  }

  @Test("refuses a file that is no database, and one that is damaged, and leaves them as they are")
  func foreignAndCorrupt() async throws {
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
    let sentence = openingError()?.description ?? ""
    #expect(sentence.contains("is damaged"), "\(sentence)")
  }

  @Test("finds damage inside the tables when asked to check")
  func damage() async throws {
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
      #expect(error.description.contains("is damaged"), "\(error)")
    }
  }

  @Test("says that another program holds the lock, after the busy timeout")
  func locked() async throws {
    try await makeDatabase()
    let store = try folder.store(busyTimeout: 0.05)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: file.path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    await #expect(throws: CatalogueError.store(.locked, path: store.path)) { try await store.setFavourite(true, id: 1) }
    #expect(try store.count() == 1, "reading goes on")
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try await store.setFavourite(true, id: 1)
    #expect(try store.userData(id: 1).isFavourite)
  }

  @Test("can be for reading only: browsing works, saving is refused with a sentence")
  func readOnly() async throws {
    try await makeDatabase()
    let store = try CatalogueStore(directory: directory, busyTimeout: 1, readOnly: true)
    #expect(store.isReadOnly)
    #expect(try store.firstPage(limit: 5).total == 1)
    #expect(try store.loadIndex().count == 1)
    #expect(try store.car(id: 1)?.make == "Alfa Romeo")
    let error = await #expect(throws: CatalogueError.store(.readOnly, path: store.path)) {
      try await store.setNote("x", id: 1)
    }
    #expect(error?.description.contains("is read-only, so nothing can be saved") == true)
    await #expect(throws: CatalogueError.store(.readOnly, path: store.path)) {
      try await store.refresh(from: .file(file))
    }
  }

  @Test("works in a directory that cannot be written", .enabled(if: geteuid() != 0, "skipped: root may write anywhere"))
  func readOnlyDirectory() async throws {
    try await makeDatabase()
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: directory.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path) }
    let store = try CatalogueStore(directory: directory)
    #expect(store.isReadOnly)
    #expect(try store.firstPage(limit: 5).total == 1)
  }

  @Test("says when the directory cannot be made")
  func unusableDirectory() throws {
    let path = folder.url.appendingPathComponent("file")
    try Data("x".utf8).write(to: path)
    #expect(throws: CatalogueError.store(.directoryUnusable(reason: "it is not a directory"), path: path.path)) {
      try CatalogueStore(directory: path)
    }
    let error = #expect(throws: CatalogueError.self) { try CatalogueStore(directory: path.appendingPathComponent("a")) }
    #expect(error?.description.contains("choose another with --data-dir") == true)
  }

  @Test("that fills the disk during a refresh says so and keeps the old cars")
  func fullDisk() async throws {
    try await makeDatabase()
    let store = try folder.store()
    try await store.write { db in
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(pages + 2)")
    }
    var table = EPATable()
    table.rows = (1...3000).map { ["id": "\($0)"] }
    let source = try folder.write(table.text, as: "b.csv")
    let error = await #expect(throws: CatalogueError.store(.diskFull, path: store.path)) {
      try await store.refresh(from: source)
    }
    #expect(error?.description.contains("is full; free some space") == true)
    #expect(try store.count() == 1)
  }

  @Test("gives the first page in the order of the index, whatever the sort", arguments: Sort.Field.allCases)
  func sameOrder(field: Sort.Field) async throws {
    let store = try folder.store()
    var table = EPATable()
    table.rows = (1...60).map { number in
      [
        "id": "\(number)", "make": ["Kia", "BMW", "audi", "Citroën"][number % 4], "model": "M\(number % 7)",
        "year": "\(2000 + number % 5)", "VClass": ["Vans", "", "compact", "Two Seaters"][number % 4],
        "comb08": "\(number % 9)", "co2": "\(number % 5 * 10 - 10)", "co2TailpipeGpm": "-1",
        "fuelCost08": "\(number % 6 * 100)",
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

  @Test func `the database can be read by its owner only, also one of an earlier version`() throws {
    let folder = try TemporaryFolder()
    let data = folder.url.appendingPathComponent("data")
    func modes() throws -> [Int] {
      try FileManager.default.contentsOfDirectory(atPath: data.path).filter { $0.hasPrefix("catalogue.sqlite") }.map {
        let attributes = try FileManager.default.attributesOfItem(atPath: data.path + "/" + $0)
        return (attributes[.posixPermissions] as? Int ?? -1) & 0o077
      }
    }
    var store: CatalogueStore? = try folder.store()
    #expect(try modes().allSatisfy { $0 == 0 } && !modes().isEmpty)
    store = nil
    #expect(chmod(data.path + "/catalogue.sqlite", 0o644) == 0)

    store = try folder.store()

    #expect(try modes().allSatisfy { $0 == 0 })
    withExtendedLifetime(store) {}
  }

  @Test func `a password that an earlier version kept is gone from the file`() async throws {
    let folder = try TemporaryFolder()
    var store: CatalogueStore? = try folder.store()
    try await store?.write { db in
      try db.execute(
        sql: """
          UPDATE catalogueState SET source = 'https://kim:opensesame@files.example/cars.json?token=abc123&x=1'
          """)
    }
    store = nil

    store = try folder.store()

    #expect(
      try store?.currentSource() == CatalogueSource(parsing: "https://files.example/cars.json?token=\u{2026}&x=1"))
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/data") {
      let bytes = try Data(contentsOf: folder.url.appendingPathComponent("data/\(name)"))
      #expect(bytes.firstRange(of: Data("opensesame".utf8)) == nil, "\(name)")
    }
  }
}
