import Catalogue
import ReactorCore
import ReactorTesting
import Testing

@testable import ShowroomApp

/// Refreshing: the indicator, what it tells, and every way it can end.
@MainActor
@Suite("CarList: refreshing")
struct CarListRefreshTests {
  @Test func `the indicator is on until the outcome has been told, and progress is told meanwhile`() async throws {
    let source = ScriptedSource()
    let list = try await List(source)
    list.begin()
    let progress = RefreshProgress(phase: .importing, completedBytes: 45, totalBytes: 100, cars: 12_400)
    source.report(progress)
    await list.store.receive(.setProgress(progress)) { $0.progress = progress }
    #expect(progress.summary == "Reading 12,400 cars 45%")
    await list.end(
      source, .applied(RefreshCounts(added: 3806, changed: 26, removed: 1)), "3,806 new, 26 changed, 1 gone")
    await list.finish()
  }

  @Test func `cars that only cost another sum are told apart from those that changed`() async throws {
    let source = ScriptedSource()
    let list = try await List(source)
    list.begin()
    let counts = RefreshCounts(added: 3806, changed: 29, repriced: 45_739, removed: 1, unchanged: 8)
    await list.end(source, .applied(counts), "3,806 new, 29 changed, 1 gone, 45,739 repriced")
    await list.finish()
    #expect(RefreshOutcome.applied(RefreshCounts(repriced: 2)).summary == "2 repriced")
  }

  @Test func `a source in which nothing changed says so`() async throws {
    let source = ScriptedSource()
    let list = try await List(source)
    list.begin()
    await list.end(source, .applied(RefreshCounts(unchanged: 8)), "Nothing new")
    await list.finish()
  }

  @Test func `a source that is the same as last time is up to date`() async throws {
    let source = ScriptedSource()
    let list = try await List(source)
    list.begin()
    await list.end(source, .notModified, "Up to date")
    await list.finish()
  }

  @Test func `a refresh that nobody approves of says that nothing was changed`() async throws {
    let source = ScriptedSource()
    let list = try await List(source)
    list.begin()
    let loss = RefreshOutcome.declined(RefreshLoss(cars: 8, removed: 3))
    await list.end(source, loss, "Nothing was changed", isSuccess: false)
    await list.finish()
  }

  @Test func `a failure is an alert with its cause and a retry, and then the indicator goes off`() async throws {
    let source = ScriptedSource()
    let list = try await List(source)
    list.begin()
    let error = CatalogueError.source(.refused, source: "the test source")
    source.fail(error)
    let failure = CarListReactor.Failure("Refreshing failed", cause: "\(error)", retry: .refresh)
    await list.store.receive(.showAlert(failure)) { $0.alert = failure }
    await list.store.receive(.setRefreshing(false)) { $0.isRefreshing = false }
    #expect(failure.cause == "Nothing answers at the test source (connection refused); check the address and the port.")
    list.begin()
    await list.end(source, .notModified, "Up to date")
    await list.finish()
  }

  @Test func `asking again while one is under way does nothing`() async throws {
    let source = ScriptedSource()
    let list = try await List(source)
    list.begin()
    list.store.send(.refresh)
    await list.end(source, .notModified, "Up to date")
    await list.finish()
  }

  @Test func `cancelling takes effect at once, and the next refresh can begin`() async throws {
    let source = ScriptedSource()
    let list = try await List(source)
    list.begin()
    let notice = CarListReactor.Notice("Refresh cancelled, nothing was changed")
    list.store.send(.cancelRefresh) { expect in
      expect(.setRefreshing(false)) { $0.isRefreshing = false }
      expect(.showToast(notice)) { $0.toast = notice }
    }
    #expect(list.catalogue.refreshProgress.value == nil)
    list.store.send(.cancelRefresh)
    await list.finish()
  }

  @Test func `a refresh of a real file brings its cars, keeps the query and drops marks of cars that are gone`()
    async throws
  {
    let fixture = try await CatalogueFixture()
    let catalogue = fixture.live()
    let reactor = CarListReactor(catalogue: catalogue)
    await reactor.showsWholeCatalogue()
    reactor.action.send(.toggleMark(3))
    reactor.action.send(.toggleMark(4))
    reactor.action.send(.setQuery("kia"))
    await reactor.shows(["EV6", "K5", "K5"])
    var cars = CatalogueFixture.cars.filter { $0.id != 3 }
    cars.append(Car(id: 9, make: "Kia", model: "EV9", year: 2024, fuel: .electric))
    try fixture.publish(cars)
    let toast = Recorder(reactor.pulse(unwrapping: \.$toast))
    reactor.action.send(.refresh)
    _ = await first(catalogue.refreshQuestion.asObservable()) { $0 != nil }
    catalogue.answerRefresh(true)
    await reactor.shows(["EV9", "K5", "K5"])
    #expect(reactor.currentState.marked == [4])
    _ = await first(reactor.state(\.isRefreshing)) { !$0 }
    #expect(toast.elements.map(\.text) == ["1 new, 1 gone"])
  }
}

extension List {
  fileprivate func begin(sourceLocation: SourceLocation = #_sourceLocation) {
    store.send(.refresh, sourceLocation: sourceLocation) { expect in
      expect(.setRefreshing(true), sourceLocation: sourceLocation) { $0.isRefreshing = true }
    }
  }

  fileprivate func end(
    _ source: ScriptedSource, _ outcome: RefreshOutcome, _ text: String, isSuccess: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    source.finish(outcome)
    let notice = CarListReactor.Notice(text, isSuccess: isSuccess)
    await store.receive(.setOutcome(outcome), sourceLocation: sourceLocation) { $0.lastRefresh = outcome }
    await store.receive(.showToast(notice), sourceLocation: sourceLocation) { $0.toast = notice }
    await store.receive(.setRefreshing(false), sourceLocation: sourceLocation) {
      $0.isRefreshing = false
      $0.progress = nil
    }
  }
}
