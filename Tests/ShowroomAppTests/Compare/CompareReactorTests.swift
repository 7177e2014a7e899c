import ReactorCore
import ReactorTesting
import ShowroomCatalog
import Testing

@testable import ShowroomApp

@MainActor @Suite(.timeLimit(.minutes(20)))
struct CompareReactorTests {
  @Test func `the cars and their favorites are loaded when load returns`() async throws {
    let showcase = try await Showcase(loadIndex: false)
    try await showcase.live.setFavorite(true, for: 4)
    let store = TestStore(CompareReactor(ids: [4, 1], catalog: showcase.live))
    let (one, four) = (try showcase.car(1), try showcase.car(4))
    store.send(.load) { expect in
      expect(.setCars([1: one, 4: four], favorites: [4])) {
        $0.columns[0].lastKnown = four
        $0.columns[0].isFavorite = true
        $0.columns[1].lastKnown = one
      }
    }
    await store.finish(within: Showcase.timeout)
  }

  @Test func `a comparison has any number of cars, in their order`() async throws {
    let showcase = try await Showcase(loadIndex: false)
    let reactor = CompareReactor(ids: [5, 1, 2, 3, 4], catalog: showcase.live)
    #expect(reactor.currentState.columns.map(\.id) == [5, 1, 2, 3, 4])
  }

  @Test func `removing the selected car closes the comparison after the last one`() async throws {
    let showcase = try await Showcase(loadIndex: false)
    let reactor = CompareReactor(ids: [1, 2, 3], catalog: showcase.live)
    let outputs = Recorder(reactor.outputs)
    reactor.action.send(.load)
    reactor.action.send(.select(2))
    reactor.action.send(.remove)
    #expect(reactor.currentState.columns.map(\.id) == [1, 2])
    #expect(reactor.currentState.selected == 1)
    reactor.action.send(.remove)
    reactor.action.send(.remove)
    #expect(reactor.currentState.columns.isEmpty)
    #expect(outputs.elements == [.step(.comparisonEmptied)])
    reactor.action.send(.remove)
    #expect(outputs.elements == [.step(.comparisonEmptied)])
  }

  @Test func `the selected car opens every time, unless it has been removed`() async throws {
    let showcase = try await Showcase()
    let reactor = CompareReactor(ids: [1, 2], catalog: showcase.live)
    let outputs = Recorder(reactor.outputs)
    let opening = CompareReactor.Output.step(.carPicked(1, in: CarSequence([1, 2])))
    reactor.action.send(.load)
    reactor.action.send(.open)
    reactor.action.send(.open)
    #expect(outputs.elements == [opening, opening])

    try await showcase.replaceCars(Array(Showcase.entries.dropFirst()))
    try await showcase.loadIndexNow()
    try await showcase.wait(for: reactor) { $0.columns[0].isGone }
    reactor.action.send(.open)
    #expect(outputs.elements == [opening, opening])
    #expect(reactor.currentState.columns[0].lastKnown?.model == "K5")
  }

  @Test func `only existing positions can be selected, and favorites set elsewhere appear at once`() async throws {
    let showcase = try await Showcase(loadIndex: false)
    let store = TestStore(CompareReactor(ids: [1, 2], catalog: showcase.live))
    store.send(.select(2))
    store.send(.select(-1))
    store.send(.select(1)) { expect in expect(.select(1)) { $0.selected = 1 } }
    store.send(.toggleDifferences) { expect in expect(.setOnlyDifferences(true)) { $0.onlyDifferences = true } }
    let cars = try [1, 2].reduce(into: [:]) { $0[$1] = try showcase.live.car(id: $1) }
    try await showcase.live.setFavorite(true, for: 2)
    await store.receive(.setCars(cars, favorites: [2]), within: Showcase.timeout) { $0.update(cars, [2]) }
    await store.finish(within: Showcase.timeout)
  }
}
