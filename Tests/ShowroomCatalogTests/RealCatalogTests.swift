import Foundation
import GRDB
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

@Suite(.timeLimit(.minutes(20)), .serialized)
struct RealCatalogTests {
  let folder: TemporaryFolder
  let store: CatalogStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.store()
  }

  @Test(
    .enabled(if: RealData.epa2022 != nil && RealData.epa != nil, "skipped: no EPA data of 2022"))
  func `the real catalog is read completely, updates the one of 2022, and keeps user data`() async throws {
    let (old, new) = (try #require(RealData.epa2022), try #require(RealData.epa))
    #expect(try await store.refresh(from: .file(old)) == .applied(RefreshCounts(added: 45_777)))
    try store.setFavorite(true, id: 33_892)
    // Nearly every car has a new annual fuel cost, because fuel prices have changed, and most have a new base model.
    // Only 358 differ in anything else: 278 plug-in hybrids have a total range, ten cars a new name, and so on.
    #expect(
      try await store.refresh(from: .file(new))
        == .applied(RefreshCounts(added: 3806, changed: 358, repriced: 45_418, removed: 1)))
    #expect(try store.count() == 49_582)
    #expect(try store.userData(id: 33_892).isFavorite)

    // Known facts about it: one spelling of MINI, no stray spaces, electric cars with zero emissions.
    func number(_ sql: String) throws -> Int? { try store.read { try Int.fetchOne($0, sql: sql) } }
    #expect(try number("SELECT COUNT(DISTINCT make) FROM car WHERE makeKey = 'mini'") == 1)
    #expect(try number("SELECT COUNT(*) FROM car WHERE model LIKE '%  %' OR make LIKE '%  %'") == 0)
    #expect(try number("SELECT COUNT(*) FROM car WHERE fuel = 5 AND co2 = 0 AND electricRange > 0") == 1331)
    #expect(try number("SELECT COUNT(*) FROM car WHERE fuel NOT IN (5, 6) AND IFNULL(co2, 1) <= 0") == 0)
    #expect(try number("SELECT COUNT(*) FROM car WHERE fuel = 0 OR combinedMPG IS NULL") == 0)
    #expect(try number("SELECT COUNT(*) FROM car WHERE annualFuelCost IS NULL") == 39)
    for (condition, count) in [
      ("turbocharger", 11_428), ("supercharger", 1_138), ("startStop", 8_479), ("NOT startStop", 9_414),
      ("gasGuzzler", 2_831), ("luggageVolume > 0", 26_192), ("passengerVolume > 0", 26_198),
      ("greenhouseScore > 0", 17_571),
      ("economyScore > 0", 17_571), ("fiveYearSavings <> 0", 48_826), ("fiveYearSavings = 0", 756),
      ("chargeHours > 0", 1_739), ("electricMotor <> ''", 3_291), ("engineDescription <> ''", 31_483),
      ("transmissionDescription <> ''", 15_044), ("secondMPG > 0", 1_566), ("secondFuelCost > 0", 1_566),
      ("secondRange > 0", 1_561), ("totalRange > 0", 432),
    ] { #expect(try number("SELECT COUNT(*) FROM car WHERE \(condition)") == count, "\(condition)") }
    let buzz = try #require(try store.car(id: 50_044))
    #expect(buzz.make == "Volkswagen" && buzz.model == "ID. Buzz" && buzz.year == 2026 && buzz.fuel == .electric)
    #expect(buzz.combinedMPG == 83 && buzz[.electricConsumption] == 40.7703 && buzz.electricRange == 234)

    let index = try store.loadIndex()
    #expect(index.count == 49_582)
    #expect(index.search(.parse("make:mini"))?.count == 549)
    #expect(index.search(.parse("fuel:electric year:2026")).map { $0.count > 50 } == true)
    let first = try store.firstPage(limit: 30).rows
    let listed = index.search(.all)?.ordinals.prefix(30).map { index.row(at: Int($0)) }
    // Only the index has the changes of the latest refresh.
    #expect(first == listed?.map { CarRow($0.car) })
    #expect(first.allSatisfy { $0.year == 2026 })
  }

  /// Two editions with the numbers of new, changed, gone, repriced and unchanged cars.
  struct Editions: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let old: URL, new: URL
    let counts: [Int]
    var isWhole = false
  }

  /// The model years since 2021, which are bundled for the demo, and all cars if they are there.
  static let editions = {
    let demo = Checkout.resources.appendingPathComponent("demo", isDirectory: true)
    var editions = [
      Editions(
        testDescription: "bundled", old: demo.appendingPathComponent("2022-11.csv.gz"),
        new: demo.appendingPathComponent("2025-10.csv.gz"), counts: [3_789, 174, 1, 3_410, 0])
    ]
    if let old = RealData.epa2022, let new = RealData.epa {
      editions.append(
        Editions(testDescription: "whole", old: old, new: new, counts: [3_806, 358, 1, 45_418, 0], isWhole: true))
    }
    return editions
  }()

  @Test(arguments: editions)
  func `the changes between two editions are those that a loop over their cells counts`(editions: Editions) async throws
  {
    let (old, new) = (editions.old, editions.new)
    let counts = try EPAEditions(old, new)
    #expect([counts.new, counts.changed, counts.gone, counts.repriced, counts.unchanged] == editions.counts)
    _ = try await store.refresh(from: .file(old))
    #expect(try store.carChanges() == CatalogChanges())

    _ = try await store.refresh(from: .file(new))

    let changes = try store.carChanges()
    #expect(CarChange.Kind.allCases.map(changes.count) == [counts.new, counts.changed, counts.gone])
    #expect(changes.repriced == counts.repriced)
    #expect(changes.cars.allSatisfy { ($0.kind == .changed) != $0.fields.isEmpty })

    // A second refresh brings nothing, and the older edition everything back. Without the older model years, it would
    // be another catalog.
    #expect(try await store.refresh(from: .file(new)) == .notModified)
    #expect(try store.carChanges(since: .now) == CatalogChanges())
    guard editions.isWhole else { return }
    let loss = RefreshLoss(cars: 49_582, removed: 3_806, isOlder: true)
    #expect(try await store.refresh(from: .file(old), approval: { _ in false }) == .declined(loss))
    #expect(try store.carChanges(since: .now) == CatalogChanges())
    _ = try await store.refresh(from: .file(old), approval: { $0 == loss })
    let back = try store.carChanges()
    #expect(CarChange.Kind.allCases.map(back.count) == [1, 358, 3_806])
    #expect(try store.carChanges(since: .distantPast).cars == [])
  }

  @Test func `the same catalog under another name writes no car`() async throws {
    let file = RealData.cars
    _ = try await store.refresh(from: .file(file))
    let copy = folder.url.appendingPathComponent("copy")
    try FileManager.default.copyItem(at: file, to: copy)
    #expect(try await store.refresh(from: .file(copy)) == .applied(RefreshCounts(unchanged: 49_582)))
  }

  @Test(
    .enabled(if: NginxServer.isInstalled, "skipped: no nginx"))
  func `the real catalog is downloaded once from nginx, which then returns 304`() async throws {
    let file = RealData.cars
    let root = file.deletingLastPathComponent().path
    let nginx = try await NginxServer(folder: TemporaryFolder(), log: "$status") {
      "server { listen 127.0.0.1:\($0); root \"\(root)\"; }"
    }
    let address = "http://127.0.0.1:\(nginx.port)"
    let source = try CatalogSource(parsing: "\(address)/\(file.lastPathComponent)")
    #expect(try await store.refresh(from: source) == .applied(RefreshCounts(added: 49_582)))
    let revision = try store.read { try CatalogRevision.fetch($0) }
    #expect(try await store.refresh(from: source) == .notModified)
    #expect(try store.read { try CatalogRevision.fetch($0) } == revision)
    let missing = try CatalogSource(parsing: "\(address)/nothing.zip")
    await #expect(throws: CatalogError.source(.httpStatus(404), source: missing.name)) {
      try await store.refresh(from: missing)
    }
    nginx.stop()
    #expect(try nginx.accessLog() == ["200", "304", "404"])
  }
}
