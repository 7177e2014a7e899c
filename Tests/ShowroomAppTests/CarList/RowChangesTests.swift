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
    _ seen: SeenChanges = SeenChanges(), isFolded: Bool = false
  ) async throws -> (CarListScreen, CarListReactor) {
    let fixture = try await CatalogFixture.refreshed()
    try fixture.store.setFavorite(true, id: 4)
    try fixture.store.setFavorite(true, id: 5)
    var session = SessionState()
    session.isFolded = isFolded
    let reactor = CarListReactor(catalog: fixture.live(), restoring: session)
    let screen = CarListScreen(reactor)
    screen.view.table.cells.changes = RowChanges(seen)
    await reactor.showsWholeCatalog()
    return (screen, reactor)
  }

  /// The rows with a sign, each from the sign to the year.
  private func signs(_ screen: CarListScreen) -> [String] {
    screen.rows.compactMap { row in
      row.firstMatch(of: /[+~★] [A-Z]\w+ +\S+( \d)? +\d{4}/).map { String($0.0).replacing(/\s+/, with: " ") }
    }
  }

  /// The colors of the stars, from top to bottom.
  private func colors(_ screen: CarListScreen) -> [Role?] {
    let table = screen.view.table
    return (0..<table.listing.rowCount).compactMap { table.cells.sign(table.listing.listRow(at: $0)) }
      .filter { $0.text == "★" }.map(\.role)
  }

  @Test func `new and changed cars have a sign, or a star in its color, until the selection leaves them`()
    async throws
  {
    let (screen, _) = try await screen()
    #expect(signs(screen) == ["+ Kia EV9 2024", "★ Kia K5 2021", "★ Kia K5 2018"])
    #expect(colors(screen) == [.accent, .mark])

    screen.terminal.press(.down)
    #expect(signs(screen) == ["★ Kia K5 2021", "★ Kia K5 2018"])
    #expect(colors(screen) == [.accent, .mark])

    for _ in 0..<5 { screen.terminal.press(.down) }
    #expect(colors(screen) == [.mark, .mark])
    screen.terminal.press(.home)
    #expect(signs(screen) == ["★ Kia K5 2021", "★ Kia K5 2018"])
  }

  @Test func `a favorite that is added or removed is visible in a row with a sign`() async throws {
    let fixture = try await CatalogFixture.refreshed()
    try fixture.store.setFavorite(true, id: 4)
    let reactor = CarListReactor(catalog: fixture.live())
    let screen = CarListScreen(reactor)
    await reactor.showsWholeCatalog()

    screen.terminal.press("f")
    reactor.action.send(.toggleFavorite(4))

    #expect(signs(screen) == ["★ Kia EV9 2024", "~ Kia K5 2021"])
    #expect(colors(screen) == [.success])
    withExtendedLifetime(fixture) {}
  }

  @Test func `the next session shows the signs of the rows that were not seen`() async throws {
    let (first, _) = try await screen()
    let seen = Recorder(first.view.table.changesSeen)
    first.terminal.press(.down)
    var saved = SessionState()
    saved.seenChanges = try #require(seen.elements.last)
    let restored = try SessionState(json: saved.json).seenChanges
    #expect(restored == SeenChanges(refresh: 1, cars: [9]))

    let (same, _) = try await screen(restored)
    let (later, _) = try await screen(SeenChanges(refresh: 0, cars: [9]))

    #expect(signs(same) == ["★ Kia K5 2021", "★ Kia K5 2018"])
    #expect(colors(same) == [.accent, .mark])
    #expect(signs(later).count == 3)
  }

  @Test func `only rows with a change are recorded as seen, once`() async throws {
    let (screen, _) = try await screen()
    let seen = Recorder(screen.view.table.changesSeen)
    for _ in 0..<2 {
      screen.terminal.press(.end, .home)
      for _ in 0..<7 { screen.terminal.press(.down) }
    }
    #expect(seen.elements.map(\.cars) == [[9], [9, 4]])
  }

  @Test func `rows that the program has selected do not count as seen when it selects another`() async throws {
    let fixture = try await CatalogFixture.refreshed()
    var session = SessionState()
    session.selectedCar = 6
    let reactor = CarListReactor(catalog: fixture.live(), restoring: session)
    let screen = CarListScreen(reactor)
    let seen = Recorder(screen.view.table.changesSeen)
    await reactor.showsWholeCatalog()
    #expect(screen.view.table.selectedCar == 6)

    for words in ["ev9", "k5", ""] {
      reactor.action.send(.setQuery(words))
      _ = await first(reactor.state(\.listing)) { $0.isComplete && $0.query.text == words }
      screen.window.render()
    }
    reactor.action.send(.reveal(9))
    reactor.action.send(.reveal(4))

    #expect(screen.view.table.selectedCar == 4)
    #expect(seen.elements == [])
    #expect(signs(screen) == ["+ Kia EV9 2024", "~ Kia K5 2021"])
  }

  @Test func `a model has a sign until the changes of all its variants have been seen`() async throws {
    let fixture = try await CatalogFixture()
    let variants: [Car] = [9, 10].map {
      Car(id: $0, make: "Kia", model: "EV9", year: 2024, fuel: .electric, combinedMPG: 90)
    }
    try fixture.publish(CatalogFixture.cars + variants)
    _ = try await fixture.store.refresh(from: .file(fixture.file))
    var session = SessionState()
    session.isFolded = true
    let reactor = CarListReactor(catalog: fixture.live(), restoring: session)
    let screen = CarListScreen(reactor)
    let seen = Recorder(screen.view.table.changesSeen)
    screen.view.table.cells.changes = RowChanges(SeenChanges(refresh: 1, cars: [9]))
    _ = await first(reactor.state(\.listing)) { $0.isFolded }
    screen.window.render()
    #expect(screen.view.table.selectedID == .model(of: 9) && screen.text.contains("+ Kia"))

    screen.terminal.press(.down)

    #expect(seen.elements.map(\.cars) == [[9, 10]])
    #expect(!screen.text.contains("+ Kia"))
  }

  @Test func `the refresh has facets for its kinds of changes, and other catalogs have none`() async throws {
    let pane = FacetPane()
    pane.show(try #require(try await CatalogFixture().store.loadIndex().facets(for: .all)))
    #expect(pane.list.facets.last?.title == "Marked")

    let index = try await CatalogFixture.refreshed().store.loadIndex()
    pane.show(try #require(index.facets(for: CarQuery.parse("new:yes"))))
    #expect(pane.list.facets.suffix(2).map(\.title) == ["New", "Changed"])

    pane.show(try #require(index.facets(for: .all)))
    let changes = pane.list.facets.suffix(2)
    #expect(changes.map(\.title) == ["New", "Changed"])
    #expect(
      changes.map(\.content)
        == Array(
          repeating: .values([
            Facet.Value(id: "yes", label: "Yes", count: 1), Facet.Value(id: "no", label: "No", count: 7),
          ]), count: 2))
  }

  @Test func `the changes can be columns`() async throws {
    let (screen, reactor) = try await screen()
    reactor.action.send(.setColumns([.model, .new, .changed].map { ListColumn($0) }))
    func column(of text: String, inRowWith other: String) throws -> Int {
      let row = try #require(screen.rows.first { $0.contains(text) && $0.contains(other) })
      return row.prefix(upTo: try #require(row.firstRange(of: text)).lowerBound).count
    }
    #expect(try column(of: "yes", inRowWith: "EV9") == column(of: "New", inRowWith: "Model"))
    #expect(try column(of: "yes", inRowWith: "K5") == column(of: "Changed", inRowWith: "Model"))
  }

  @Test func `a model has the sign of its first variant with a change`() async throws {
    let (screen, reactor) = try await screen(isFolded: true)
    await reactor.showsWholeCatalog()
    #expect(signs(screen) == ["+ Kia EV9 2024", "★ Kia K5 2021", "★ Kia K5 2018"])
    #expect(colors(screen) == [.accent, .mark])
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
