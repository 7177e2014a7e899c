import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

@Suite(.timeLimit(.minutes(20)))
struct JSONCatalogTests {
  let folder: TemporaryFolder
  let store: CatalogStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.store()
  }

  @Test func `a JSON catalog is converted to US units, and keeps unknown fields nil and the zero CO₂ of electric cars`()
    async throws
  {
    let source = try folder.write(jsonCatalog(bmw520d, kiaEV6, citroen), as: "cars.json")
    #expect(try await store.refresh(from: source) == .applied(RefreshCounts(added: 3)))

    let bmw = try #require(try store.car(id: 1))
    #expect(bmw.make == "BMW" && bmw.model == "520d" && bmw.year == 2021 && bmw.vehicleClass == "Executive car")
    #expect(bmw.fuel == .diesel && bmw.fuelName == "Diesel" && bmw.cylinders == 4 && bmw.displacement == 2.0)
    #expect(abs(try #require(bmw.combinedMPG) - 235.214583 / 4.8) < 1e-9)
    #expect(abs(try #require(bmw.co2) - 126 * 1.609344) < 1e-9)
    #expect(bmw.annualFuelCost == 1200 && bmw.electricRange == nil && bmw[.electricConsumption] == nil)

    let kia = try #require(try store.car(id: 2))
    #expect(kia.co2 == 0)
    #expect(abs(try #require(kia[.electricConsumption]) - 18 * 1.609344) < 1e-9)
    #expect(abs(try #require(kia.combinedMPG) - 3370.5 / (18 * 1.609344)) < 1e-9)
    #expect(abs(try #require(kia.electricRange) - 500 / 1.609344) < 1e-9)

    let citroen = try #require(try store.car(id: 3))
    #expect(citroen.vehicleClass == nil && citroen.combinedMPG == nil && citroen.co2 == nil)
  }

  @Test func `a JSON catalog is searched by words in any order, without case or accents`() async throws {
    _ = try await store.refresh(from: folder.write(jsonCatalog(bmw520d, kiaEV6, citroen), as: "cars.json"))
    let index = try store.loadIndex()
    func found(_ query: String) -> [String] {
      index.search(.parse(query))?.ordinals.map { index.row(at: Int($0)).model } ?? []
    }
    #expect(found("") == ["EV6", "520d", "C4"])
    #expect(found("520 bmw") == ["520d"])
    #expect(found("citroen") == ["C4"])
    #expect(found("make:kia year>=2020") == ["EV6"])
    #expect(found("fuel:electric class:suv") == ["EV6"])
    #expect(found("kia diesel").isEmpty)
    let page = try store.firstPage(limit: 2)
    #expect(page.total == 3 && page.rows.map(\.model) == ["EV6", "520d"])
    #expect(page.rows == index.search(.all)?.ordinals.prefix(2).map { index.row(at: Int($0)) })
  }
}
