import ReactorTerminal
import ReactorTesting
import ShowroomCatalog
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomSettings

/// The signs of the cars that the latest refresh brought or changed.
@MainActor @Suite(.timeLimit(.minutes(20)))
struct RowChangesTests {
  /// Shows the cars of a refresh that brought the EV9 and changed a K5, which is a favorite.
  private func screen(
    after seenRefresh: Int64? = nil, isFolded: Bool = false
  ) async throws -> (CarListScreen, CarListReactor) {
    let fixture = try await CatalogFixture.refreshed()
    try fixture.store.setFavorite(true, id: 4)
    try fixture.store.setFavorite(true, id: 5)
    var session = SessionState()
    session.seenRefresh = seenRefresh
    session.isFolded = isFolded
    let reactor = CarListReactor(catalog: fixture.live(), restoring: session)
    let screen = CarListScreen(reactor)
    await reactor.showsWholeCatalog()
    return (screen, reactor)
  }

  /// The rows with a sign, each from the sign to the year.
  private func signs(_ screen: CarListScreen) -> [String] {
    screen.rows.compactMap { row in
      row.firstMatch(of: /[+~★] [A-Z]\w+ +\S+( \d)? +\d{4}/).map { String($0.0).replacing(/\s+/, with: " ") }
    }
  }

  @Test func `new and changed cars have a sign until the selection leaves them, in place of the star`() async throws {
    let (screen, _) = try await screen()
    #expect(signs(screen) == ["+ Kia EV9 2024", "~ Kia K5 2021", "★ Kia K5 2018"])

    screen.terminal.press(.down)
    #expect(signs(screen) == ["~ Kia K5 2021", "★ Kia K5 2018"])

    for _ in 0..<5 { screen.terminal.press(.down) }
    #expect(signs(screen) == ["★ Kia K5 2021", "★ Kia K5 2018"])
    screen.terminal.press(.home)
    #expect(signs(screen) == ["★ Kia K5 2021", "★ Kia K5 2018"])
  }

  @Test func `the next session shows the signs of a later refresh only`() async throws {
    let (first, reactor) = try await screen()
    #expect(signs(first).count == 3)
    var saved = SessionState()
    reactor.currentState.save(to: &saved)
    let restored = try SessionState(json: saved.json)
    let seen = try #require(restored.seenRefresh)

    let (same, _) = try await screen(after: seen)
    let (later, _) = try await screen(after: seen - 1)

    #expect(signs(same) == ["★ Kia K5 2021", "★ Kia K5 2018"])
    #expect(signs(later).count == 3)
  }

  @Test func `a model has the sign of its first variant with a change`() async throws {
    let (screen, reactor) = try await screen(isFolded: true)
    await reactor.showsWholeCatalog()
    #expect(signs(screen) == ["+ Kia EV9 2024", "~ Kia K5 2021", "★ Kia K5 2018"])
  }

  @Test func `a later refresh shows signs again`() async throws {
    let fixture = try await CatalogFixture.refreshed()
    let reactor = CarListReactor(catalog: fixture.live())
    let screen = CarListScreen(reactor)
    await reactor.showsWholeCatalog()
    screen.terminal.press(.down)
    #expect(signs(screen) == ["~ Kia K5 2021"])

    var cars = CatalogFixture.cars
    cars.append(Car(id: 9, make: "Kia", model: "EV9", year: 2024, fuel: .electric, combinedMPG: 95))
    try fixture.publish(cars)
    reactor.action.send(.refresh)
    _ = await first(reactor.state(\.listing)) { $0.latestRefresh == 2 }

    #expect(signs(screen).contains("~ Kia EV9 2024"))
  }
}
