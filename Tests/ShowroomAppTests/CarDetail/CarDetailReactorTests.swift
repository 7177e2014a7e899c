import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomCatalog
import ShowroomTestSupport
import Testing

@testable import ShowroomApp

@MainActor @Suite(.timeLimit(.minutes(20)))
struct CarDetailReactorTests {
  @Test func `the facts are shown when load returns, and the charts follow in one step`() async throws {
    let showcase = try await Showcase()
    let car = try showcase.car(1)
    let store = TestStore(showcase.reactor())
    store.send(.load) { expect in
      expect(.show(CarPage(car: car))) { $0.content = .car(CarPage(car: car)) }
    }
    let index = try #require(showcase.live.index.value)
    let charts = CarPage.Charts(
      classRanks: ClassRank.all(of: car, in: index),
      history: ModelHistory(
        series: [
          ModelHistory.Series(
            fuel: .gasoline,
            averages: [
              2021: try #require(car.combinedMPG), 2022: try #require(showcase.car(2).combinedMPG),
              2024: try #require(showcase.car(3).combinedMPG),
            ])
        ], years: 2021...2024, shownYear: 2021), siblings: [car])
    #expect(charts.classRanks.map(\.field) == [.economy, .co2, .cost])
    await store.receive(.show(CarPage(car: car, charts: charts)), within: Showcase.timeout) {
      $0.content = .car(CarPage(car: car, charts: charts))
    }
    await store.finish(within: Showcase.timeout)
  }

  @Test func `moving to the next car keeps the old page until the new one is complete`() async throws {
    let showcase = try await Showcase()
    let reactor = showcase.reactor()
    reactor.action.send(.load)
    try await showcase.wait(for: reactor) { $0.page?.charts != nil }

    reactor.action.send(.next)

    #expect(reactor.currentState.requestedID == 2)
    #expect(reactor.currentState.page?.car.id == 1)
    #expect(reactor.currentState.position == 0)
    try await showcase.wait(for: reactor) { $0.page?.car.id == 2 }
    #expect(reactor.currentState.page?.charts?.history?.shownYear == 2022)
    #expect(reactor.currentState.position == 1)
  }

  @Test func `a late result for the previous car never appears under the new one`() async throws {
    let showcase = try await Showcase()
    let gates = Gates()
    let loader = CarPageLoader { [store = showcase.store] id, _ in
      await gates.wait(for: id)
      return try store.car(id: id).map { ($0, CarPage.Charts()) }
    }
    let reactor = showcase.reactor(loader: loader)
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

  @Test func `a car opened before the list is loaded gets its neighbors when it is`() async throws {
    let showcase = try await Showcase()
    let completed = Relay<CarSequence>()
    let reactor = CarDetailReactor(
      id: 2, in: CarSequence(first: [1, 2], of: 7), completed: completed.asObservable(), catalog: showcase.live,
      loader: CarPageLoader(showcase.store), clock: VirtualClock())
    reactor.action.send(.load)
    reactor.action.send(.next)
    #expect(reactor.currentState.requestedID == 2, "the next car is not known yet")
    #expect(reactor.currentState.position == 1 && reactor.currentState.count == 7)

    completed.send(CarSequence([4, 1, 2, 3, 5, 6]))
    #expect(reactor.currentState.position == 2 && reactor.currentState.count == 6)
    reactor.action.send(.next)

    try await showcase.wait(for: reactor) { $0.page?.car.id == 3 }
    #expect(reactor.currentState.position == 3)
    completed.send(CarSequence([3]))
    #expect(reactor.currentState.count == 6, "later orders of the list do not change the neighbors")
  }

  @Test func `charts do not load while the cars cannot be loaded`() async throws {
    let showcase = try await Showcase(loadIndex: false)
    let clock = VirtualClock()
    let reactor = showcase.reactor(clock: clock)
    let error = CatalogError.store(.corrupt(detail: "malformed"), path: "/data/catalog.sqlite")
    reactor.action.send(.load)
    await clock.advance(by: .milliseconds(150))
    #expect(reactor.currentState.areChartsLoading)

    showcase.live.failure.accept(error)
    #expect(!reactor.currentState.areChartsLoading)
    #expect(reactor.currentState.chartsFailure == error)
    reactor.action.send(.load)
    await clock.advance(by: .milliseconds(150))
    #expect(!reactor.currentState.areChartsLoading)

    try await showcase.loadIndexNow()
    try await showcase.wait(for: reactor) { $0.page?.charts != nil }
    #expect(reactor.currentState.chartsFailure == nil)
  }

  @Test func `the placeholder appears after 150 milliseconds`() async throws {
    let showcase = try await Showcase()
    let gates = Gates()
    let clock = VirtualClock()
    let loader = CarPageLoader { [store = showcase.store] id, _ in
      await gates.wait(for: id)
      return try store.car(id: id).map { ($0, CarPage.Charts()) }
    }
    let reactor = showcase.reactor(loader: loader, clock: clock)
    reactor.action.send(.next)
    await clock.advance(by: .milliseconds(149))
    #expect(reactor.currentState.content == .blank)
    await clock.advance(by: .milliseconds(1))
    #expect(reactor.currentState.content == .loading)

    await gates.open(2)
    try await showcase.wait(for: reactor) { $0.page?.car.id == 2 }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `without an index the charts wait for it`() async throws {
    let showcase = try await Showcase(loadIndex: false)
    let clock = VirtualClock()
    let reactor = showcase.reactor(clock: clock)
    reactor.action.send(.load)
    #expect(reactor.currentState.page?.car.model == "K5")
    await clock.advance(by: .milliseconds(149))
    #expect(!reactor.currentState.areChartsLoading)
    await clock.advance(by: .milliseconds(1))
    #expect(reactor.currentState.areChartsLoading)

    try await showcase.loadIndexNow()

    try await showcase.wait(for: reactor) { $0.page?.charts != nil }
    #expect(!reactor.currentState.areChartsLoading)
  }

  @Test func `a favorite is shown at once and saved`() async throws {
    let showcase = try await Showcase()
    let reactor = showcase.reactor()
    reactor.action.send(.load)

    reactor.action.send(.toggleFavorite)

    #expect(reactor.currentState.page?.userData.isFavorite == true)
    #expect(showcase.live.index.value?.search(.all, favoritesOnly: true)?.count == 1)
    await showcase.live.lastWrite?.value
    #expect(try showcase.store.userData(id: 1).isFavorite)
  }

  @Test func `two quick presses change a favorite twice, even with effects on other threads`() async throws {
    let showcase = try await Showcase()
    let reactor = showcase.reactor()
    reactor.action.send(.load)
    let executor = BackgroundExecutor()

    EffectExecutor.$current.withValue(executor) {
      for isFavorite in [true, false] {
        reactor.action.send(.toggleFavorite)
        #expect(reactor.currentState.page?.userData.isFavorite == isFavorite)
      }
    }

    await showcase.live.finishWriting()
    #expect(try !showcase.store.userData(id: 1).isFavorite)
    withExtendedLifetime(executor) {}
  }

  @Test func `a favorite that cannot be saved is reverted, and an alert shows the cause`() async throws {
    let showcase = try await Showcase()
    let reactor = showcase.reactor()
    reactor.action.send(.load)
    let car = try showcase.car(1)
    try await showcase.replaceCars([Showcase.entries[3]])

    let messages = Recorder(reactor.outputs.map(\.message))
    reactor.action.send(.toggleFavorite)
    #expect(reactor.currentState.page?.userData.isFavorite == true)

    await eventually { !messages.elements.isEmpty }
    let title = "Could not add Kia K5 2021 to favorites"
    guard case .alert(title, let text, _, .setFavorite(true, car)) = messages.elements.last else {
      Issue.record("\(messages.elements)")
      return
    }
    #expect(!text.isEmpty)
    #expect(reactor.currentState.page?.userData.isFavorite == false)
  }

  @Test func `changes made on another screen appear here`() async throws {
    let showcase = try await Showcase()
    let reactor = showcase.reactor()
    reactor.action.send(.load)
    try await showcase.live.setNote("Ask about the tow bar", for: 1)
    try await showcase.live.setFavorite(true, for: 2)
    #expect(reactor.currentState.page?.userData == UserData(note: "Ask about the tow bar"))
  }

  @Test func `a car that a refresh removed is reported by its name`() async throws {
    let showcase = try await Showcase()
    let reactor = showcase.reactor()
    reactor.action.send(.load)
    try await showcase.replaceCars(Array(Showcase.entries.dropFirst()))
    try await showcase.loadIndexNow()

    try await showcase.wait(for: reactor) { $0.content == .gone(name: "Kia K5 2021") }
    #expect(reactor.currentState.hasNext)
    reactor.action.send(.next)
    try await showcase.wait(for: reactor) { $0.page?.car.id == 2 }
  }

  @Test func `there is no car before the first or after the last`() async throws {
    let showcase = try await Showcase()
    let store = TestStore(showcase.reactor(id: 3, in: [3]))
    #expect(!store.state.hasNext)
    #expect(!store.state.hasPrevious)
    store.send(.next)
    store.send(.previous)
    await store.finish(within: Showcase.timeout)
  }

  @Test func `a variant of the model year can be shown without losing the way back to the list`() async throws {
    let variant = Showcase.entry(8, "Kia", "K5", 2021, liters: 5, more: #""fuel": "Gasoline hybrid""#)
    let showcase = try await Showcase(Showcase.entries + [variant])
    let reactor = showcase.reactor()
    reactor.action.send(.load)
    try await showcase.wait(for: reactor) { $0.page?.charts != nil }
    #expect(reactor.currentState.page?.charts?.siblings.map(\.id) == [1, 8])

    reactor.action.send(.showCar(8))
    try await showcase.wait(for: reactor) { $0.page?.car.id == 8 }
    #expect(reactor.currentState.position == nil && reactor.currentState.requestedID == 8)
    #expect(reactor.currentState.hasNext && reactor.currentState.hasPrevious)

    reactor.action.send(.previous)
    try await showcase.wait(for: reactor) { $0.page?.car.id == 1 }
    #expect(reactor.currentState.position == 0 && !reactor.currentState.hasPrevious)
    reactor.action.send(.showCar(8))
    reactor.action.send(.next)
    try await showcase.wait(for: reactor) { $0.page?.car.id == 2 }
  }

  @Test func `editing the note starts with its current text`() async throws {
    let showcase = try await Showcase()
    try await showcase.live.setNote("Quiet", for: 1)
    let reactor = showcase.reactor()
    reactor.action.send(.load)
    let outputs = Recorder(reactor.outputs)
    reactor.action.send(.editNote)
    let request = NoteRequest(car: try showcase.car(1), text: "Quiet")
    #expect(outputs.elements == [.step(.noteRequested(request))])
  }
}

extension Showcase {
  /// Returns a reactor for the screen of a car.
  func reactor(
    id: Car.ID = 1, in ids: [Car.ID] = [1, 2, 3], loader: CarPageLoader? = nil,
    clock: VirtualClock = VirtualClock(), marks: Observable<[Car.ID]> = .empty,
    opener: SystemOpener = SystemOpener(environment: [:]), copy: (@MainActor (String, String) -> Void)? = nil
  ) -> CarDetailReactor {
    CarDetailReactor(
      id: id, in: CarSequence(ids), catalog: live, loader: loader ?? CarPageLoader(store),
      marks: marks, opener: opener, clipboard: copy.map { CarClipboard(copy: $0) }, clock: clock)
  }
}

/// Suspends the loads of cars until the test resumes each.
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

  /// Waits until these cars are being loaded.
  func arrived(_ ids: Set<Car.ID>) async {
    while !seen.isSuperset(of: ids) { await withCheckedContinuation { watchers.append($0) } }
  }

  /// Waits until the loads of these cars have been resumed.
  func left(_ ids: Set<Car.ID>) async {
    while !gone.isSuperset(of: ids) { await withCheckedContinuation { watchers.append($0) } }
  }

  private func tell() {
    for watcher in watchers { watcher.resume() }
    watchers = []
  }
}
