import ReactorCore
import ShowroomCatalog
import ShowroomTestSupport
import Testing

@testable import ReactorTerminal
@testable import ShowroomApp

/// The cars that are most like another one, on the screen.
@MainActor @Suite(.timeLimit(.minutes(20)))
struct AlikeTests {
  private let cars = (1...4).map { id in
    Car(
      id: Car.ID(id), make: "Kia", model: "Model \(id)", year: 2020, vehicleClass: "Compact Cars", fuel: .gasoline,
      combinedMPG: id == 1 ? 30 : 35 - Double(id))
  }

  private func journey() async throws -> Journey {
    let journey = try await Journey(cars)
    try await journey.listIsComplete()
    return journey
  }

  @Test func `the key finds the cars most similar to the selected one, the nearest first, in place of the query`()
    async throws
  {
    let journey = try await journey()
    journey.press("s")
    journey.type("make")
    journey.press(.enter)

    journey.press("~")

    await eventually {
      // The first line names the selected car.
      let rows = journey.text.drop { $0 != "\n" }
      let models = rows.matches(of: /Model \d/).map { String($0.output) }
      return models.prefix(4) == ["Model 1", "Model 4", "Model 3", "Model 2"]
    }
    #expect(journey.text.contains("similar to Kia Model 1 2020") && !journey.text.contains("filter: like"))
    #expect(journey.selectedRow?.contains("Model 1") == true)
  }

  @Test func `on the page of a car the key leads back to the list`() async throws {
    let journey = try await journey()
    journey.press(.down, .enter)
    try await journey.opens("Kia Model 2 2020")

    journey.press("~")

    try await journey.reaches(["Cars"])
    await eventually {
      journey.text.contains("similar to Kia Model 2 2020") && journey.selectedRow?.contains("Model 2") == true
    }
  }

  @Test func `favorites only and the former order do not hide cars, and the former query stays in the history`()
    async throws
  {
    let fixture = try await CatalogFixture(cars)
    let reactor = CarListReactor(catalog: fixture.live())
    await reactor.showsWholeCatalog()
    reactor.action.send(.setQuery("kia"))
    reactor.action.send(.sort(.economy))
    reactor.action.send(.toggleFavoritesOnly)

    reactor.action.send(.findAlike(1))

    await reactor.shows(["Model 1", "Model 4", "Model 3", "Model 2"])
    #expect(reactor.currentState.query.text == "like:1")
    #expect(reactor.currentState.sort == .standard && !reactor.currentState.favoritesOnly)
    #expect(reactor.currentState.history == ["kia", "like:1"])
  }

  @Test func `typing a price changes at once which cars are similar`() async throws {
    let state = CarListReactor.State()
    var liked = state
    liked.query = .like(1)

    #expect(!state.dependsOnUserData && liked.dependsOnUserData)
  }
}
