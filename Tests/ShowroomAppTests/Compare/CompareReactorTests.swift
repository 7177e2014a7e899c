import Catalogue
import ReactorCore
import ReactorTesting
import Testing

@testable import ShowroomApp

@MainActor @Suite("The comparison's reactor", .timeLimit(.minutes(5)))
struct CompareReactorTests {
  @Test("reads the cars and what the user has on them before load returns")
  func load() async throws {
    let showcase = try await Showcase(loadIndex: false)
    try await showcase.live.setFavourite(true, for: 4)
    let store = TestStore(CompareReactor(ids: [4, 1], catalogue: showcase.live))
    let (one, four) = (try showcase.car(1), try showcase.car(4))
    store.send(.load) { expect in
      expect(.setCars([1: one, 4: four], favourites: [4])) {
        $0.columns[0].lastKnown = four
        $0.columns[0].isFavourite = true
        $0.columns[1].lastKnown = one
      }
    }
    await store.finish(within: Showcase.patience)
  }

  @Test("takes four cars at most")
  func capacity() async throws {
    let showcase = try await Showcase(loadIndex: false)
    let reactor = CompareReactor(ids: [1, 2, 3, 4, 5], catalogue: showcase.live)
    #expect(reactor.currentState.columns.map(\.id) == [1, 2, 3, 4])
  }

  @Test("takes the selected car out, and closes with the last one")
  func remove() async throws {
    let showcase = try await Showcase(loadIndex: false)
    let reactor = CompareReactor(ids: [1, 2, 3], catalogue: showcase.live)
    let closed = Recorder(reactor.pulse(\.$closed, replay: .none).map { _ in true })
    reactor.action.send(.load)
    reactor.action.send(.select(2))
    reactor.action.send(.remove)
    #expect(reactor.currentState.columns.map(\.id) == [1, 2])
    #expect(reactor.currentState.selected == 1)
    reactor.action.send(.remove)
    reactor.action.send(.remove)
    #expect(reactor.currentState.columns.isEmpty)
    #expect(closed.elements == [true])
    reactor.action.send(.remove)
    #expect(closed.elements == [true])
  }

  @Test("opens the selected car each time it is asked to, unless it is gone")
  func open() async throws {
    let showcase = try await Showcase()
    let reactor = CompareReactor(ids: [1, 2], catalogue: showcase.live)
    let opened = Recorder(reactor.pulse(unwrapping: \.$opened))
    reactor.action.send(.load)
    reactor.action.send(.open)
    reactor.action.send(.open)
    #expect(opened.elements == [1, 1])

    try await showcase.replaceCars(Array(Showcase.entries.dropFirst()))
    try await showcase.loadIndexNow()
    try await showcase.wait(for: reactor) { $0.columns[0].isGone }
    reactor.action.send(.open)
    #expect(opened.elements == [1, 1])
    #expect(reactor.currentState.columns[0].lastKnown?.model == "K5")
  }

  @Test("selects only what is there, and shows a star as soon as another screen follows a car")
  func select() async throws {
    let showcase = try await Showcase(loadIndex: false)
    let store = TestStore(CompareReactor(ids: [1, 2], catalogue: showcase.live))
    store.send(.select(2))
    store.send(.select(-1))
    store.send(.select(1)) { expect in expect(.select(1)) { $0.selected = 1 } }
    store.send(.toggleDifferences) { expect in expect(.setOnlyDifferences(true)) { $0.onlyDifferences = true } }
    try await showcase.live.setFavourite(true, for: 2)
    await store.receive(.setUserData([2: UserData(isFavourite: true)]), within: Showcase.patience) {
      $0.columns[1].isFavourite = true
    }
    await store.finish(within: Showcase.patience)
  }
}
