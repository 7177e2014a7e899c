import ReactorCore
import ReactorTerminal
import ShowroomTestSupport
import ShowroomText
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog

/// Facets below the list: what they count, and the filters that they make.
@MainActor @Suite(.timeLimit(.minutes(20)))
struct CarListFacetsTests {
  private func reactor() async throws -> CarListReactor {
    let reactor = CarListReactor(catalog: try await CatalogFixture().live())
    await reactor.showsWholeCatalog()
    return reactor
  }

  private func makes(_ reactor: CarListReactor) -> [String] {
    (reactor.currentState.facets?.facets.values(of: .make) ?? []).map { "\($0.text) \($0.count)" }
  }

  /// Returns the screen with the facets, in which Kia is selected.
  private func screenWithKia(_ reactor: CarListReactor) async -> CarListScreen {
    let screen = CarListScreen(reactor, width: 100, height: 24)
    screen.terminal.type("#")
    _ = await first(reactor.state(\.facets)) { $0 != nil }
    screen.terminal.press(.space)
    _ = await first(reactor.state(\.facets)) { $0?.query == "make:kia" }
    return screen
  }

  @Test func `values are counted once they are shown, and again with every search`() async throws {
    let reactor = try await reactor()
    #expect(reactor.currentState.facets == nil)

    reactor.action.send(.setFacetsShown(true))
    _ = await first(reactor.state(\.facets)) { $0 != nil }
    #expect(makes(reactor).prefix(2) == ["Kia 3", "BMW 1"])

    reactor.action.send(.setQuery("fuel:electric"))
    _ = await first(reactor.state(\.facets)) { $0?.facets.count == 2 }
    #expect(makes(reactor) == ["Kia 1", "Tesla 1"])

    reactor.action.send(.setFacetsShown(false))
    #expect(reactor.currentState.facets == nil)
  }

  @Test func `selected values become a filter in the text of the search`() async throws {
    let reactor = try await reactor()
    reactor.action.send(.setQuery("electric"))
    await reactor.shows(["EV6", "Model 3"])

    reactor.action.send(.select(.values(["Kia"]), of: .make))

    #expect(reactor.currentState.query.text == "electric make:kia")
    await reactor.shows(["EV6"])
    reactor.action.send(.select(.everything, of: .make))
    #expect(reactor.currentState.query.text == "electric")
  }

  @Test func `the number sign opens the facets, Space selects, and Enter narrows and returns to the list`() async throws
  {
    let reactor = try await reactor()
    let screen = CarListScreen(reactor, width: 100, height: 24)
    screen.terminal.type("#")
    _ = await first(reactor.state(\.facets)) { $0 != nil }

    #expect(screen.text.contains("□ Kia"))
    screen.terminal.press(.space)
    #expect(reactor.currentState.query.text == "make:kia")
    await reactor.shows(["EV6", "K5", "K5"])
    _ = await first(reactor.state(\.facets)) { $0?.query == "make:kia" }
    #expect(screen.text.contains("■ Kia"))

    screen.terminal.press(.down, .enter)

    #expect(!reactor.currentState.areFacetsShown)
    #expect(screen.view.table.isFocused)
    #expect(reactor.currentState.query.text == "make:kia")
  }

  @Test func `Esc closes the facets and keeps the filter`() async throws {
    let reactor = try await reactor()
    let screen = await screenWithKia(reactor)

    screen.terminal.press(.escape)

    #expect(!reactor.currentState.areFacetsShown)
    #expect(reactor.currentState.query.text == "make:kia")
    #expect(screen.view.table.isFocused)
  }

  @Test func `keys typed ahead never bring back a filter that was removed while the facets were hidden`() async throws {
    let reactor = try await reactor()
    let screen = await screenWithKia(reactor)
    screen.terminal.press(.escape, .escape)
    #expect(reactor.currentState.query.text.isEmpty)

    screen.terminal.type("#")
    screen.terminal.press(.down, .space)

    await eventually { !reactor.currentState.query.text.isEmpty }
    #expect(reactor.currentState.query.text == "make:bmw")
  }

  @Test func `closing the facets while the list has the keyboard focus also hides the search`() async throws {
    let reactor = try await reactor()
    let screen = CarListScreen(reactor, width: 100, height: 24)
    screen.terminal.type("#")
    _ = await first(reactor.state(\.facets)) { $0 != nil }
    screen.window.focus(screen.view.table)
    #expect(screen.text.contains("□ Kia") && screen.text.contains("words, or make:kia"))

    screen.terminal.press(.escape)

    #expect(!screen.text.contains("□ Kia") && !screen.text.contains("words, or make:kia"))
  }

  @Test func `a low window shows the facets or the list, whichever has the keyboard focus`() async throws {
    let reactor = try await reactor()
    let screen = CarListScreen(reactor, width: 50, height: 12)
    screen.terminal.type("#")
    _ = await first(reactor.state(\.facets)) { $0 != nil }
    #expect(screen.text.contains("□ Kia") && !screen.text.contains("EV6"))

    screen.window.focus(screen.view.table)
    #expect(screen.text.contains("EV6") && !screen.text.contains("□ Kia"))

    screen.window.focus(screen.view.facets.list)
    #expect(screen.text.contains("□ Kia") && !screen.text.contains("EV6"))
    screen.terminal.type("?")
    screen.terminal.press(.escape)
    #expect(screen.text.contains("□ Kia") && screen.view.facets.list.isFocused)
  }

  /// A car with a value in every field that has an axis.
  private static let known = Car(
    id: 1, make: "Kia", model: "Niro", year: 2022, fuel: .pluginHybrid, cylinders: 4, displacement: 1.6,
    combinedMPG: 46, co2: 100, annualFuelCost: 900, electricRange: 26,
    others: [.luggageVolume: 16, .passengerVolume: 99, .chargeHours: 2.5, .fiveYearSavings: 2_500])

  @Test func `a field without values has no facet`() throws {
    let pane = FacetPane()
    let electric = Car(id: 2, make: "Kia", model: "EV6", year: 2022, fuel: .electric)
    let index = CatalogIndex(cars: [Self.known, electric])
    func titles(_ query: String) throws -> [String] {
      pane.show(try #require(index.facets(for: .parse(query))))
      return pane.list.facets.map(\.title)
    }

    let (all, electricOnly) = (try titles(""), try titles("fuel:electric"))

    #expect(all.contains("Cyl") && !electricOnly.contains("Cyl"), "\(all)")
    #expect(!all.contains("Drive"), "no car has a value")
    #expect(try titles("fuel:electric cyl:4").contains("Cyl"), "a selected value can be removed")
    pane.show(try #require(CatalogIndex(cars: [electric]).facets(for: .all)))
    #expect(!pane.list.facets.map(\.title).contains("Luggage (cu ft)"))
  }

  @Test func `every axis has a unit, except for that of the years`() throws {
    let pane = FacetPane()
    pane.show(try #require(CatalogIndex(cars: [Self.known]).facets(for: .all)))
    let axes = pane.list.facets.filter { if case .range = $0.content { true } else { false } }

    #expect(
      axes.map(\.title) == [
        "Year", "Economy (mpg)", "Displ (L)", "CO₂ (g/mi)", "Annual cost ($)", "Range (mi)", "Luggage (cu ft)",
        "Passengers (cu ft)", "Charging (h)", "5-year savings ($)",
      ])
  }

  @Test func `every axis begins and ends with a value of the catalog`() async throws {
    let pane = FacetPane()
    let index = try await CatalogFixture().store.loadIndex()
    pane.show(try #require(index.facets(for: .all)))
    func ends(of title: String) throws -> [String] {
      let facet = try #require(pane.list.facets.first { $0.title == title })
      guard case .range(let buckets) = facet.content else { return [] }
      return [buckets.first?.from, buckets.last?.to].compactMap(\.self)
    }

    let (years, economies) = (try ends(of: "Year"), try ends(of: "Economy (mpg)"))
    #expect(years == ["2016", "2023"])
    #expect(economies == ["27", "132"])
  }

  @Test(arguments: [(40, 10), (50, 12), (80, 24), (120, 40), (200, 60)])
  func `facets fit into every window`(width: Int, height: Int) async throws {
    let reactor = try await reactor()
    let screen = CarListScreen(reactor, width: width, height: height, isASCII: true)
    screen.terminal.type("#")
    _ = await first(reactor.state(\.facets)) { $0 != nil }

    #expect(screen.text.contains("Make"))
    #expect(screen.text.contains("Kia"))
    #expect(screen.text.unicodeScalars.allSatisfy { $0.isASCII || $0.value > 0x1100 })
  }
}
