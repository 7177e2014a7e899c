import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog
@testable import ShowroomSettings

/// The files of `Resources` that contain cars, which `Tools/bundle-catalog` makes.
@Suite(.timeLimit(.minutes(20)), .serialized)
struct BundledCatalogTests {
  private static let files = ["catalog.csv.gz", "demo/2022-11.csv.gz", "demo/2025-10.csv.gz", "edition.json"]
  private static let catalog = Checkout.resources.appendingPathComponent(files[0])
  private static let hasInput = RealData.epa != nil && RealData.epa2022 != nil

  private func lines(of name: String) async throws -> [Substring] {
    let path = Checkout.resources.appendingPathComponent(name).path
    let unpacked = try await ChildProgram("/usr/bin/env", ["gzip", "-dc", path], output: .kept).ended()
    try #require(unpacked.status == 0)
    return String(decoding: unpacked.output, as: UTF8.self).split(separator: "\n")
  }

  /// Reads all cars at once, because reading them one by one takes a minute.
  private func cars(of store: CatalogStore) throws -> [Car.ID: Car] {
    try store.read { db in
      var cars: [Car.ID: Car] = [:]
      let sql = "SELECT \(Car.storedColumns.joined(separator: ", ")) FROM car"
      try db.makeStatement(sql: sql).forEachRow(in: db) { handle in
        let car = try Car(columns: StoredColumns(handle: handle, table: "car"))
        cars[car.id] = car
      }
      return cars
    }
  }

  @Test func `the bundled table has the columns that the importer reads, and no others`() async throws {
    let names =
      EPAColumns.Name.allCases.map(\.title) + CarText.allCases.compactMap(\.epaColumn)
      + CarNumber.allCases.flatMap(\.definition.epaColumns)

    let columns = try #require(await lines(of: "catalog.csv.gz").first).split(separator: ",").map(String.init)

    // The EPA's table has no prices of cars, but another one may.
    #expect(columns.sorted() == Set(names).subtracting(["price"]).sorted())
    #expect(try await lines(of: "demo/2025-10.csv.gz").first == columns.joined(separator: ",")[...])
    // The earlier edition lacks the column of the model family.
    #expect(
      try await lines(of: "demo/2022-11.csv.gz").first
        == columns.filter { $0 != "baseModel" }.joined(separator: ",")[...])
  }

  @Test func `the edition names the number of bundled cars, its date, and an address`() async throws {
    let locator = ResourceLocator(
      environment: ["SHOWROOM_RESOURCES": Checkout.resources.path], executable: URL(fileURLWithPath: "/nowhere"))

    let edition = try locator.edition()

    #expect(edition.cars == 49_582)
    #expect(try await lines(of: "catalog.csv.gz").count == edition.cars + 1)
    // The demo has the same edition.
    #expect(edition.date == "2025-10")
    #expect(
      try edition.source()
        == CatalogSource(parsing: "https://www.fueleconomy.gov/feg/epadata/vehicles.csv.zip"))
  }

  @Test(.enabled(if: hasInput, "skipped: no EPA data"))
  func `each bundled car is that of the EPA's table, field by field`() async throws {
    let (first, second) = (try TemporaryFolder(), try TemporaryFolder())
    let bundled = try CatalogStore(directory: first.url)
    let original = try CatalogStore(directory: second.url)
    _ = try await bundled.refresh(from: .file(Self.catalog))
    _ = try await original.refresh(from: .file(try #require(RealData.epa)))

    let (cars, expected) = (try cars(of: bundled), try cars(of: original))

    #expect(cars.count == 49_582 && expected.count == 49_582)
    for (id, car) in cars where car != expected[id] {
      Issue.record("\(car) is not \(String(describing: expected[id]))")
    }
    // A refresh from the original table finds nothing new, either.
    #expect(
      try await bundled.refresh(from: .file(try #require(RealData.epa)))
        == .applied(RefreshCounts(unchanged: 49_582)))
  }

  @Test(.enabled(if: hasInput, "skipped: no EPA data"))
  func `the tool makes the bundled files again, byte for byte`() async throws {
    let folder = try TemporaryFolder()
    let tools = folder.url.appendingPathComponent("Tools")
    try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
    for name in ["bundle-catalog", "catalog-table.swift"] {
      try FileManager.default.copyItem(
        at: Checkout.root.appendingPathComponent("Tools/\(name)"), to: tools.appendingPathComponent(name))
    }
    func bundle(_ edition: URL) async throws -> Int32? {
      try await ChildProgram(
        tools.appendingPathComponent("bundle-catalog").path,
        [edition.path, "2025-10", try #require(RealData.epa2022).path, "2022-11"], output: .dropped
      ).ended().status
    }
    let cut = folder.url.appendingPathComponent("cut.zip")
    try Data(contentsOf: try #require(RealData.epa)).prefix(100_000).write(to: cut)

    let status = try await bundle(try #require(RealData.epa))
    // An interrupted download leaves the files as they are.
    let statusOfCut = try await bundle(cut)

    #expect(status == 0 && statusOfCut != 0)
    for name in Self.files {
      let made = FileManager.default.contents(atPath: folder["Resources/\(name)"])
      let isKept = made == FileManager.default.contents(atPath: Checkout.resources.appendingPathComponent(name).path)
      #expect(made != nil && isKept, "\(name) differs from the file that the tool makes")
    }
  }
}
