import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@testable import ReactorTerminal
@testable import ShowroomApp
@testable import ShowroomCatalog
@testable import ShowroomFormatting

extension CatalogIndex {
  func listing(_ query: String = "", stamp: Int = 1) throws -> CarListing {
    CarListing(.matches(try #require(search(.parse(query)))), in: self, stamp: stamp)
  }
}

@MainActor @Suite(.timeLimit(.minutes(20)))
struct PlotReactorTests {
  private static let index = CatalogIndex(cars: CatalogFixture.cars)

  @Test func `the values are read, and the first car that has both is selected`() async throws {
    let listing = try Self.index.listing()
    // The 그랜저 has neither value.
    let store = TestStore(PlotReactor(of: .just(listing), selecting: 8))

    await store.receive(.setListing(listing)) { $0.listing = listing }
    let cars = PlottedCars(listing, PlottedCars.Fields())
    #expect(store.reactor.currentState.isReading)
    await store.receive(.setCars(cars)) {
      $0.cars = cars
      $0.selected = 1
    }
    #expect(cars.shownCount == 7 && cars.x.last?.isNaN == true && cars.x[2] == 117 && cars.y[2] == 600)
    #expect(!store.reactor.currentState.isReading)

    await store.finish()
  }

  @Test func `the car that was selected in the list is selected, and stays when the fields change`() async throws {
    let listing = try Self.index.listing()
    let reactor = PlotReactor(of: .just(listing), selecting: 4)
    #expect(await first(reactor.state) { $0.cars != nil }?.selected == 4)

    reactor.action.send(.setX(.year))
    #expect(reactor.currentState.isReading && reactor.currentState.cars?.fields.x == .economy)
    let cars = await first(reactor.state) { !$0.isReading }?.cars
    #expect(cars?.x == [2023, 2022, 2022, 2021, 2018, 2018, 2017, 2016] && cars?.shownCount == 7)
    reactor.action.send(.setY(.year))
    #expect(await first(reactor.state) { !$0.isReading }?.cars?.y == cars?.x)
    #expect(reactor.currentState.selected == 4)
    reactor.action.send(.setY(.co2))
    reactor.action.send(.swapAxes)
    #expect(await first(reactor.state) { !$0.isReading }?.cars?.fields == PlottedCars.Fields(x: .co2, y: .year))
  }

  @Test func `cars are opened by their position in the list, with the listed cars as their neighbors`() async throws {
    let listing = try Self.index.listing("kia")
    let store = TestStore(PlotReactor(of: .just(listing)), exhaustivity: .off)
    let outputs = Recorder(store.reactor.outputs)
    store.send(.open(0))
    #expect(outputs.elements.isEmpty)
    _ = await first(store.reactor.state) { $0.cars != nil }

    store.send(.select(1))
    #expect(store.reactor.currentState.selected == 4)
    store.send(.open(1))
    store.send(.open(-1))
    store.send(.select(99))

    #expect(outputs.elements.count == 1)
    guard case .carPicked(let id, let cars)? = outputs.elements.first else { return }
    #expect(id == 4 && cars.count == 3 && cars.position(of: 5) == 2)
  }

  @Test func `a refresh moves the dots, and the selected car stays selected`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    let list = CarListReactor(catalog: catalog)
    let reactor = PlotReactor(of: list.state(\.listing), selecting: 4)
    let before = try #require(await first(reactor.state) { $0.cars != nil }?.cars)
    #expect(before.shownCount == 7)

    var cars = CatalogFixture.cars
    cars[3][.combinedMPG] = 40
    cars.append(Car(id: 9, make: "Kia", model: "EV9", year: 2024, combinedMPG: 90, annualFuelCost: 500))
    try fixture.publish(cars)
    _ = try await fixture.store.refresh(from: .file(fixture.file))

    let after = try #require(await first(reactor.state) { $0.cars?.shownCount == 8 }?.cars)
    #expect(after.listing.position(of: 4).map { after.x[$0].rounded() } == 40)
    #expect(reactor.currentState.selected == 4)
  }

  @Test func `other assumptions about costs move the dots`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    let list = CarListReactor(catalog: catalog)
    let reactor = PlotReactor(of: list.state(\.listing), selecting: 4)
    func cost(_ cars: PlottedCars?) -> Double? { cars?.listing.position(of: 4).flatMap { cars?.y[$0] } }
    #expect(await first(reactor.state) { cost($0.cars) == 1500 } != nil)

    try await catalog.setCosts([.miles: 30_000])

    #expect(await first(reactor.state) { (cost($0.cars) ?? 0) > 2_500 } != nil)
  }
}

/// The bundled cars, all of which are dots.
@MainActor @Suite(.timeLimit(.minutes(20)), .serialized)
struct PlotOfAllCarsTests {
  @Test func `each car with both values is in one cell, and no other car is`() async throws {
    let folder = try TemporaryFolder()
    let store = try CatalogStore(directory: folder.url)
    _ = try await store.refresh(from: .file(RealData.cars))
    let index = try store.loadIndex()
    let listing = try index.listing()
    let formatting = CarFormatting(units: .metric)

    for (x, y) in [(CarField.economy, CarField.cost), (.year, .luggage), (.savings, .co2)] {
      let cars = PlottedCars(listing, PlottedCars.Fields(x: x, y: y))
      let dots = zip(cars.x, cars.y).map { PlotDot(x: formatting.plotted($0, x), y: formatting.plotted($1, y)) }
      let size = Size(width: 70, height: 18)
      let grid = ScatterGrid(dots, on: try #require(PlotScales(dots)), in: size)
      var seen = [Int](repeating: 0, count: dots.count)
      for row in 0..<size.height {
        for column in 0..<size.width {
          for dot in grid.dots(at: Point(x: column, y: row)) { seen[dot] += 1 }
        }
      }
      var known = 0
      for position in 0..<listing.count {
        let car = listing.row(at: position).car
        let isKnown = x.comparedNumber(of: car) != nil && y.comparedNumber(of: car) != nil
        known += isKnown ? 1 : 0
        if seen[position] != (isKnown ? 1 : 0) { Issue.record("\(car.name) is in \(seen[position]) cells") }
      }
      #expect(known == cars.shownCount && known > 15_000 && listing.count == 49_582)
    }
  }
}
