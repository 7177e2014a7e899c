import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

@Suite(.timeLimit(.minutes(20)))
struct EPATableTests {
  let folder: TemporaryFolder
  let store: CatalogStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.store()
  }

  func car(_ row: [String: String]) async throws -> Car {
    _ = try await store.refresh(from: folder.write(EPATable(row).text, as: "vehicles.csv"))
    return try #require(try store.car(id: 1))
  }

  @Test func `fuel economy is that of the label, not the unrounded one beside it`() async throws {
    let car = try await car(["city08U": "29.4321", "highway08U": "35.1", "comb08U": "37.2"])
    #expect(car.cityMPG == 19 && car.highwayMPG == 25 && car.combinedMPG == 21)
  }

  /// The 2012 Volt as in the table.
  static let volt = [
    "id": "2", "make": "Chevrolet", "model": "Volt", "year": "2012", "atvType": "Plug-in Hybrid",
    "fuelType1": "Premium Gasoline", "fuelType": "Premium Gas or Electricity", "city08": "35", "highway08": "40",
    "comb08": "37", "cityA08": "95", "highwayA08": "93", "combA08": "94", "phevCity": "58", "phevHwy": "62",
    "phevComb": "60", "combinedUF": "0.64", "combinedCD": "0.2", "charge240": "4.0", "rangeA": "35", "combE": "36.0",
    "co2": "87", "fuelCost08": "1600", "youSaveSpend": "2500", "range": "380", "cityUF": "0.64", "highwayUF": "0.63",
    "cityE": "36.0", "highwayE": "37.0", "cityCD": "0.1", "highwayCD": "0.0",
  ]

  @Test func `a plug-in hybrid has the fuel economy of both fuels, and is compared by the blended one`() async throws {
    _ = try await store.refresh(from: folder.write(EPATable([:], Self.volt).text, as: "vehicles.csv"))
    let car = try #require(try store.car(id: 2))

    #expect(car.cityMPG == 35 && car.highwayMPG == 40 && car.combinedMPG == 37 && car.comparedMPG == 60)
    #expect(
      CarNumber.allCases.filter { $0.definition.fuels == [.pluginHybrid] }.map { car[$0] } == [
        95, 93, 94, 58, 62, 60, 0.64, 0.2, 380,
      ] + [
        0.64, 0.63, 36, 37, 0.1, nil,
      ] + [1600])
    #expect(car[.chargeHours] == 4 && car.electricRange == 35)
    let index = try store.loadIndex()
    let row = index.row(at: try #require(index.ordinal(of: 2)))
    #expect(row.combinedMPG == 37 && row[.electricMPG] == 94 && row.comparedMPG == 60)
    #expect(index.search(.parse("mpg:60"))?.count == 1 && index.search(.parse("mpg:37"))?.count == 0)
    let economical = try store.firstPage(sort: .natural(.economy), limit: 2).rows
    #expect(economical.map(\.id) == [2, 1])
    #expect(economical == index.search(.all, sort: .natural(.economy))?.ordinals.map { index.row(at: Int($0)) })
    #expect(index.statistics(for: car).first { $0.field == .economy }?.value == 60)
    #expect(try store.modelYears(of: car).map(\.comparedMPG) == [60])
  }

  @Test func `the cost of a plug-in hybrid covers both fuels, as other rows and its saving show`() async throws {
    _ = try await store.refresh(from: folder.write(EPATable([:], Self.volt).text, as: "a.csv"))
    #expect(try store.car(id: 1)?.annualFuelCost == 2150)
    #expect(try store.car(id: 2)?.annualFuelCost == 1100, "2150 - 2750 / 5 is the average, and 2500 / 5 less is this")
    let alone = try TemporaryFolder()
    let store = try alone.store()
    _ = try await store.refresh(from: alone.write(EPATable(Self.volt).text, as: "a.csv"))
    // Without the average, the cost is computed from the use of both fuels.
    #expect(try store.car(id: 2)?.annualFuelCost == 1150, "the 1600 of gasoline alone would be wrong")
  }

  @Test func `a catalog read by an earlier version is outdated until a refresh reads the same bytes again`()
    async throws
  {
    let source = try folder.write(EPATable([:], Self.volt).text, as: "a.csv")
    _ = try await store.refresh(from: source)
    #expect(try !store.loadIndex().isOutdated && !store.integrityCheck().isOutdated)
    try store.writeDurably { db in
      try db.execute(sql: "UPDATE catalogState SET importer = 1")
      try db.execute(sql: "UPDATE car SET combinedMPG = 36.8746, contentHash = 1 WHERE id = 2")
    }

    #expect(try store.loadIndex().isOutdated && store.integrityCheck().isOutdated)
    #expect(try await store.refresh(from: source) == .applied(RefreshCounts(changed: 1, unchanged: 1)))

    #expect(try !store.loadIndex().isOutdated && store.car(id: 2)?.combinedMPG == 37)
  }

  @Test func `the tailpipe CO₂ replaces an unknown CO₂ value of the label`() async throws {
    #expect(try await car([:]).co2 == 423.25)
    #expect(try await car(["co2": "391"]).co2 == 391)
    #expect(
      try await car(["co2": "-1", "co2TailpipeGpm": "0.0"]).co2 == nil, "zero emissions of a gasoline car are unknown")
    #expect(try await car(["co2": "0", "co2TailpipeGpm": "0.0", "atvType": "EV", "fuelType1": "Electricity"]).co2 == 0)
    #expect(try await car(["co2": "0", "co2TailpipeGpm": "0.0", "atvType": "FCV", "fuelType1": "Hydrogen"]).co2 == 0)
  }

  @Test func `empty cells, NA, −1 and 0 are unknown values`() async throws {
    let car = try await car([
      "cylinders": "NA", "displ": "0.0", "drive": "", "trany": " ", "fuelCost08": "0", "comb08": "-1", "VClass": "",
      "baseModel": "",
    ])
    #expect(car.cylinders == nil && car.displacement == nil && car.drive == nil && car.transmission == nil)
    #expect(car.annualFuelCost == nil && car.combinedMPG == nil && car.vehicleClass == nil)
    #expect(car.baseModel == "Spider")
  }

  @Test func `stray spaces are removed, and models that look like numbers remain text`() async throws {
    let car = try await car(["make": "  Alfa   Romeo ", "model": "911\t  Turbo", "VClass": "Two  Seaters"])
    #expect(car.make == "Alfa Romeo" && car.model == "911 Turbo" && car.vehicleClass == "Two Seaters")
  }

  @Test(
    arguments: [
      ("", "Premium Gasoline", "Premium", Fuel.gasoline, "Premium Gasoline"),
      ("Hybrid", "Regular Gasoline", "Regular", .hybrid, "Regular Gasoline"),
      ("Plug-in Hybrid", "Premium Gasoline", "Premium and Electricity", .pluginHybrid, "Premium and Electricity"),
      ("EV", "Electricity", "Electricity", .electric, "Electricity"),
      ("FCV", "Hydrogen", "Hydrogen", .hydrogen, "Hydrogen"),
      ("FFV", "Regular Gasoline", "Gasoline or E85", .flexFuel, "Gasoline or E85"),
      ("", "Diesel", "Diesel", .diesel, "Diesel"),
      ("", "Natural Gas", "CNG", .naturalGas, "CNG"),
      ("Bifuel (LPG)", "Regular Gasoline", "Gasoline or propane", .lpg, "Gasoline or propane"),
      ("", "Wood", "Wood", .unknown, "Wood"),
    ])
  func `the technology decides the fuel category, otherwise the fuel`(
    technology: String, type1: String, type: String, fuel: Fuel, name: String
  ) async throws {
    let car = try await car(["atvType": technology, "fuelType1": type1, "fuelType": type])
    #expect(car.fuel == fuel && car.fuelName == name)
  }

  @Test func `only electric cars and plug-in hybrids have electricity consumption and range`() async throws {
    let ev = try await car(["atvType": "EV", "fuelType1": "Electricity", "range": "239", "combE": "30.1"])
    #expect(ev.electricRange == 239 && ev[.electricConsumption] == 30.1)
    let plugin = try await car(["atvType": "Plug-in Hybrid", "range": "560", "rangeA": "280/380", "combE": "50.0"])
    #expect(plugin.electricRange == 280 && plugin[.electricConsumption] == 50)
    #expect(try await car(["range": "400", "rangeA": "320"]).electricRange == nil)
  }

  @Test func `columns are found by name, in any order, with columns missing and added`() async throws {
    var table = EPATable(["id": "1", "make": "Kia"])
    table.columns = ["future"] + table.columns.reversed().filter { $0 != "baseModel" && $0 != "rangeA" }
    _ = try await store.refresh(from: folder.write(table.text, as: "x"))
    let car = try #require(try store.car(id: 1))
    #expect(car.make == "Kia" && car.year == 1985 && car.baseModel == "Spider")
  }

  @Test(arguments: ["\r\n", "\n", "\r"])
  func `a table may have quoted cells, any line ending, a byte order mark and no last line ending`(lineEnd: String)
    async throws
  {
    let table = EPATable(["make": "Rolls, \"Royce\""], ["id": "2", "model": "Two\nLines"], ["id": "3", "make": "현대"])
    let text = "\u{feff}" + table.text(lineEnd: lineEnd).dropLast(1)
    #expect(try await store.refresh(from: folder.write(text, as: "x")) == .applied(RefreshCounts(added: 3)))
    #expect(try store.car(id: 1)?.make == "Rolls, \"Royce\"")
    #expect(try store.car(id: 2)?.model == "Two Lines")
    #expect(try store.car(id: 3)?.make == "현대")
  }

  @Test func `the format is recognized by content, plain, zipped or gzipped, regardless of the name`() async throws {
    let text = Data(EPATable(["id": "1"]).text.utf8)
    for (name, data) in [
      ("a.json", text), ("a.txt", try Archive.gzip(text)), ("a.csv", try Archive.zip([("x/vehicles.bin", text)])),
      ("a", try Archive.zip([("README.txt", Data("Read me, please.\nNow.".utf8)), ("vehicles.csv", text)])),
    ] {
      let fresh = try TemporaryFolder()
      let outcome = try await fresh.store().refresh(from: fresh.write(data, as: name))
      #expect(outcome == .applied(RefreshCounts(added: 1)), "\(name)")
    }
  }

  @Test func `each make has one spelling, the most frequent one`() async throws {
    let table = EPATable(["id": "1", "make": "Mini"], ["id": "2", "make": "MINI"], ["id": "3", "make": "MINI"])
    let source = try folder.write(table.text, as: "a")
    _ = try await store.refresh(from: source)
    #expect(try store.car(id: 1)?.make == "MINI")
    // The catalog chose the spelling, so the row does not count as changed when it is imported again.
    let again = try folder.write(table.text + "\r\n", as: "a")
    #expect(try await store.refresh(from: again) == .applied(RefreshCounts(unchanged: 3)))
    #expect(try store.car(id: 1)?.make == "MINI")
  }
}
