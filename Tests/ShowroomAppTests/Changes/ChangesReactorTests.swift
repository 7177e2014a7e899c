import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog

extension CatalogFixture {
  /// Creates a catalog whose last refresh brought a Kia EV9, changed a K5, and removed the Hyundai.
  static func refreshed() async throws -> CatalogFixture {
    let fixture = try await CatalogFixture()
    var cars = CatalogFixture.cars.filter { $0.id != 8 }
    cars[3][.combinedMPG] = 40
    cars[3][.vehicleClass] = "Large car"
    cars.append(Car(id: 9, make: "Kia", model: "EV9", year: 2024, fuel: .electric, combinedMPG: 90))
    try fixture.publish(cars)
    _ = try await fixture.store.refresh(from: .file(fixture.file))
    return fixture
  }
}

@MainActor @Suite(.timeLimit(.minutes(20)))
struct ChangesReactorTests {
  @Test func `the changes are read off the main actor, and new cars can be hidden`() async throws {
    let fixture = try await CatalogFixture.refreshed()
    let changes = try fixture.store.carChanges()
    #expect(CarChange.Kind.allCases.map(changes.count) == [1, 1, 1])
    let store = TestStore(ChangesReactor(catalog: fixture.live()))

    store.send(.load)
    await store.receive(.setChanges(changes)) { $0.changes = changes }
    #expect(store.reactor.currentState.cars.map(\.car.id) == [9, 4, 8])
    store.send(.toggleNew) { expect in expect(.setHidesNew(true)) { $0.hidesNew = true } }
    #expect(store.reactor.currentState.cars.map(\.car.id) == [4, 8])
    store.send(.toggleNew) { expect in expect(.setHidesNew(false)) { $0.hidesNew = false } }

    await store.finish()
  }

  @Test func `a car is opened among those that the catalog has, and one that is gone is not`() async throws {
    let fixture = try await CatalogFixture.refreshed()
    let changes = try fixture.store.carChanges()
    let store = TestStore(ChangesReactor(catalog: fixture.live()))
    store.send(.open(4))
    store.send(.load)
    await store.receive(.setChanges(changes)) { $0.changes = changes }

    store.send(.open(4)) { expect in expect(output: .carPicked(4, in: CarSequence([9, 4]))) }
    store.send(.open(8))

    await store.finish()
  }

  @Test func `a car that is gone is opened if the catalog keeps it as a favorite`() async throws {
    let fixture = try await CatalogFixture()
    try fixture.store.setFavorite(true, id: 8)
    try fixture.publish(Array(CatalogFixture.cars.prefix(7)))
    _ = try await fixture.store.refresh(from: .file(fixture.file))
    let changes = try fixture.store.carChanges()
    let store = TestStore(ChangesReactor(catalog: fixture.live()))
    store.send(.load)
    await store.receive(.setChanges(changes)) { $0.changes = changes }

    store.send(.open(8)) { expect in expect(output: .carPicked(8, in: CarSequence([8]))) }

    await store.finish()
  }

  @Test(
    arguments: [("make:kia", [9, 4]), ("make:현대", [8]), ("marked:yes", [4]), ("bmw", [])] as [(String, [Car.ID])])
  func `the page of a view lists the changes of its cars only, even of those that are gone`(
    query: String, ids: [Car.ID]
  ) async throws {
    let fixture = try await CatalogFixture.refreshed()
    let catalog = fixture.live()
    catalog.setMarks([4])
    let reactor = ChangesReactor(catalog: catalog, in: try SavedView(name: "mine", query: query))

    reactor.action.send(.load)

    let changes = await first(reactor.state(\.changes)) { $0 != nil }
    #expect(changes??.cars.map(\.car.id) == ids)
    withExtendedLifetime(fixture) {}
  }

  @Test func `a database that cannot be read is reported`() async throws {
    let fixture = try await CatalogFixture.refreshed()
    fixture.store.close()
    let error = try #require(#expect(throws: CatalogError.self) { try fixture.store.carChanges() })
    let store = TestStore(ChangesReactor(catalog: fixture.live()))

    store.send(.load)
    await store.receive(.setFailure(error)) { $0.failure = error }

    await store.finish()
  }

  @Test func `a refresh while the page is open replaces it`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    catalog.start()
    _ = await first(catalog.index.asObservable()) { $0 != nil }
    let reactor = ChangesReactor(catalog: catalog)
    reactor.action.send(.load)
    #expect(await first(reactor.state(\.changes)) { $0 == CatalogChanges() } != nil)

    try fixture.publish(CatalogFixture.cars + [Car(id: 9, make: "Kia", model: "EV9", year: 2024)])
    _ = try await fixture.store.refresh(from: .file(fixture.file))

    #expect(await first(reactor.state(\.changes)) { $0?.count(.new) == 1 } != nil)
  }
}

@MainActor @Suite(.timeLimit(.minutes(20)))
struct ViewChangesTests {
  /// Refreshes, and returns the outcome and the reports about views.
  private func refresh(_ fixture: CatalogFixture) async -> (outcome: RefreshEvent?, reports: [[ViewChanges]]) {
    let catalog = fixture.live()
    let reports = Recorder(catalog.viewChanges)
    let events = Recorder(catalog.refresh())
    await eventually { events.completion != nil }
    await catalog.readingViewChanges?.value
    return (events.elements.last, reports.elements)
  }

  @Test func `a refresh reports the saved views in which cars are new, changed or gone`() async throws {
    let fixture = try await CatalogFixture()
    for (name, query) in [("kias", "make:kia"), ("all", ""), ("bmw", "bmw"), ("hyundai", "make:현대")] {
      try fixture.store.save(SavedView(name: name, query: query))
    }
    var cars = CatalogFixture.cars
    cars[3][.combinedMPG] = 40
    cars[7][.combinedMPG] = 41
    cars.append(Car(id: 9, make: "Kia", model: "EV9", year: 2024, fuel: .electric, combinedMPG: 90))
    try fixture.publish(cars)

    let (outcome, reports) = await refresh(fixture)

    #expect(outcome == .finished(.applied(RefreshCounts(added: 1, changed: 2, unchanged: 6))))
    let hyundai = try SavedView(name: "hyundai", query: "make:현대")
    let kias = try SavedView(name: "kias", query: "make:kia")
    #expect(reports == [[ViewChanges(view: hyundai, count: 1), ViewChanges(view: kias, count: 2)]])
  }

  @Test func `without changes, and without views, nothing is said about views`() async throws {
    let fixture = try await CatalogFixture()
    try fixture.store.save(SavedView(name: "bmw", query: "bmw"))
    let unchanged = await refresh(fixture)
    #expect(unchanged.outcome == .finished(.notModified) && unchanged.reports == [])

    try fixture.publish(CatalogFixture.cars + [Car(id: 9, make: "Kia", model: "EV9", year: 2024)])
    let changed = await refresh(fixture)
    #expect(changed.outcome == .finished(.applied(RefreshCounts(added: 1, unchanged: 8))) && changed.reports == [])
  }

  @Test func `a view is saved although a refresh looks for changes at the same time`() async throws {
    let fixture = try await CatalogFixture()
    try fixture.store.save(SavedView(name: "kias", query: "kia"))
    try fixture.publish(CatalogFixture.cars + [Car(id: 9, make: "Kia", model: "EV9", year: 2024)])
    let catalog = fixture.live()
    let reactor = CarListReactor(catalog: catalog)
    let reports = Recorder(catalog.viewChanges)
    let shown = Recorder(
      reactor.outputs.compactMap { output -> String? in
        guard case .message(.toast(let text, _, _)) = output else { return nil }
        // The user saves a view in the moment in which the refresh ends.
        if text == "1 new" { reactor.action.send(.saveView("mine")) }
        return text
      })

    reactor.action.send(.refresh)

    await eventually { shown.elements.contains("Saved as @mine") && !reports.elements.isEmpty }
    #expect(reports.elements.map { $0.map(\.view.name) } == [["kias"]])
    #expect(try fixture.store.savedViews().map(\.name) == ["kias", "mine"])
  }
}
