import Testing

@testable import ShowroomCatalog

/// The counts of refreshes.
extension RefreshTests {
  @Test func `cars with only a new cost or base model are counted as repriced`() async throws {
    _ = try await refresh(
      ["id": "1"], ["id": "2"], ["id": "3"], ["id": "4", "fuelCost08": ""], ["id": "5"], ["id": "6"], ["id": "7"])
    let revision = try store.read { try CatalogRevision.fetch($0) }
    let outcome = try await refresh(
      ["id": "1", "fuelCost08": "2300"], ["id": "2", "baseModel": "Giulia"],
      ["id": "3", "fuelCost08": "2300", "baseModel": "Giulia"], ["id": "4", "fuelCost08": "900"],
      ["id": "5", "fuelCost08": "2300", "comb08": "22"], ["id": "6", "displ": "2.1"], ["id": "7"])
    #expect(outcome == .applied(RefreshCounts(changed: 2, repriced: 4, unchanged: 1)))
    #expect(try (1...7).map { try store.car(id: $0)?.annualFuelCost } == [2300, 2150, 2300, 900, 2300, 2150, 2150])
    #expect(try store.car(id: 2)?.baseModel == "Giulia")

    // Readers are notified of new costs as of any other change.
    let fewer = try await refresh(["id": "1", "fuelCost08": "1"])
    #expect(fewer == .applied(RefreshCounts(repriced: 1, removed: 6, isReplacement: true)))
    #expect(try store.read { try CatalogRevision.fetch($0).cars } == revision.cars + 2)
    let only = try await refresh(["id": "1", "fuelCost08": "2"])
    #expect(only == .applied(RefreshCounts(repriced: 1)))
    #expect(try store.read { try CatalogRevision.fetch($0).cars } == revision.cars + 3)
    #expect(try store.loadIndex().row(at: 0).annualFuelCost == 2)
  }

  @Test(
    arguments: [
      "make": "Alfa", "model": "Spider 2", "year": "1986", "VClass": "Vans", "fuelType1": "Diesel", "atvType": "FFV",
      "cylinders": "6", "displ": "", "drive": "", "trany": "Automatic 4-spd", "city08": "18", "highway08": "26",
      "comb08": "22", "co2": "400", "rangeA": "30", "combE": "20",
    ])
  func `a car with any other difference is counted as changed`(column: String, value: String) async throws {
    let electric = ["rangeA", "combE"].contains(column) ? ["atvType": "Plug-in Hybrid"] : [:]
    let plain = electric.merging(["id": "1"]) { $1 }
    for cost in ["2150", "2300"] {
      _ = try await refresh(plain)
      let changed = plain.merging([column: value, "fuelCost08": cost]) { $1 }
      // A catalog in which all cars have other makes is a different one.
      let counts = RefreshCounts(changed: 1, isReplacement: column == "make")
      #expect(try await refresh(changed) == .applied(counts), "for $\(cost)")
    }
  }

  @Test func `the spelling of a make that a refresh chose is not a change`() async throws {
    _ = try await refresh(["id": "1", "make": "MINI"], ["id": "2", "make": "MINI"], ["id": "3", "make": "Mini"])
    #expect(try store.car(id: 3)?.make == "MINI")
    let outcome = try await refresh(
      ["id": "1", "make": "MINI"], ["id": "2", "make": "MINI"], ["id": "3", "make": "Mini", "fuelCost08": "2300"])
    #expect(outcome == .applied(RefreshCounts(repriced: 1, unchanged: 2)))
    #expect(try store.car(id: 3)?.make == "MINI")
  }
}
