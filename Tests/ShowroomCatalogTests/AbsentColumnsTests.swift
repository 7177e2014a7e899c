import Foundation
import GRDB
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

/// Refreshes from sources that lack columns.
@Suite(.timeLimit(.minutes(20)))
struct AbsentColumnsTests {
  private let folder: TemporaryFolder
  private let store: CatalogStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.store()
  }

  /// The columns that the importer reads and a table may lack.
  static let optional = Set(
    EPAColumns.Name.allCases.map(\.title) + CarText.allCases.compactMap(\.epaColumn)
      + CarNumber.allCases.flatMap(\.definition.epaColumns)
  ).subtracting(EPAColumns.required).sorted()

  /// The first five cars of the bundled edition that have a value in each of the columns.
  private static let edition: Result<EPATable, any Error> = Result {
    let file = Checkout.resources.appendingPathComponent("demo/2025-10.csv.gz")
    let table = try PlainTable(csv: EPAEditions.contents(of: file))
    let rows = optional.flatMap { column in
      (0..<table.count).lazy.filter { !["", "0", "0.0", "-1"].contains(table.text($0, column)) }.prefix(5)
    }
    var edition = EPATable()
    edition.columns = EPAColumns.required + optional
    edition.rows = Set(rows).sorted().map { row in
      Dictionary(uniqueKeysWithValues: edition.columns.map { ($0, table.text(row, $0)) })
    }
    // The edition has no such values, and the tailpipe's CO₂ is always that of the label.
    let others = ["price": "30000", "trans_dscr": "CLKUP", "co2TailpipeGpm": "300.5"]
    try #require(!edition.rows.isEmpty)
    edition.rows[0].merge(others) { $1 }
    return edition
  }

  /// Returns everything that is stored for the cars, except for the hashes.
  private func values(of store: CatalogStore) throws -> [String] {
    let columns = RefreshTransaction.columns.filter { $0 != "contentHash" } + ["isWithdrawn"]
    let sql = "SELECT \(columns.joined(separator: ", ")) FROM car ORDER BY id"
    return try store.read { db in try Row.fetchAll(db, sql: sql).map(\.description) }
  }

  @discardableResult
  private func refresh(_ table: EPATable, without columns: String..., lineEnd: String = "\r\n") async throws
    -> RefreshOutcome
  {
    var table = table
    table.columns.removeAll { columns.contains($0) }
    return try await store.refresh(from: folder.write(table.text(lineEnd: lineEnd), as: "vehicles.csv"))
  }

  @Test(arguments: optional)
  func `a column that the source lacks changes no car, and its values are kept`(column: String) async throws {
    let edition = try Self.edition.get()
    let unchanged = RefreshOutcome.applied(RefreshCounts(unchanged: edition.rows.count))
    try await refresh(edition)
    let complete = try values(of: store)

    #expect(try await refresh(edition, without: column) == unchanged)
    #expect(try values(of: store) == complete)
    #expect(try await refresh(edition, without: column) == .notModified)
    #expect(try await refresh(edition, without: column, lineEnd: "\n") == unchanged)
    #expect(try await refresh(edition) == unchanged)

    #expect(try values(of: store) == complete)
    #expect(try store.carChanges(since: .distantPast) == CatalogChanges())
    let other = try TemporaryFolder()
    let new = try other.store()
    var incomplete = edition
    incomplete.columns.removeAll { $0 == column }
    _ = try await new.refresh(from: other.write(incomplete.text, as: "vehicles.csv"))
    #expect(try values(of: new) != complete, "a new car lacks the values")
  }

  @Test(arguments: optional)
  func `a change beside a column that the source lacks is recorded alone`(column: String) async throws {
    var edition = try Self.edition.get()
    let count = edition.rows.count
    try await refresh(edition)
    edition.rows[0]["comb08"] = "99"

    let outcome = try await refresh(edition, without: column)

    #expect(outcome == .applied(RefreshCounts(changed: 1, unchanged: count - 1)))
    let changes = try store.carChanges()
    #expect(changes.cars.map(\.fields) == [[.economy]] && changes.repriced == 0)
    #expect(try await refresh(edition) == .applied(RefreshCounts(unchanged: count)))
  }

  @Test func `a car that returns keeps the values that the source lacks, and a new car has none`() async throws {
    let turbo = ["id": "2", "tCharger": "T"]
    try await refresh(EPATable(["id": "1"], turbo, ["id": "3"]))
    try store.setFavorite(true, id: 2)
    try await refresh(EPATable(["id": "1"], ["id": "3"]))
    #expect(try store.car(id: 2)?.isWithdrawn == true)

    let outcome = try await refresh(EPATable(["id": "1"], turbo, ["id": "3"], ["id": "4"]), without: "tCharger")

    #expect(outcome == .applied(RefreshCounts(added: 1, changed: 1, unchanged: 2)))
    #expect(try (1...4).map { try store.car(id: $0)?[.turbocharger] } == [0, 1, 0, nil])
    let changes = try store.carChanges().cars
    #expect(changes.filter { $0.kind == .changed }.map(\.fields) == [[.withdrawn]] && changes.count == 2)
  }

  @Test func `a value that was kept is removed when the source has its column but not the value`() async throws {
    try await refresh(EPATable(["id": "1", "startStop": "Y"]))
    try await refresh(EPATable(["id": "1"]), without: "startStop")
    #expect(try store.car(id: 1)?[.startStop] == 1)

    #expect(try await refresh(EPATable(["id": "1"])) == .applied(RefreshCounts(changed: 1)))

    #expect(try store.car(id: 1)?[.startStop] == nil)
    #expect(try store.carChanges().cars.map(\.fields) == [[.startStop]])
  }

  @Test func `a value that does not depend on the column that the source lacks is compared`() async throws {
    try await refresh(EPATable(["id": "1", "co2": "391"], ["id": "2"]))

    let outcome = try await refresh(
      EPATable(["id": "1", "co2": "400", "fuelType1": "Premium Gasoline"], ["id": "2"]),
      without: "co2TailpipeGpm", "fuelType")

    #expect(outcome == .applied(RefreshCounts(changed: 1, unchanged: 1)))
    #expect(try store.carChanges().cars.map { Set($0.fields) } == [[.co2, .fuelName]])
    #expect(try (1...2).map { try store.car(id: $0)?.co2 } == [400, 423.25])
  }

  @Test func `a car that is no longer a plug-in hybrid loses the numbers of one, even without their columns`()
    async throws
  {
    try await refresh(EPATable(EPATableTests.volt))
    #expect(try store.car(id: 2)?[.electricCityMPG] == 95)

    try await refresh(EPATable(EPATableTests.volt.merging(["atvType": "Hybrid"]) { $1 }), without: "cityA08", "combE")

    let car = try #require(try store.car(id: 2))
    #expect(car.fuel == .hybrid && car[.electricCityMPG] == nil)
  }

  @Test(
    arguments: [
      ("make", "Kia", [.make]), ("model", "Giulia", [.model]), ("year", "1986", [.year]),
      ("fuelType1", "Diesel", [.fuel]),
    ] as [(String, String, Set<CarField>)])
  func `an ID that now belongs to another car, or to one with another fuel, keeps no values`(
    column: String, value: String, fields: Set<CarField>
  ) async throws {
    try await refresh(EPATable(["id": "1", "tCharger": "T"], ["id": "2"], ["id": "3"]))

    try await refresh(EPATable(["id": "1", column: value], ["id": "2"], ["id": "3"]), without: "tCharger", "fuelType")

    #expect(try (1...2).map { try store.car(id: $0)?[.turbocharger] } == [nil, 0])
    #expect(
      try store.carChanges().cars.map { Set($0.fields).subtracting([.fuelName]) } == [fields.union([.turbocharger])])
  }

  @Test func `a JSON catalog keeps the numbers that its format does not contain`() async throws {
    try await refresh(
      EPATable([
        "id": "1", "make": "BMW", "model": "520d", "year": "2021", "fuelType1": "Diesel", "guzzler": "G",
        "ghgScore": "7", "startStop": "Y",
      ]))

    _ = try await store.refresh(from: folder.write(jsonCatalog(bmw520d), as: "cars.json"))

    let car = try #require(try store.car(id: 1))
    #expect(car.model == "520d" && car.annualFuelCost == 1200 && car[.startStop] == nil)
    #expect(car[.gasGuzzler] == 1 && car[.greenhouseScore] == 7 && car[.fiveYearSavings] == -2750)
  }

  @Test func `the numbers of the JSON format are those that are read from a car with all keys`() async throws {
    let car = """
      {"id": 1, "make": "BMW", "model": "520d", "year": 2021, "fuel": "Diesel", "cylinders": 4, "displacement": 2.0,
       "consumption": {"city": 5.6, "highway": 4.3, "combined": 4.8}, "electricConsumption": 18, "co2": 126,
       "annualFuelCost": 1200, "price": 40000, "electricRange": 50, "chargeHours": 5, "turbocharger": true,
       "supercharger": false, "startStop": true, "luggageVolume": 500, "passengerVolume": 2800}
      """
    _ = try await store.refresh(from: folder.write(jsonCatalog(car), as: "cars.json"))

    let stored = try #require(try store.car(id: 1))
    #expect(Set(CarNumber.allCases.filter { stored[$0] != nil }) == JSONImporter.numbers)
  }

  @Test func `each column that can be absent has its own bit`() {
    let sets = AbsentColumns.byName.values
    #expect(sets.allSatisfy { $0.rawValue.nonzeroBitCount == 1 } && Set(sets).count == sets.count)
    #expect(Set(AbsentColumns.byName.keys).isSubset(of: RefreshTransaction.columns))
  }
}
