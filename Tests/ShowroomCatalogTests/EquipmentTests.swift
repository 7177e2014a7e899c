import Foundation
import GRDB
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

/// What buyers filter by besides economy and price: equipment, volumes, scores, descriptions and the second fuel.
@Suite(.timeLimit(.minutes(5)))
struct EquipmentTests {
  let folder: TemporaryFolder
  let store: CatalogStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.store()
  }

  private func refresh(_ rows: [String: String]..., columns: [String] = EPATable.columns, as name: String = "a.csv")
    async throws -> RefreshOutcome
  {
    var table = EPATable()
    table.columns = columns
    table.rows = rows
    return try await store.refresh(from: folder.write(table.text, as: name))
  }

  private func ids(_ query: String, sort: Sort = .standard) throws -> [Car.ID] {
    let index = try store.loadIndex()
    return (index.search(.parse(query), sort: sort)?.ordinals ?? []).map { index.id(at: Int($0)) }
  }

  @Test func `an empty cell of equipment that the table only marks means that a car lacks it`() async throws {
    _ = try await refresh(["id": "1", "tCharger": "T"], ["id": "2", "tCharger": ""])
    #expect(try store.car(id: 1)?[.turbocharger] == 1 && store.car(id: 2)?[.turbocharger] == 0)

    _ = try await refresh(["id": "1"], columns: EPATable.columns.filter { $0 != "tCharger" })
    #expect(try store.car(id: 1)?[.turbocharger] == nil)
  }

  @Test func `equipment is found, counted and ordered, and a car of which nothing is known is neither`() async throws {
    _ = try await refresh(["id": "1", "tCharger": "T"], ["id": "2"], ["id": "3"])
    try store.writeDurably { try $0.execute(sql: "UPDATE car SET turbocharger = NULL WHERE id = 3") }

    #expect(try ids("turbo:yes") == [1] && ids("turbo:no") == [2] && ids("-turbo:yes") == [2])
    #expect(try ids("turbocharger=yes") == [1])
    #expect(try ids("", sort: .natural(.turbocharger)) == [1, 2, 3])
    #expect(try ids("", sort: Sort(.turbocharger)) == [2, 1, 3])
    let index = try store.loadIndex()
    let facets = try #require(index.facets(for: .parse("turbo:yes")))
    #expect(facets.flag(.turbocharger) == (1, 1) && facets.count == 1)
    #expect(facets.selection(of: .turbocharger) == .flag(true))
    let completions = index.completions(for: "turbo:", at: 6)?.candidates
    #expect(completions?.map(\.text) == ["turbo:yes", "turbo:no"] && completions?.map(\.count) == [1, 1])
    let first = try store.firstPage(limit: 3).rows
    #expect(first.map { $0[.turbocharger] } == [1, 0, nil])
    #expect(first == (0..<3).map { index.row(at: $0) })
  }

  @Test func `a changed value of equipment is a change`() async throws {
    _ = try await refresh(["id": "1"])
    let outcome = try await refresh(["id": "1", "tCharger": "T"])

    #expect(outcome == .applied(RefreshCounts(changed: 1)))
    let change = try #require(try store.carChanges().cars.first)
    #expect(change.fields == [.turbocharger] && change.old?[.turbocharger] == 0 && change.car[.turbocharger] == 1)
  }

  /// Makes the database one that the version before has read: without values in the columns that it did not know.
  private func forgetNewColumns() throws {
    try store.writeDurably { db in
      let columns = RefreshTransaction.columns(readSince: 3)
      try #require(columns.contains("turbocharger"))
      try db.execute(
        sql: """
          UPDATE car SET \(columns.map { "\($0) = NULL" }.joined(separator: ", ")), contentHash = contentHash + 1;
          UPDATE catalogState SET importer = 2
          """)
    }
  }

  @Test func `values that the program did not read before are no changes, but others are`() async throws {
    _ = try await refresh(["id": "1", "tCharger": "T"], ["id": "2", "tCharger": "T"], ["id": "3"])
    try forgetNewColumns()
    let before = try store.read { try CatalogRevision.fetch($0) }

    let outcome = try await refresh(
      ["id": "1", "tCharger": "T"], ["id": "2", "tCharger": "T", "displ": "3.0"], ["id": "3", "fuelCost08": "1950"])

    #expect(outcome == .applied(RefreshCounts(changed: 1, repriced: 1, unchanged: 1)))
    let changes = try store.carChanges()
    #expect(changes.cars.map(\.car.id) == [2] && changes.cars.first?.fields == [.displacement])
    #expect(changes.repriced == 1)
    #expect(try (1...3).map { try store.car(id: $0)?[.turbocharger] } == [1, 1, 0])
    #expect(try store.read { try CatalogRevision.fetch($0) }.cars > before.cars)
  }

  @Test func `the same bytes, read by a program with more columns, change no car and fill all`() async throws {
    _ = try await refresh(["id": "1", "tCharger": "T"], ["id": "2"])
    try forgetNewColumns()
    #expect(try store.loadIndex().isOutdated)

    let outcome = try await refresh(["id": "1", "tCharger": "T"], ["id": "2"])

    #expect(outcome == .applied(RefreshCounts(unchanged: 2)))
    #expect(try store.carChanges() == CatalogChanges())
    #expect(try store.car(id: 1)?[.turbocharger] == 1)
    #expect(try !store.loadIndex().isOutdated)
    #expect(try await refresh(["id": "1", "tCharger": "T"], ["id": "2"]) == .notModified)
  }
}
