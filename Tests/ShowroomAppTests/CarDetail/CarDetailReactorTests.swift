import Catalogue
import ReactorCore
import ReactorTesting
import Testing

@testable import ShowroomApp

@MainActor @Suite("The detail screen's reactor", .timeLimit(.minutes(5)))
struct CarDetailReactorTests {
  private func reactor(
    _ showcase: Showcase, id: Car.ID = 1, in ids: [Car.ID] = [1, 2, 3], loader: CarPageLoader? = nil,
    clock: VirtualClock = VirtualClock()
  ) -> CarDetailReactor {
    CarDetailReactor(
      id: id, in: CarSequence(ids), catalogue: showcase.live, loader: loader ?? CarPageLoader(showcase.store),
      clock: clock)
  }

  @Test("the facts are there when load returns and the pictures follow in one step")
  func load() async throws {
    let showcase = try await Showcase()
    let car = try showcase.car(1)
    let store = TestStore(reactor(showcase))
    store.send(.load) { expect in
      expect(.show(CarPage(car: car))) { $0.content = .car(CarPage(car: car)) }
    }
    let index = try #require(showcase.live.index.value)
    let pictures = CarPage.Pictures(
      standings: Standing.all(of: car, in: index),
      history: ModelHistory(
        years: [
          ModelHistory.Year(year: 2021, consumption: car.combinedMPG),
          ModelHistory.Year(year: 2022, consumption: try showcase.car(2).combinedMPG),
          ModelHistory.Year(year: 2023, consumption: nil),
          ModelHistory.Year(year: 2024, consumption: try showcase.car(3).combinedMPG),
        ], shownYear: 2021))
    #expect(pictures.standings.map(\.measure) == [.consumption, .co2, .cost])
    await store.receive(.show(CarPage(car: car, pictures: pictures)), within: Showcase.patience) {
      $0.content = .car(CarPage(car: car, pictures: pictures))
    }
    await store.finish(within: Showcase.patience)
  }

  @Test("going to the next car keeps the old page until the new one is complete")
  func next() async throws {
    let showcase = try await Showcase()
    let reactor = reactor(showcase)
    reactor.action.send(.load)
    try await showcase.wait(for: reactor) { $0.page?.pictures != nil }

    reactor.action.send(.next)

    #expect(reactor.currentState.requestedID == 2)
    #expect(reactor.currentState.page?.car.id == 1)
    #expect(reactor.currentState.position == 0)
    try await showcase.wait(for: reactor) { $0.page?.car.id == 2 }
    #expect(reactor.currentState.page?.pictures?.history?.shownYear == 2022)
    #expect(reactor.currentState.position == 1)
  }

  @Test("a late answer for the previous car never appears under the new one")
  func latestWins() async throws {
    let showcase = try await Showcase()
    let gates = Gates()
    let loader = CarPageLoader { [store = showcase.store] id, _ in
      await gates.wait(for: id)
      return try store.car(id: id).map { ($0, CarPage.Pictures()) }
    }
    let reactor = reactor(showcase, loader: loader)
    let shown = Recorder(reactor.state.map { $0.page?.car.id })
    reactor.action.send(.next)
    reactor.action.send(.next)
    await gates.arrived([2, 3])

    await gates.open(3)
    try await showcase.wait(for: reactor) { $0.page?.car.id == 3 }
    await gates.open(2)
    await gates.left([2, 3])
    await Task.yield()

    #expect(shown.elements.compactMap { $0 }.allSatisfy { $0 == 3 })
    #expect(reactor.currentState.position == 2)
  }

  @Test("the placeholder comes after 150 milliseconds")
  func placeholder() async throws {
    let showcase = try await Showcase()
    let gates = Gates()
    let clock = VirtualClock()
    let loader = CarPageLoader { [store = showcase.store] id, _ in
      await gates.wait(for: id)
      return try store.car(id: id).map { ($0, CarPage.Pictures()) }
    }
    let reactor = reactor(showcase, loader: loader, clock: clock)
    reactor.action.send(.next)
    await clock.advance(by: .milliseconds(149))
    #expect(reactor.currentState.content == .blank)
    await clock.advance(by: .milliseconds(1))
    #expect(reactor.currentState.content == .loading)

    await gates.open(2)
    try await showcase.wait(for: reactor) { $0.page?.car.id == 2 }
    #expect(clock.sleeperCount == 0)
  }

  @Test("without an index the pictures are awaited and come with it")
  func withoutIndex() async throws {
    let showcase = try await Showcase(loadIndex: false)
    let clock = VirtualClock()
    let reactor = reactor(showcase, clock: clock)
    reactor.action.send(.load)
    #expect(reactor.currentState.page?.car.model == "K5")
    await clock.advance(by: .milliseconds(149))
    #expect(!reactor.currentState.arePicturesLate)
    await clock.advance(by: .milliseconds(1))
    #expect(reactor.currentState.arePicturesLate)

    try await showcase.loadIndexNow()

    try await showcase.wait(for: reactor) { $0.page?.pictures != nil }
    #expect(!reactor.currentState.arePicturesLate)
  }

  @Test("following is seen at once and saved")
  func follow() async throws {
    let showcase = try await Showcase()
    let reactor = reactor(showcase)
    reactor.action.send(.load)

    reactor.action.send(.toggleFavourite)

    #expect(reactor.currentState.page?.userData.isFavourite == true)
    #expect(showcase.live.index.value?.favouriteCount == 1)
    await showcase.live.lastWrite?.value
    #expect(try showcase.store.userData(id: 1).isFavourite)
  }

  @Test("a follow that cannot be saved is taken back and says why")
  func failedFollow() async throws {
    let showcase = try await Showcase()
    let reactor = reactor(showcase)
    reactor.action.send(.load)
    try await showcase.replaceCars([Showcase.entries[3]])

    reactor.action.send(.toggleFavourite)
    #expect(reactor.currentState.page?.userData.isFavourite == true)

    try await showcase.wait(for: reactor) { $0.alert != nil }
    let alert = try #require(reactor.currentState.alert)
    #expect(alert.title == "Kia K5 2021 could not be followed")
    #expect(!alert.message.isEmpty)
    #expect(alert.retry == .setFavourite(true, 1))
    #expect(reactor.currentState.page?.userData.isFavourite == false)
  }

  @Test("what another screen does to the car is seen here")
  func otherScreen() async throws {
    let showcase = try await Showcase()
    let reactor = reactor(showcase)
    reactor.action.send(.load)
    try await showcase.live.setNote("Ask about the tow bar", for: 1)
    try await showcase.live.setFavourite(true, for: 2)
    #expect(reactor.currentState.page?.userData == UserData(note: "Ask about the tow bar"))
  }

  @Test("a car that vanished in a refresh is said to be gone by its name")
  func gone() async throws {
    let showcase = try await Showcase()
    let reactor = reactor(showcase)
    reactor.action.send(.load)
    try await showcase.replaceCars(Array(Showcase.entries.dropFirst()))
    try await showcase.loadIndexNow()

    try await showcase.wait(for: reactor) { $0.content == .gone(name: "Kia K5 2021") }
    #expect(reactor.currentState.hasNext)
    reactor.action.send(.next)
    try await showcase.wait(for: reactor) { $0.page?.car.id == 2 }
  }

  @Test("there is nothing before the first and after the last")
  func ends() async throws {
    let showcase = try await Showcase()
    let store = TestStore(reactor(showcase, id: 3, in: [3]))
    #expect(!store.state.hasNext)
    #expect(!store.state.hasPrevious)
    store.send(.next)
    store.send(.previous)
    await store.finish(within: Showcase.patience)
  }

  @Test("a note is asked for with what it says already")
  func note() async throws {
    let showcase = try await Showcase()
    try await showcase.live.setNote("Quiet", for: 1)
    let reactor = reactor(showcase)
    reactor.action.send(.load)
    reactor.action.send(.editNote)
    #expect(reactor.currentState.noteRequested == NoteRequest(id: 1, name: "Kia K5 2021", text: "Quiet"))
  }
}

/// Holds the loads of cars back until a test lets each go.
actor Gates {
  private var open: Set<Car.ID> = []
  private var waiting: [Car.ID: CheckedContinuation<Void, Never>] = [:]
  private var seen: Set<Car.ID> = []
  private var gone: Set<Car.ID> = []
  private var watchers: [CheckedContinuation<Void, Never>] = []

  func wait(for id: Car.ID) async {
    seen.insert(id)
    tell()
    if !open.contains(id) { await withCheckedContinuation { waiting[id] = $0 } }
    gone.insert(id)
    tell()
  }

  func open(_ id: Car.ID) {
    open.insert(id)
    waiting.removeValue(forKey: id)?.resume()
  }

  /// Returns when these are being loaded.
  func arrived(_ ids: Set<Car.ID>) async {
    while !seen.isSuperset(of: ids) { await withCheckedContinuation { watchers.append($0) } }
  }

  /// Returns when these have been let go.
  func left(_ ids: Set<Car.ID>) async {
    while !gone.isSuperset(of: ids) { await withCheckedContinuation { watchers.append($0) } }
  }

  private func tell() {
    for watcher in watchers { watcher.resume() }
    watchers = []
  }
}
