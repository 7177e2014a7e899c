import Foundation
import GRDB
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

@Suite(.timeLimit(.minutes(20)))
struct RefreshTests {
  let folder: TemporaryFolder
  let store: CatalogStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.store()
  }

  func refresh(_ rows: [String: String]...) async throws -> RefreshOutcome {
    var table = EPATable()
    table.rows = rows
    return try await store.refresh(from: folder.write(table.text, as: "vehicles.csv"))
  }

  @Test func `a refresh counts added, changed, removed and unchanged cars by ID`() async throws {
    #expect(try await refresh(["id": "1"], ["id": "2"], ["id": "3"]) == .applied(RefreshCounts(added: 3)))
    let outcome = try await refresh(["id": "1"], ["id": "2", "comb08": "30"], ["id": "4"], ["id": "5"])
    #expect(outcome == .applied(RefreshCounts(added: 2, changed: 1, removed: 1, unchanged: 1)))
    #expect(try store.car(id: 2)?.combinedMPG == 30)
    #expect(try store.car(id: 3) == nil)
    #expect(try store.count() == 4)
    #expect(try store.firstPage(limit: 10).rows.count == 4)
  }

  @Test func `a refresh of an unchanged file reads no car`() async throws {
    _ = try await refresh(["id": "1"])
    #expect(try await refresh(["id": "1"]) == .notModified)
    #expect(
      try store.currentSource() == CatalogSource(parsing: folder.url.appendingPathComponent("vehicles.csv").path))
  }

  @Test func `a file with the same size and date but other content is read`() async throws {
    _ = try await refresh(["id": "1", "comb08": "20"])
    let file = folder.url.appendingPathComponent("vehicles.csv").path
    let date = try #require(try FileManager.default.attributesOfItem(atPath: file)[.modificationDate])
    _ = try folder.write(EPATable(["id": "1", "comb08": "30"]).text, as: "vehicles.csv")
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
    #expect(try await store.refresh(from: CatalogSource(parsing: file)) == .applied(RefreshCounts(changed: 1)))
  }

  @Test func `a refresh writes only the rows that differ`() async throws {
    _ = try await refresh(["id": "1"], ["id": "2"])
    try await store.write { db in
      try db.execute(
        sql: """
          CREATE TABLE written (id INTEGER);
          CREATE TRIGGER updated AFTER UPDATE ON car BEGIN INSERT INTO written VALUES (new.id); END;
          CREATE TRIGGER inserted AFTER INSERT ON car BEGIN INSERT INTO written VALUES (new.id); END;
          """)
    }
    _ = try await refresh(["id": "1", "barrels08": "15"], ["id": "2", "comb08": "30"], ["id": "3"])
    #expect(try store.read { try Int.fetchAll($0, sql: "SELECT DISTINCT id FROM written ORDER BY id") } == [2, 3])
  }

  @Test func `a refresh keeps user data, and marks removed cars with user data as withdrawn`() async throws {
    _ = try await refresh(["id": "1"], ["id": "2"], ["id": "3"], ["id": "4"])
    try store.setFavorite(true, id: 1)
    try store.setFavorite(true, id: 2)
    try store.setNote("mine", id: 3)
    try store.setFavorite(true, id: 4)
    try store.setFavorite(false, id: 4)
    let outcome = try await refresh(["id": "1", "comb08": "30"], ["id": "9"])
    #expect(outcome == .applied(RefreshCounts(added: 1, changed: 1, removed: 3, withdrawn: 2, isReplacement: true)))
    #expect(try store.userData(id: 1) == UserData(isFavorite: true))
    #expect(try store.car(id: 2)?.isWithdrawn == true && store.car(id: 1)?.isWithdrawn == false)
    #expect(try store.userData(id: 3) == UserData(note: "mine"))
    #expect(try store.car(id: 4) == nil)
    #expect(try store.firstPage(favoritesOnly: true, limit: 10).total == 2)
    let index = try store.loadIndex()
    #expect(index.search(.parse("withdrawn:yes"))?.count == 2)
    #expect(index.search(.all, favoritesOnly: true)?.count == 2)
    #expect(try store.integrityCheck().problems.isEmpty)

    // It returns, and another one is removed.
    try store.setNote(nil, id: 3)
    #expect(
      try await refresh(["id": "1", "comb08": "30"], ["id": "2"])
        == .applied(RefreshCounts(changed: 1, removed: 1, unchanged: 1)))
    #expect(try store.car(id: 2)?.isWithdrawn == false)
    #expect(try store.userData(id: 2).isFavorite)
    #expect(try store.car(id: 3) == nil)
  }

  @Test func `readers see the old catalog until a refresh is complete`() async throws {
    _ = try await refresh(["id": "1"])
    var table = EPATable()
    table.rows = (1...3000).map { ["id": "\($0)", "comb08": "30"] }
    let seen = Collected<Int>()
    let store = store
    _ = try await store.refresh(from: folder.write(table.text, as: "vehicles.csv")) { progress in
      if progress.phase == .importing, progress.cars > 0, progress.cars < 3000 {
        seen.append((try? store.count()) ?? -1)
        seen.append((try? store.loadIndex().count) ?? -1)
      }
    }
    #expect(!seen.values.isEmpty && seen.values.allSatisfy { $0 == 1 })
    #expect(try store.count() == 3000)
  }

  @Test func `a canceled refresh changes nothing`() async throws {
    _ = try await refresh(["id": "1"])
    var table = EPATable()
    table.rows = (1...2000).map { ["id": "\($0)", "comb08": "30"] }
    let source = try folder.write(table.text, as: "other.csv")
    let store = store
    let (started, signal) = AsyncStream<Void>.makeStream()
    let gate = DispatchSemaphore(value: 0)
    let task = Task<RefreshOutcome, any Error> {
      try await store.refresh(from: source) { progress in
        guard progress.cars > 100, progress.cars < 2000 else { return }
        // In the middle of the transaction: the import continues only after it has been canceled.
        signal.yield()
        signal.finish()
        gate.wait()
        gate.signal()
      }
    }
    for await _ in started {}
    task.cancel()
    gate.signal()
    await #expect(throws: CatalogError.canceled) { try await task.value }
    #expect(try store.count() == 1)
    #expect(try store.car(id: 1)?.combinedMPG == 21)
    #expect(try await refresh(["id": "1"]) == .notModified)
  }

  @Test func `the model years of a car are returned oldest first, with siblings of its year`() async throws {
    _ = try await refresh(
      ["id": "1", "make": "Kia", "model": "Niro FE", "baseModel": "Niro", "year": "2019"],
      ["id": "2", "make": "Kia", "model": "Niro", "baseModel": "Niro", "year": "2017"],
      ["id": "3", "make": "Kia", "model": "EV6", "baseModel": "EV6"],
      ["id": "5", "make": "Kia", "model": "Niro EX", "baseModel": "NIRO", "year": "2019"],
      ["id": "4", "make": "Fiat", "model": "Niro", "baseModel": "Niro"])
    let car = try #require(try store.car(id: 1))
    #expect(try store.modelYears(of: car).map(\.year) == [2017, 2019, 2019])
    #expect(try store.siblings(of: car).map(\.id) == [5, 1])
  }

  @Test func `user data on an unknown car is rejected`() async throws {
    #expect(throws: CatalogError.store(.unknownCar(7), path: store.path)) {
      try store.setFavorite(true, id: 7)
    }
    #expect(throws: CatalogError.self) { try store.setNote("x", id: 7) }
  }

  @Test func `notes are trimmed, and an empty note is removed`() async throws {
    _ = try await refresh(["id": "1"])
    try store.setNote("  good \n", id: 1)
    #expect(try store.userData(id: 1).note == "good")
    try store.setNote(" \n", id: 1)
    #expect(try store.userData(id: 1).note == nil)
  }

  @Test func `a note that is too long to be read again is rejected`() async throws {
    _ = try await refresh(["id": "1"])
    let longest = String(repeating: "a", count: StoredRow.longTextBytes)
    try store.setNote(longest, id: 1)

    #expect(throws: CatalogError.store(.noteTooLong, path: store.path)) { try store.setNote(longest + "a", id: 1) }

    #expect(try store.userData(id: 1).note?.utf8.count == StoredRow.longTextBytes)
  }
}
