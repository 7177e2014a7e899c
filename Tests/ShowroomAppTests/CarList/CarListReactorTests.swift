import Catalogue
import ReactorCore
import ReactorTesting
import Testing

@testable import ShowroomApp

/// What the reactor makes of each action, every mutation accounted for.
@MainActor
@Suite("CarListReactor")
struct CarListReactorTests {
  typealias Mutation = CarListReactor.Mutation
  typealias State = CarListReactor.State

  @Test func `the first rows are there at once, and blank rows stand for the rest`() async throws {
    let reactor = CarListReactor(catalogue: try await CatalogueFixture().live(), pageSize: 3)
    let listing = reactor.currentState.listing
    #expect(listing.count == 8)
    #expect((0..<3).map { listing.row(at: $0).model } == ["520d", "Avante", "EV6"])
    #expect(listing.row(at: 7).model.isEmpty)
    #expect(Set((0..<8).map { listing.row(at: $0).id }).count == 8)
    #expect(!listing.isComplete)
  }

  @Test func `when the index has come, the whole catalogue takes the place of the first rows`() async throws {
    let list = try await List()
    #expect(list.state.listing.isComplete)
    #expect(list.models == ["520d", "Avante", "EV6", "K5", "K5", "Model 3", "Prius", "그랜저"])
    #expect(list.state.total == 8)
    #expect(!list.state.isLoading)
    await list.finish()
  }

  @Test func `what is typed filters the rows, and the old rows stay until the new are there`() async throws {
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

  @Test func `of two queries typed quickly only the later one is answered`() async throws {
    let list = try await List()
    for text in ["k", "ki"] {
      list.store.send(.setQuery(text)) { expect in
        expect(.setQuery(CarQuery.parse(text))) { $0.query = CarQuery.parse(text) }
      }
    }
    await list.receiveResult(CarQuery.parse("ki"))
    await list.finish()
  }

  @Test func `typing what stands there already does nothing`() async throws {
    let list = try await List()
    list.store.send(.setQuery(""))
    await list.finish()
  }

  @Test func `a filter that cannot be understood is told, and leaves the rows as they are`() async throws {
    let list = try await List()
    let query = CarQuery.parse("kia year>=abc")
    list.store.send(.setQuery("kia year>=abc")) { expect in
      expect(.setQuery(query)) { $0.query = query }
    }
    await list.receiveResult(query)
    #expect(list.state.query.problems.first?.description.hasPrefix("year takes a number") == true)
    #expect(list.models == ["EV6", "K5", "K5"])
    await list.finish()
  }

  @Test(arguments: ["mpg", "mpg>", "kia mp", "kia mpg", "kia mpg>", "kia year:20"])
  func `a filter that is still being typed keeps the last result`(text: String) async throws {
    let fixture = try await CatalogueFixture()
    let reactor = CarListReactor(catalogue: fixture.live())
    await reactor.showsWholeCatalogue()
    reactor.action.send(.setQuery("kia"))
    await reactor.shows(["EV6", "K5", "K5"])
    let isAll = !text.hasPrefix("kia")

    reactor.action.send(.setQuery(text))

    let listing = await first(reactor.state(\.listing)) { $0.query.text == text }
    #expect(listing?.count == (isAll ? 8 : 3))
    #expect(reactor.currentState.query.problems.count == 1)
  }

  @Test(arguments: [
    ("kai electrc", "kia electric"), ("fuel:electrc", "fuel:electric"), ("kia yaer>2000", "kia year>2000"),
  ])
  func `a misspelled word, value or field is answered with what was meant`(typed: String, meant: String) async throws {
    let fixture = try await CatalogueFixture()
    let reactor = CarListReactor(catalogue: fixture.live())
    await reactor.showsWholeCatalogue()

    reactor.action.send(.setQuery(typed))

    let suggestion = await first(reactor.state(\.suggestion)) { $0 != nil }
    #expect(suggestion == meant)
    reactor.action.send(.setQuery("kia"))
    #expect(reactor.currentState.suggestion == nil)
  }

  @Test func `sorting by year shows the newest first, and sorting by it again the oldest`() async throws {
    let list = try await List()
    for sort in [Sort(.year, ascending: false), Sort(.year)] {
      list.store.send(.sort(.year)) { expect in
        expect(.setSort(sort)) { $0.sort = sort }
      }
      await list.receiveResult(.all, sort: sort)
    }
    #expect(list.models.first == "K5")
    await list.finish()
  }

  @Test func `reversing the best match first turns the makes round`() async throws {
    let list = try await List()
    let sort = Sort(.make, ascending: false)
    list.store.send(.reverseSort) { expect in
      expect(.setSort(sort)) { $0.sort = sort }
    }
    await list.receiveResult(.all, sort: sort)
    #expect(list.models.first == "그랜저")
    await list.finish()
  }

  @Test func `following a car shows its star before it is written`() async throws {
    let list = try await List()
    let star = [Car.ID(3): UserData(isFavourite: true)]
    list.store.send(.toggleFavourite(3)) { expect in
      expect(.setCatalogue(list.index))
      expect(.setUserData(star)) { $0.listing = $0.listing.updating(star) }
    }
    #expect(list.state.listing.row(of: 3)?.isFavourite == true)
    await list.finish()
    #expect(try list.fixture.store.userData(id: 3).isFavourite)
  }

  @Test func `a star that is set while a search is under way is there when the answer comes`() async throws {
    let fixture = try await CatalogueFixture()
    let reactor = CarListReactor(catalogue: fixture.live())
    await reactor.showsWholeCatalogue()
    reactor.action.send(.setQuery("ev6"))
    reactor.action.send(.toggleFavourite(3))
    await reactor.shows(["EV6"])
    #expect(reactor.currentState.listing.row(of: 3)?.isFavourite == true)
  }

  @Test func `a star that cannot be saved goes out again, and an alert says why`() async throws {
    let fixture = try await CatalogueFixture()
    let reactor = CarListReactor(catalogue: try fixture.readOnly())
    await reactor.showsWholeCatalogue()
    reactor.action.send(.toggleFavourite(3))
    #expect(reactor.currentState.listing.row(of: 3)?.isFavourite == true)
    let alert = await first(reactor.pulse(unwrapping: \.$alert, replay: .latest)) { _ in true }
    #expect(alert?.title == "The star was not saved")
    #expect(alert?.cause.hasSuffix("is read-only, so nothing can be saved; check its permissions.") == true)
    #expect(reactor.currentState.listing.row(of: 3)?.isFavourite == false)
  }

  @Test func `only followed cars are shown on request, and a star that goes out takes its row away`() async throws {
    let fixture = try await CatalogueFixture()
    try await fixture.store.setFavourite(true, id: 3)
    try await fixture.store.setFavourite(true, id: 6)
    let reactor = CarListReactor(catalogue: fixture.live())
    await reactor.showsWholeCatalogue()
    reactor.action.send(.toggleFavouritesOnly)
    await reactor.shows(["EV6", "Model 3"])
    reactor.action.send(.toggleFavourite(3))
    await reactor.shows(["Model 3"])
  }

  @Test func `four cars can be marked, a fifth is refused, and unmarking makes room`() async throws {
    let list = try await List()
    for (count, id) in [Car.ID](1...4).enumerated() {
      list.store.send(.toggleMark(id)) { expect in
        expect(.setMarked(Array(1...Car.ID(count + 1)))) { $0.marked = Array(1...Car.ID(count + 1)) }
      }
    }
    let notice = CarListReactor.Notice("Four cars are marked already, Space on one of them unmarks it")
    list.store.send(.toggleMark(5)) { expect in
      expect(.showToast(notice)) { $0.toast = notice }
    }
    list.store.send(.toggleMark(2)) { expect in
      expect(.setMarked([1, 3, 4])) { $0.marked = [1, 3, 4] }
    }
    await list.finish()
  }

  @Test func `comparing tells the marked cars in their order; of one, it adds the selected car`() async throws {
    let list = try await List()
    let notice = CarListReactor.Notice("Mark two to four cars with Space, then compare them")
    list.store.send(.compare(selected: 1)) { expect in
      expect(.showToast(notice)) { $0.toast = notice }
    }
    list.store.send(.toggleMark(4)) { $0(.setMarked([4])) { $0.marked = [4] } }
    list.store.send(.compare(selected: 1)) { expect in
      expect(.compareRequested([4, 1])) { $0.compareRequested = [4, 1] }
    }
    list.store.send(.toggleMark(2)) { $0(.setMarked([4, 2])) { $0.marked = [4, 2] } }
    list.store.send(.compare(selected: 1)) { expect in
      expect(.compareRequested([4, 2])) { $0.compareRequested = [4, 2] }
    }
    await list.finish()
  }

  @Test func `opening a car tells which, among which others, and not where to go`() async throws {
    let list = try await List()
    list.reactor.store.record(nil)
    list.reactor.action.send(.open(4))
    let opened = list.reactor.currentState.opened
    #expect(opened?.id == 4)
    #expect(opened?.cars.position(of: 4) == 3)
    #expect(opened?.cars.id(at: 4) == 5)
  }

  @Test func `a row that is not loaded yet cannot be opened, marked or followed`() async throws {
    let reactor = CarListReactor(catalogue: try await CatalogueFixture().live(), pageSize: 1)
    let blank = reactor.currentState.listing.row(at: 5).id
    reactor.action.send(.toggleMark(blank))
    reactor.action.send(.open(.max))
    #expect(reactor.currentState.marked.isEmpty)
    #expect(reactor.currentState.opened == nil)
  }
}
