import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomCatalog
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomFormatting

/// The mutations and states that result from each action.
@MainActor
struct CarListReactorTests {
  @Test func `the first rows are available at once, and blank rows represent the rest`() async throws {
    let reactor = CarListReactor(catalog: try await CatalogFixture().live(), pageSize: 3, completeSize: 0)
    let listing = reactor.currentState.listing
    #expect(listing.count == 8)
    #expect((0..<3).map { listing.row(at: $0).model } == ["520d", "Avante", "EV6"])
    #expect(listing.row(at: 7).model.isEmpty)
    #expect(Set((0..<8).map { listing.row(at: $0).id }).count == 8)
    #expect(!listing.isComplete)
  }

  @Test func `the loaded index replaces the first rows`() async throws {
    let list = try await List()
    #expect(list.state.listing.isComplete)
    #expect(list.models == ["520d", "Avante", "EV6", "K5", "K5", "Model 3", "Prius", "그랜저"])
    #expect(list.state.total == 8)
    #expect(!list.state.isLoading)
    await list.finish()
  }

  @Test func `a query filters the rows, and the old rows stay until the result arrives`() async throws {
    let list = try await List()
    let query = CarQuery.parse("kia")
    list.store.send(.setQuery("kia")) { expect in
      expect(.setQuery(query)) { $0.query = query }
    }
    #expect(list.models.count == 8)
    await list.receiveResult(query)
    #expect(list.models == ["EV6", "K5", "K5"])
    #expect(list.state.matchCount == 3)
    await list.finish()
  }

  @Test func `of two quick queries only the later one yields a result`() async throws {
    let list = try await List()
    for text in ["k", "ki"] {
      list.store.send(.setQuery(text)) { expect in
        expect(.setQuery(CarQuery.parse(text))) { $0.query = CarQuery.parse(text) }
      }
    }
    await list.receiveResult(CarQuery.parse("ki"))
    await list.finish()
  }

  @Test func `setting the same query again does nothing`() async throws {
    let list = try await List()
    list.store.send(.setQuery(""))
    await list.finish()
  }

  @Test func `an invalid filter is reported and keeps the rows`() async throws {
    let list = try await List()
    let query = CarQuery.parse("kia year>=abc")
    list.store.send(.setQuery("kia year>=abc")) { expect in
      expect(.setQuery(query)) { $0.query = query }
    }
    await list.receiveResult(query)
    #expect(list.state.searchedQuery.diagnostics.first?.description.hasPrefix("year takes a number") == true)
    #expect(list.models == ["EV6", "K5", "K5"])
    await list.finish()
  }

  @Test(arguments: ["mpg", "mpg>", "kia mp", "kia mpg", "kia mpg>", "kia year:20"])
  func `an unfinished filter keeps the last result`(text: String) async throws {
    let fixture = try await CatalogFixture()
    let reactor = CarListReactor(catalog: fixture.live())
    await reactor.showsWholeCatalog()
    reactor.action.send(.setQuery("kia"))
    await reactor.shows(["EV6", "K5", "K5"])
    let isAll = !text.hasPrefix("kia")

    reactor.action.send(.setQuery(text))

    let listing = await first(reactor.state(\.listing)) { $0.query.text == text }
    #expect(listing?.count == (isAll ? 8 : 3))
    #expect(reactor.currentState.searchedQuery.diagnostics.count == 1)
  }

  @Test func `a filter that is still being typed is searched for again among the favorites`() async throws {
    let fixture = try await CatalogFixture()
    let reactor = CarListReactor(catalog: fixture.live())
    await reactor.showsWholeCatalog()
    reactor.action.send(.setQuery("mpg"))
    _ = await first(reactor.state(\.searchedQuery)) { $0.diagnostics.count == 1 }

    reactor.action.send(.toggleFavoritesOnly)

    let listing = await first(reactor.state(\.listing)) { $0.count == 0 }
    #expect(listing?.count == 0)
    #expect(reactor.currentState.query.text == "mpg")
  }

  @Test(arguments: [
    ("kai electrc", "kia electric"), ("fuel:electrc", "fuel:electric"), ("kia yaer>2000", "kia year>2000"),
  ])
  func `a misspelled word, value or field gets a suggestion`(typed: String, meant: String) async throws {
    let fixture = try await CatalogFixture()
    let reactor = CarListReactor(catalog: fixture.live())
    await reactor.showsWholeCatalog()

    reactor.action.send(.setQuery(typed))

    let suggestion = await first(reactor.state(\.suggestion)) { $0 != nil }
    #expect(suggestion == meant)
    reactor.action.send(.setQuery("kia"))
    #expect(reactor.currentState.suggestion == nil)
  }

  @Test(arguments: [("hundai", ["hundai"], 1), ("tesal", ["tesal"], 1), ("tesal mpg", ["tesal"], 1)])
  func `cars that match with one letter changed are shown when none matches`(
    typed: String, unknown: [String], count: Int
  ) async throws {
    let fixture = try await CatalogFixture()
    let reactor = CarListReactor(catalog: fixture.live())
    await reactor.showsWholeCatalog()
    reactor.action.send(.setFacetsShown(true))

    reactor.action.send(.setQuery(typed))

    _ = await first(reactor.state(\.facets)) { $0?.facets.count == count }
    #expect(reactor.currentState.unknownWords == unknown && reactor.currentState.matchCount == count)
    reactor.action.send(.setQuery("kia"))
    await reactor.shows(["EV6", "K5", "K5"])
    #expect(reactor.currentState.unknownWords == [])
  }

  @Test func `the line of a car is copied`() async throws {
    let fixture = try await CatalogFixture()
    let copied = Box<[[String]]>([])
    let clipboard = CarClipboard(formatting: { CarFormatting(units: .metric) }) { text, subject in
      copied.value.append([text, subject])
    }
    let reactor = CarListReactor(catalog: fixture.live(), clipboard: clipboard)

    reactor.action.send(.copyLine(3))
    reactor.action.send(.copyLine(99))

    #expect(copied.value.count == 1)
    #expect(copied.value[0][0].hasPrefix("Kia EV6 2022 · Small SUV · Electric · 17.9 kWh/100 km"))
    #expect(copied.value[0][1] == "Kia EV6 2022")
  }

  @Test func `sorting by year shows the newest cars first, and sorting again the oldest`() async throws {
    let list = try await List()
    for sort in [Sort(.year, ascending: false), Sort(.year)] {
      list.store.send(.sort(.year)) { expect in
        expect(.setSort(sort)) { $0.sort = sort }
      }
      await list.receiveResult(.all, sort: sort)
    }
    #expect(list.models.first == "그랜저")
    await list.finish()
  }

  @Test func `reversing the order by best match puts the oldest model year first`() async throws {
    let list = try await List()
    let sort = Sort(.year)
    list.store.send(.reverseSort) { expect in
      expect(.setSort(sort)) { $0.sort = sort }
    }
    await list.receiveResult(.all, sort: sort)
    #expect(list.models.first == "그랜저")
    await list.finish()
  }

  @Test func `a favorite is shown before it is written`() async throws {
    let list = try await List()
    let star = [Car.ID(3): UserData(isFavorite: true)]
    list.store.send(.toggleFavorite(3)) { expect in
      expect(.setCatalog(list.index))
      expect(.setUserData(star)) { $0.listing = $0.listing.updating(star) }
    }
    #expect(list.state.listing.row(of: 3)?.isFavorite == true)
    await list.finish()
    #expect(try list.fixture.store.userData(id: 3).isFavorite)
  }

  @Test func `two quick presses change a favorite twice, even with effects on other threads`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    let reactor = CarListReactor(catalog: catalog)
    await reactor.showsWholeCatalog()
    let executor = BackgroundExecutor()

    EffectExecutor.$current.withValue(executor) {
      for isFavorite in [true, false] {
        reactor.action.send(.toggleFavorite(3))
        #expect(reactor.currentState.listing.row(of: 3)?.isFavorite == isFavorite)
      }
    }

    await catalog.finishWriting()
    #expect(try !fixture.store.userData(id: 3).isFavorite)
    #expect(try await catalog.undoStack.undo() == "favorite change for Kia EV6 2022")
    #expect(try fixture.store.userData(id: 3).isFavorite)
    withExtendedLifetime(executor) {}
  }

  @Test func `a favorite that is set during a search is part of the result`() async throws {
    let fixture = try await CatalogFixture()
    let reactor = CarListReactor(catalog: fixture.live())
    await reactor.showsWholeCatalog()
    reactor.action.send(.setQuery("ev6"))
    reactor.action.send(.toggleFavorite(3))
    await reactor.shows(["EV6"])
    #expect(reactor.currentState.listing.row(of: 3)?.isFavorite == true)
  }

  @Test func `a favorite that cannot be saved is reverted, and an alert shows the cause`() async throws {
    let fixture = try await CatalogFixture()
    let reactor = CarListReactor(catalog: try fixture.readOnly())
    await reactor.showsWholeCatalog()
    let messages = Recorder(reactor.outputs.compactMap(\.message))
    reactor.action.send(.toggleFavorite(3))
    #expect(reactor.currentState.listing.row(of: 3)?.isFavorite == true)
    await eventually { !messages.elements.isEmpty }
    guard case .alert("Could not save the favorite", let text, _, nil) = messages.elements.last else {
      Issue.record("\(messages.elements)")
      return
    }
    #expect(text.hasSuffix("is read-only, so nothing can be saved. Check its permissions."))
    #expect(reactor.currentState.listing.row(of: 3)?.isFavorite == false)
  }

  @Test func `the list can show only favorites, and a removed favorite removes its row`() async throws {
    let fixture = try await CatalogFixture()
    try fixture.store.setFavorite(true, id: 3)
    try fixture.store.setFavorite(true, id: 6)
    let reactor = CarListReactor(catalog: fixture.live())
    await reactor.showsWholeCatalog()
    reactor.action.send(.toggleFavoritesOnly)
    await reactor.shows(["EV6", "Model 3"])
    reactor.action.send(.toggleFavorite(3))
    await reactor.shows(["Model 3"])
  }

  @Test func `any number of cars can be marked and unmarked`() async throws {
    let list = try await List()
    for (count, id) in [Car.ID](1...5).enumerated() {
      list.store.send(.toggleMark(id)) { expect in
        expect(.setMarked(Array(1...Car.ID(count + 1)))) { $0.marked = Array(1...Car.ID(count + 1)) }
        expect(.setCatalog(list.index))
      }
    }
    list.store.send(.toggleMark(2)) { expect in
      expect(.setMarked([1, 3, 4, 5])) { $0.marked = [1, 3, 4, 5] }
      expect(.setCatalog(list.index))
    }
    list.store.send(.clearMarks) { expect in
      expect(.setMarked([])) { $0.marked = [] }
      expect(.setCatalog(list.index))
    }
    await list.finish()
  }

  @Test func `a comparison has the marked cars in their order, and a single one is compared with the selected car`()
    async throws
  {
    let list = try await List()
    list.store.send(.compare(selected: 1)) { expect in
      expect(output: .message(.toast("Mark two or more cars to compare them.")))
    }
    list.store.send(.toggleMark(4)) { expect in
      expect(.setMarked([4])) { $0.marked = [4] }
      expect(.setCatalog(list.index))
    }
    list.store.send(.compare(selected: 1)) { expect in
      expect(output: .step(.comparisonRequested([4, 1])))
    }
    list.store.send(.toggleMark(2)) { expect in
      expect(.setMarked([4, 2])) { $0.marked = [4, 2] }
      expect(.setCatalog(list.index))
    }
    list.store.send(.compare(selected: 1)) { expect in
      expect(output: .step(.comparisonRequested([4, 2])))
    }
    await list.finish()
  }

  @Test func `opening a car reports the car and its list`() async throws {
    let list = try await List()
    list.reactor.store.record(nil)
    let outputs = Recorder(list.reactor.outputs)

    list.reactor.action.send(.open(4))

    guard case .carPicked(4, let cars) = outputs.elements.last?.step else {
      Issue.record("\(outputs.elements)")
      return
    }
    #expect(cars.position(of: 4) == 3)
    #expect(cars.id(at: 4) == 5)
  }

  @Test func `a row that is not loaded cannot be opened, marked or made a favorite`() async throws {
    let reactor = CarListReactor(catalog: try await CatalogFixture().live(), pageSize: 1, completeSize: 0)
    let outputs = Recorder(reactor.outputs)
    let blank = reactor.currentState.listing.row(at: 5).id
    reactor.action.send(.toggleMark(blank))
    reactor.action.send(.open(.max))
    #expect(reactor.currentState.marked.isEmpty)
    #expect(outputs.elements.isEmpty)
  }
}
