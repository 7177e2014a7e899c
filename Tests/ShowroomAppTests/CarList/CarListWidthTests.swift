import Foundation
import ReactorCore
import ReactorTerminal
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog

/// The widths of the columns of the list, which follow from its contents.
@MainActor
struct CarListWidthTests {
  /// What lists are made of: few or many long models, all fuels, long classes.
  private static func cars(seed: UInt64) -> [Car] {
    var chance = SeededChance(seed: seed)
    func text(_ length: ClosedRange<Int>) -> String {
      let count = Int.random(in: length, using: &chance)
      return String((0..<count).map { $0 % 6 == 5 ? " " : "abcdeXY7".randomElement(using: &chance) ?? "x" })
    }
    let longest = Int.random(in: 6...52, using: &chance)
    let classes = ["Standard Sport Utility Vehicle 4WD", "Subcompact Cars", "Two Seaters", "Vans", "대형차"]
    return (1...Int64.random(in: 3...40, using: &chance)).map { id in
      let fuel: Fuel = [.gasoline, .electric, .pluginHybrid, .naturalGas].randomElement(using: &chance) ?? .gasoline
      return Car(
        id: id, make: text(3...16), model: text(2...longest), year: 2020,
        vehicleClass: classes.randomElement(using: &chance), fuel: fuel, displacement: 2.5,
        transmission: "Automatic (AM-S7)", combinedMPG: 30, co2: 1270, annualFuelCost: 8550, electricRange: 300,
        others: fuel == .pluginHybrid ? [.electricMPG: 106, .blendedMPG: 77] : [:])
    }
  }

  @Test(arguments: UnitSystem.allCases, [Sort(nil), Sort(.co2)])
  func `a model shows no less in a wider window`(units: UnitSystem, sort: Sort) async throws {
    let reactor = CarListReactor(catalog: try await CatalogFixture([]).live())
    for seed in 1...3 as ClosedRange<UInt64> {
      let stub = reactor.stub()
      stub.state = .showing(Self.cars(seed: seed), favorites: [2, 3])
      stub.state.marked = [1, 2]
      stub.state.sort = sort
      let screen = CarListScreen(reactor, width: 20, height: 30, units: units)
      let listing = stub.state.listing
      let longest = (0..<listing.count).map { displayWidth(of: listing.row(at: $0).model) }.max() ?? 0
      var shown = 0
      for width in 20...250 {
        screen.terminal.resize(to: Size(width: width, height: 30))
        screen.window.render()
        let cells = min(longest, screen.view.table.width(ofColumn: "model") ?? 0)
        #expect(cells >= shown, "\(cells) cells at \(width), \(shown) before, seed \(seed)")
        shown = cells
      }
      #expect(shown == longest, "the widest window shows the models completely")
    }
  }

  @Test func `a list of short values has all its columns, and one of long models leaves columns out`() async throws {
    let reactor = CarListReactor(catalog: try await CatalogFixture([]).live())
    let stub = reactor.stub()
    func headings(_ model: String, _ width: Int) -> [Substring] {
      stub.state = .showing(
        [Car(id: 1, make: "Kia", model: model, year: 2024, vehicleClass: "Vans", fuel: .electric, combinedMPG: 117)],
        stamp: model.count)
      return CarListScreen(reactor, width: width, height: 12).rows[1].split(separator: " ")
    }

    #expect(headings("EV6", 50) == ["Make", "Model", "Year", "Class", "Fuel", "Economy"])
    #expect(headings("EV6 Long Range AWD (20 inch Wheels)", 50) == ["Make", "Model", "Year", "Economy"])
    #expect(
      headings("EV6 Long Range AWD (20 inch Wheels)", 80) == ["Make", "Model", "Year", "Class", "Fuel", "Economy"])
  }

  @Test func `the first frame of a small catalog is the one that its index shows`() async throws {
    let reactor = CarListReactor(catalog: try await CatalogFixture().live(), pageSize: 2)
    let screen = CarListScreen(reactor)
    let first = screen.rows

    await reactor.showsWholeCatalog()

    screen.window.render()
    #expect(screen.rows == first)
  }

  @Test func `columns stay where they are while the user types, and follow the result afterward`() async throws {
    let reactor = CarListReactor(catalog: try await CatalogFixture().live())
    await reactor.showsWholeCatalog()
    let screen = CarListScreen(reactor)
    let heading = screen.rows[1]

    screen.terminal.type("/k5")
    await reactor.shows(["K5", "K5"])
    #expect(screen.rows[1] == heading)
    screen.terminal.press(.enter)

    #expect(screen.rows[1].hasPrefix("    Make  Model  Year"))
  }
}

@Suite(.timeLimit(.minutes(20)))
@MainActor
struct CarListRealWidthTests {
  @Test(arguments: ["", "kia", "make:bmw year>=2020", "fuel:plug-in"])
  func `a model of the real catalog shows no less in a wider window`(query: String) async throws {
    let folder = try TemporaryFolder()
    let store = try CatalogStore(directory: folder.url)
    _ = try await store.refresh(from: .file(RealData.cars))
    let index = try store.loadIndex()
    let reactor = CarListReactor(catalog: try await CatalogFixture([]).live())
    let stub = reactor.stub()
    let found = try #require(index.search(.parse(query)))
    stub.state = .showing([])
    stub.state.listing = CarListing(.matches(found), in: index, stamp: 2)
    let longest = found.ordinals.map { displayWidth(of: index.row(at: Int($0)).model) }.max() ?? 0
    let screen = CarListScreen(reactor, width: 40, height: 12)
    var shown = 0

    for width in 40...200 {
      screen.terminal.resize(to: Size(width: width, height: 12))
      screen.window.render()
      let cells = min(longest, screen.view.table.width(ofColumn: "model") ?? 0)
      #expect(cells >= shown, "\(cells) cells at \(width), \(shown) before")
      shown = cells
    }
    #expect(shown >= 25)
  }

  @Test func `variants of a car can be told apart, in their own list and in that of all cars`() async throws {
    let folder = try TemporaryFolder()
    let store = try CatalogStore(directory: folder.url)
    _ = try await store.refresh(from: .file(RealData.cars))
    let index = try store.loadIndex()
    let reactor = CarListReactor(catalog: try await CatalogFixture([]).live())
    let stub = reactor.stub()
    let variants = try #require(index.search(.parse("ev6 long range year:2025")))

    for (stamp, query) in ["ev6 long range year:2025", ""].enumerated() {
      let found = try #require(index.search(.parse(query)))
      stub.state = .showing([])
      stub.state.listing = CarListing(.matches(found), in: index, stamp: stamp + 2)
      let screen = CarListScreen(reactor, width: 120, height: 12)
      let start = screen.column(of: "Model", row: 1)
      let width = try #require(screen.view.table.width(ofColumn: "model"))
      let models = variants.ordinals.map { ordinal in
        screen.view.table.selectedCar = index.id(at: Int(ordinal))
        return String((screen.rows.first { $0.hasPrefix("▸") } ?? "").dropFirst(start).prefix(width))
      }

      #expect(models.count == 3 && Set(models).count == 3, "\(models)")
    }
  }
}
