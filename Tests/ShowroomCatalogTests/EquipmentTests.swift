import Foundation
import GRDB
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

/// What buyers filter by besides economy and price: equipment, volumes, scores, descriptions and the second fuel.
@Suite(.timeLimit(.minutes(20)))
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
    try store.loadIndex().ids(query, sort: sort)
  }

  @Test func `an empty cell of equipment that the table only marks means that a car lacks it`() async throws {
    _ = try await refresh(["id": "1", "tCharger": "T"], ["id": "2", "tCharger": ""])
    #expect(try store.car(id: 1)?[.turbocharger] == 1 && store.car(id: 2)?[.turbocharger] == 0)

    _ = try await refresh(["id": "1"], ["id": "3"], columns: EPATable.columns.filter { $0 != "tCharger" })
    let car = try #require(try store.car(id: 3))
    #expect(car[.turbocharger] == nil)
  }

  @Test func `a score of -1 and a volume of 0 are not given, and savings of 0 are`() async throws {
    _ = try await refresh(
      [
        "id": "1", "ghgScore": "-1", "feScore": "-1", "hlv": "0", "lv2": "0", "lv4": "0", "pv4": "0",
        "youSaveSpend": "0",
      ],
      ["id": "2", "ghgScore": "7", "feScore": "10", "hlv": "17", "lv2": "9", "lv4": "0", "pv2": "80", "pv4": "91"])
    let numbers: [CarNumber] = [.greenhouseScore, .economyScore, .luggageVolume, .passengerVolume, .fiveYearSavings]

    #expect(try numbers.map { try store.car(id: 1)?[$0] } == [nil, nil, nil, nil, 0])
    #expect(try numbers.map { try store.car(id: 2)?[$0] } == [7, 10, 17, 91, -2750])
    #expect(try ids("savings:0") == [1] && ids("savings<-500") == [2] && ids("savings:-3000..-2000") == [2])
    #expect(try ids("luggage>=17") == [2] && ids("-luggage>=17") == [])
    #expect(try ids("ghg:7,8") == [2] && ids("ghg:6") == [])
    #expect(try ids("", sort: .natural(.savings)) == [1, 2])
    #expect(try ids("", sort: .natural(.luggage)) == [2, 1])
  }

  @Test func `an electric motor that is still to be determined is not given`() async throws {
    _ = try await refresh(["id": "1", "evMotor": "TBD"], ["id": "2", "evMotor": "150 kW AC"])
    #expect(try store.car(id: 1)?[.electricMotor] == nil && store.car(id: 2)?[.electricMotor] == "150 kW AC")
  }

  @Test func `start-stop is yes, no or not given`() async throws {
    _ = try await refresh(["id": "1", "startStop": "Y"], ["id": "2", "startStop": "N"], ["id": "3", "startStop": ""])
    #expect(try (1...3).map { try store.car(id: $0)?[.startStop] } == [1, 0, nil])
    #expect(try ids("startstop:yes") == [1] && ids("startstop:no") == [2])
    let facets = try #require(try store.loadIndex().facets(for: .all))
    #expect(facets.flag(.startStop) == (1, 1))
  }

  @Test func `the second fuel is that of cars that can use either, and not the electricity of plug-in hybrids`()
    async throws
  {
    let second = ["combA08": "15", "rangeA": "280/380", "fuelCostA08": "3850", "range": "0"]
    _ = try await refresh(
      second.merging(["id": "1", "atvType": "FFV", "fuelType": "Gasoline or E85"]) { $1 },
      EPATableTests.volt, second.merging(["id": "3"]) { $1 })
    let numbers: [CarNumber] = [.secondMPG, .secondRange, .secondFuelCost, .totalRange]

    #expect(try numbers.map { try store.car(id: 1)?[$0] } == [15, 280, 3850, nil])
    #expect(try numbers.map { try store.car(id: 2)?[$0] } == [nil, nil, nil, 380])
    #expect(try numbers.map { try store.car(id: 3)?[$0] } == [nil, nil, nil, nil])
    #expect(try ids("mpg2:15") == [1] && ids("totalrange>=380") == [2])
  }

  @Test func `the fuel economy of plug-in hybrids on electricity is found, counted, ordered and listed`() async throws {
    let other = EPATableTests.volt.merging(["id": "3", "combA08": "106"]) { $1 }
    _ = try await refresh(["id": "1"], EPATableTests.volt, other)

    #expect(try ids("mpge>100") == [3] && ids("mpge:90..100") == [2])
    #expect(try ids("", sort: .natural(.electricMPG)) == [3, 2, 1])
    #expect(try store.firstPage(sort: Sort(.electricMPG), limit: 3).rows.map(\.id) == [2, 3, 1])
    let index = try store.loadIndex()
    #expect(try #require(index.facets(for: .all)).numbers(of: .electricMPG).map(\.number) == [94, 106])
    let some = try store.loadIndex(for: [.electricMPG])
    #expect(some.row(at: try #require(some.ordinal(of: 3)))[.electricMPG] == 106)
  }

  @Test func `the cost on the second fuel and the savings are recomputed, and are not changes`() async throws {
    let car = ["id": "1", "atvType": "FFV", "fuelType": "Gasoline or E85", "combA08": "15", "fuelCostA08": "3850"]
    _ = try await refresh(car)

    let outcome = try await refresh(car.merging(["fuelCostA08": "3000", "youSaveSpend": "-2500"]) { $1 })

    #expect(outcome == .applied(RefreshCounts(repriced: 1)))
    #expect(try store.carChanges().cars.isEmpty)
    #expect(try store.car(id: 1)?[.secondFuelCost] == 3000 && store.car(id: 1)?[.fiveYearSavings] == -2500)
  }

  @Test func `descriptions are found, counted, completed and ordered`() async throws {
    _ = try await refresh(
      ["id": "1", "eng_dscr": "SIDI; Mild  Hybrid", "trans_dscr": "CLKUP"], ["id": "2", "eng_dscr": "(FFS)"],
      ["id": "3"])

    #expect(try store.car(id: 1)?[.engineDescription] == "SIDI; Mild Hybrid")
    #expect(try ids("engine:sidi") == [1] && ids("gearing:clkup") == [1] && ids("engine=(ffs)") == [2])
    #expect(try ids("", sort: Sort(.engineDescription)) == [2, 1, 3])
    #expect(try store.firstPage(sort: Sort(.engineDescription), limit: 3).rows.map(\.id) == [2, 1, 3])
    let index = try store.loadIndex()
    #expect(
      try #require(index.facets(for: .all)).values(of: .engineDescription).map(\.text) == [
        "(FFS)", "SIDI; Mild Hybrid",
      ])
    #expect(index.completions(for: "engine:s", at: 8)?.candidates.map(\.label) == ["SIDI; Mild Hybrid"])
    #expect(
      index.text("", selecting: .values(["(FFS)"]), of: .engineDescription) == "engine=(ffs)")
    // A word alone is not searched in them, so that "hybrid" finds hybrids.
    #expect(try ids("sidi") == [])
  }

  @Test func `equipment is found, counted and ordered, and unknown equipment is neither yes nor no`() async throws {
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
      let columns = RefreshTransaction.columns(readAfter: 2)
      try #require(columns.contains("turbocharger"))
      try db.execute(
        sql: """
          UPDATE car SET \(columns.map { "\($0) = NULL" }.joined(separator: ", ")), contentHash = contentHash + 1;
          UPDATE catalogState SET importer = 2
          """)
    }
  }

  @Test func `a part of a description is found even if another car has nothing but that part`() async throws {
    _ = try await refresh(
      ["id": "1", "eng_dscr": "SIDI"], ["id": "2", "eng_dscr": "SIDI & PFI"], ["id": "3", "eng_dscr": "PFI"])

    #expect(try ids("engine:sidi") == [1, 2] && ids("engine=sidi") == [1] && ids("-engine:sidi") == [3])
    let index = try store.loadIndex()
    #expect(index.selection(of: .engineDescription, in: .parse("engine:sidi")) == .values(["SIDI", "SIDI & PFI"]))
    #expect(index.selection(of: .engineDescription, in: .parse("engine=sidi")) == .values(["SIDI"]))
    #expect(
      index.completions(for: "engine:sidi", at: 11)?.candidates.map(\.text) == ["engine=sidi", "engine=\"sidi & pfi\""])
  }

  @Test func `an index for a command has the fields that it uses, and those of every list`() async throws {
    _ = try await refresh(
      ["id": "1", "tCharger": "T", "hlv": "15", "eng_dscr": "SIDI"], ["id": "2", "hlv": "12", "eng_dscr": "PFI"])
    let index = try store.loadIndex(for: [.luggage, .turbocharger])

    #expect(index.search(.parse("luggage>=15 turbo:yes mpg>10 class:seaters"))?.count == 1)
    #expect(index.row(at: 0)[.luggageVolume] == 15 && index.row(at: 0)[.engineDescription] == nil)
    #expect(index.row(at: 0).combinedMPG == 21 && index.row(at: 0).drive == "Rear-Wheel Drive")
    #expect(try #require(index.facets(for: .all)).histogram(of: .luggage, buckets: 3).count == 2)
    #expect(try store.loadIndex().row(at: 0)[.engineDescription] == "SIDI")
  }

  @Test func `a car that is gone keeps its equipment in the changes`() async throws {
    let rows = (1...4).map { ["id": "\($0)", "tCharger": "T", "eng_dscr": "SIDI", "hlv": "15"] }
    _ = try await refresh(rows[0], rows[1], rows[2], rows[3])
    let outcome = try await refresh(rows[0], rows[1], rows[2])

    #expect(outcome == .applied(RefreshCounts(removed: 1, unchanged: 3)))
    let gone = try #require(try store.carChanges().cars.first)
    #expect(gone.kind == .gone && gone.car[.turbocharger] == 1 && gone.car[.luggageVolume] == 15)
    #expect(gone.car[.engineDescription] == "SIDI")
  }

  @Test func `values that the program did not read before are not changes, but others are`() async throws {
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
