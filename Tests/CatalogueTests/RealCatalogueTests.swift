import Foundation
import GRDB
import Testing

@testable import Catalogue

@Suite(
  "The EPA's real file", .timeLimit(.minutes(5)), .enabled(if: RealData.epa != nil, "skipped: no EPA data"), .serialized
)
struct RealCatalogueTests {
  let folder: TemporaryFolder
  let store: CatalogueStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.store()
  }

  @Test(
    "is read whole, updates the one of 2022, and keeps what the user has",
    .enabled(if: RealData.epa2022 != nil, "skipped: no EPA data of 2022"))
  func update() async throws {
    let (old, new) = (try #require(RealData.epa2022), try #require(RealData.epa))
    #expect(try await store.refresh(from: .file(old)) == .applied(RefreshCounts(added: 45_777)))
    try await store.setFavourite(true, id: 33_892)
    // Nearly every car costs another sum a year, as fuel prices changed, and most got a base model; of 29 anything else
    // differs: ten are named anew, eight are of 4.0 litres in place of 3.7, and so on.
    #expect(
      try await store.refresh(from: .file(new))
        == .applied(RefreshCounts(added: 3806, changed: 29, repriced: 45_739, removed: 1, unchanged: 8)))
    #expect(try store.count() == 49_582)
    #expect(try store.userData(id: 33_892).isFavourite)

    // Known facts about it: one spelling of MINI, no stray spaces, electric cars that emit nothing.
    func number(_ sql: String) throws -> Int? { try store.read { try Int.fetchOne($0, sql: sql) } }
    #expect(try number("SELECT COUNT(DISTINCT make) FROM car WHERE makeKey = 'mini'") == 1)
    #expect(try number("SELECT COUNT(*) FROM car WHERE model LIKE '%  %' OR make LIKE '%  %'") == 0)
    #expect(try number("SELECT COUNT(*) FROM car WHERE fuel = 5 AND co2 = 0 AND electricRange > 0") == 1331)
    #expect(try number("SELECT COUNT(*) FROM car WHERE fuel NOT IN (5, 6) AND IFNULL(co2, 1) <= 0") == 0)
    #expect(try number("SELECT COUNT(*) FROM car WHERE fuel = 0 OR combinedMPG IS NULL") == 0)
    #expect(try number("SELECT COUNT(*) FROM car WHERE annualFuelCost IS NULL") == 39)
    let buzz = try #require(try store.car(id: 50_044))
    #expect(buzz.make == "Volkswagen" && buzz.model == "ID. Buzz" && buzz.year == 2026 && buzz.fuel == .electric)
    #expect(buzz.combinedMPG == 82.6705 && buzz.electricConsumption == 40.7703 && buzz.electricRange == 234)

    let index = try store.loadIndex()
    #expect(index.count == 49_582)
    #expect(index.search(.parse("make:mini"))?.count == 549)
    #expect(index.search(.parse("fuel:electric year:2026")).map { $0.count > 50 } == true)
    let first = try store.firstPage(limit: 30).rows
    #expect(first == (0..<30).map { index.row(at: $0) })
  }

  @Test("writes no car when it comes again under another name")
  func again() async throws {
    let file = try #require(RealData.epa)
    _ = try await store.refresh(from: .file(file))
    let copy = folder.url.appendingPathComponent("copy")
    try FileManager.default.copyItem(at: file, to: copy)
    #expect(try await store.refresh(from: .file(copy)) == .applied(RefreshCounts(unchanged: 49_582)))
  }

  @Test(
    "is served by nginx and fetched once: the second time nginx answers 304",
    .enabled(if: Nginx.isInstalled, "skipped: no nginx"))
  func nginx() async throws {
    let file = try #require(RealData.epa)
    let nginx = try await Nginx(serving: file.deletingLastPathComponent())
    let source = try CatalogueSource(parsing: nginx.url(file.lastPathComponent))
    #expect(try await store.refresh(from: source) == .applied(RefreshCounts(added: 49_582)))
    let revision = try store.read { try CatalogueRevision.fetch($0) }
    #expect(try await store.refresh(from: source) == .notModified)
    #expect(try store.read { try CatalogueRevision.fetch($0) } == revision)
    let missing = try CatalogueSource(parsing: nginx.url("nothing.zip"))
    await #expect(throws: CatalogueError.source(.httpStatus(404), source: missing.name)) {
      try await store.refresh(from: missing)
    }
    nginx.stop()
    #expect(try nginx.statuses() == [200, 304, 404])
  }
}
