import ReactorCore
import ReactorTesting
import ShowroomCatalog
import ShowroomTestSupport
import ShowroomText
import Testing

@testable import ShowroomApp
@testable import ShowroomCommands

/// The indicator of a refresh, its progress, and all its outcomes.
@MainActor
struct CarListRefreshTests {
  @Test func `the indicator is shown until the outcome arrives, with the progress meanwhile`() async throws {
    let source = ScriptedSource()
    let list = try await List(source)
    list.begin()
    let progress = RefreshProgress(phase: .importing, completedBytes: 45, totalBytes: 100, cars: 12_400)
    source.report(progress)
    await list.store.receive(.setProgress(progress), within: Showcase.timeout) { $0.progress = progress }
    #expect(progress.summary == "Reading 12,400 cars 45%")
    await list.end(
      source, .applied(RefreshCounts(added: 3806, changed: 26, removed: 1)), "3,806 new, 26 changed, 1 gone")
    await list.finish()
  }

  @Test func `cars with only a new fuel cost are counted as repriced`() async throws {
    let source = ScriptedSource()
    let list = try await List(source)
    list.begin()
    let counts = RefreshCounts(added: 3806, changed: 29, repriced: 45_739, removed: 1, unchanged: 8)
    await list.end(source, .applied(counts), "3,806 new, 29 changed, 1 gone, 45,739 repriced")
    await list.finish()
    #expect(RefreshOutcome.applied(RefreshCounts(repriced: 2)).summary == "2 repriced")
  }

  @Test func `a refresh that replaced the catalog has no changes to show`() {
    let counts = RefreshCounts(added: 8, removed: 6)
    var replacement = counts
    replacement.isReplacement = true

    #expect(RefreshOutcome.applied(counts).hasChanges && !RefreshOutcome.applied(replacement).hasChanges)
    #expect(RefreshOutcome.applied(replacement).summary == "8 new, 6 gone")
  }

  @Test func `a source without changes is reported as such`() async throws {
    let source = ScriptedSource()
    let list = try await List(source)
    list.begin()
    await list.end(source, .applied(RefreshCounts(unchanged: 8)), "No changes")
    await list.finish()
  }

  @Test func `an unmodified source is up to date`() async throws {
    let source = ScriptedSource()
    let list = try await List(source)
    list.begin()
    await list.end(source, .notModified, "Up to date")
    await list.finish()
  }

  @Test func `a declined refresh reports that no changes were made`() async throws {
    let source = ScriptedSource()
    let list = try await List(source)
    list.begin()
    let loss = RefreshOutcome.declined(RefreshLoss(cars: 8, removed: 3))
    await list.end(source, loss, "No changes were made", isSuccess: false)
    await list.finish()
  }

  @Test func `a failure shows an alert with its cause and a retry, and hides the indicator`() async throws {
    let source = ScriptedSource()
    let list = try await List(source)
    list.begin()
    let error = CatalogError.source(.refused, source: "the test source")
    source.fail(error)
    let text = "The connection to the test source was refused. Check the address and the port."
    await list.store.receive(output: .message(.alert("Refresh failed", text: text, retry: .refresh)))
    await list.store.receive(.setRefreshing(false), within: Showcase.timeout) { $0.isRefreshing = false }
    list.begin()
    await list.end(source, .notModified, "Up to date")
    await list.finish()
  }

  @Test func `a second refresh during the first does nothing`() async throws {
    let source = ScriptedSource()
    let list = try await List(source)
    list.begin()
    list.store.send(.refresh)
    await list.end(source, .notModified, "Up to date")
    await list.finish()
  }

  @Test func `a canceled refresh reports that no changes were made`() async throws {
    let source = ScriptedSource()
    let list = try await List(source)
    list.begin()
    list.cancel()
    await list.store.receive(
      output: .message(.toast("Refresh canceled. No changes were made.", topic: RefreshNotifications.topic)))
    await list.store.receive(.setRefreshing(false), within: Showcase.timeout) { $0.isRefreshing = false }
    #expect(list.catalog.refreshProgress.value == nil)
    list.store.send(.cancelRefresh)
    await list.finish()
  }

  @Test func `a refresh that is canceled after its commit reports its outcome`() async throws {
    let source = ScriptedSource(isCommitted: true)
    let list = try await List(source)
    list.begin()
    list.cancel()
    await list.end(source, .applied(RefreshCounts(changed: 1, unchanged: 7)), "1 changed")
    await list.finish()
  }

  @Test func `a refresh from a file imports its cars, keeps the query and unmarks removed cars`()
    async throws
  {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    let reactor = CarListReactor(catalog: catalog)
    await reactor.showsWholeCatalog()
    reactor.action.send(.toggleMark(3))
    reactor.action.send(.toggleMark(4))
    reactor.action.send(.setQuery("kia"))
    await reactor.shows(["EV6", "K5", "K5"])
    var cars = CatalogFixture.cars.filter { $0.id != 3 }
    cars.append(Car(id: 9, make: "Kia", model: "EV9", year: 2024, fuel: .electric))
    try fixture.publish(cars)
    let messages = Recorder(reactor.outputs.map(\.message))
    reactor.action.send(.refresh)
    _ = await first(catalog.refreshQuestion.asObservable()) { $0 != nil }
    #expect(reactor.currentState.isAwaitingApproval)
    catalog.answerRefresh(true)
    #expect(!reactor.currentState.isAwaitingApproval)
    await reactor.shows(["EV9", "K5", "K5"])
    #expect(reactor.currentState.marked == [4])
    _ = await first(reactor.state(\.isRefreshing)) { !$0 }
    #expect(
      messages.elements == [.toast("1 new, 1 gone", kind: .success, topic: RefreshNotifications.topic)])
  }

  @Test func `a removed car is marked again when the refresh is undone`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    let reactor = CarListReactor(catalog: catalog)
    await reactor.showsWholeCatalog()
    reactor.action.send(.setMarks([3, 4]))
    reactor.action.send(.setQuery("kia"))
    await reactor.shows(["EV6", "K5", "K5"])
    try fixture.publish(CatalogFixture.cars.filter { $0.id != 3 })
    reactor.action.send(.refresh)
    _ = await first(catalog.refreshQuestion.asObservable()) { $0 != nil }
    catalog.answerRefresh(true)
    await reactor.shows(["K5", "K5"])
    _ = await first(reactor.state(\.isRefreshing)) { !$0 }
    #expect(reactor.currentState.marked == [4])

    #expect(try await catalog.undoRefresh())

    await reactor.shows(["EV6", "K5", "K5"])
    #expect(reactor.currentState.marked == [3, 4])
    withExtendedLifetime(fixture) {}
  }
}

extension List {
  fileprivate func begin(sourceLocation: SourceLocation = #_sourceLocation) {
    store.send(.refresh, sourceLocation: sourceLocation) { expect in
      expect(.setRefreshing(true), sourceLocation: sourceLocation) { $0.isRefreshing = true }
    }
  }

  /// Cancels the refresh, which is shown before it ends.
  fileprivate func cancel(sourceLocation: SourceLocation = #_sourceLocation) {
    store.send(.cancelRefresh, sourceLocation: sourceLocation) { expect in
      let toast = Message<CarListReactor.Action>.toast("Canceling the refresh", topic: RefreshNotifications.topic)
      expect(output: .message(toast), sourceLocation: sourceLocation)
    }
  }

  fileprivate func end(
    _ source: ScriptedSource, _ outcome: RefreshOutcome, _ text: String, isSuccess: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    source.finish(outcome)
    let toast = Message<CarListReactor.Action>.toast(
      text, kind: isSuccess ? .success : .info, topic: RefreshNotifications.topic)
    await store.receive(.setOutcome(outcome), sourceLocation: sourceLocation) { $0.lastRefresh = outcome }
    await store.receive(output: .message(toast), sourceLocation: sourceLocation)
    await store.receive(.setRefreshing(false), sourceLocation: sourceLocation) {
      $0.isRefreshing = false
      $0.progress = nil
    }
  }
}
