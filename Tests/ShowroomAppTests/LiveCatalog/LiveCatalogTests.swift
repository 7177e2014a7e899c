import Foundation
import ReactorCore
import ReactorTesting
import ShowroomSettings
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog

@MainActor
struct LiveCatalogTests {
  @Test func `the first page is available before the index, which loads in the background after start`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    let page = try catalog.firstPage(limit: 2)
    #expect(page.rows.map(\.model) == ["520d", "Avante"])
    #expect(page.total == 8)
    #expect(catalog.index.value == nil)
    catalog.start()
    #expect(catalog.index.value == nil)
    let index = await first(catalog.index.asObservable()) { $0 != nil }
    #expect(index??.count == 8)
  }

  @Test func `what searches need is prepared after loading, even after a failure`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    func isPrepared() -> Bool {
      catalog.index.value?.columns.knownVocabularies.withLock { $0.keys.contains(nil) } == true
    }

    catalog.start()
    await eventually { isPrepared() }
    let generation = catalog.generation
    catalog.reload()
    await eventually { catalog.generation > generation && isPrepared() }
  }

  @Test func `a favorite is shown everywhere before it is written`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = try await loaded(fixture)
    let told = Recorder(catalog.userDataChanges.asObservable())
    let write = Task.immediate { try await catalog.setFavorite(true, for: 3) }
    #expect(catalog.row(3)?.isFavorite == true)
    #expect(told.elements.first == [3: UserData(isFavorite: true)])
    try await write.value
    #expect(catalog.row(3)?.isFavorite == true)
    #expect(try fixture.store.userData(id: 3).isFavorite)
  }

  @Test func `a favorite that cannot be written is reverted, and the caller receives the error`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    catalog.index.accept(try fixture.store.loadIndex())
    // The car is removed from the database but not from the index, which follows no changes before `start()`.
    try fixture.publish(CatalogFixture.cars.filter { $0.id != 3 })
    _ = try await fixture.store.refresh(from: .file(fixture.file))
    let write = Task.immediate { try await catalog.setFavorite(true, for: CatalogFixture.cars[2]) }
    #expect(catalog.row(3)?.isFavorite == true)
    await #expect(throws: CatalogError.store(.unknownCar(3), path: fixture.store.path)) { try await write.value }
    #expect(catalog.row(3)?.isFavorite == false)
  }

  @Test func `a favorite is not written to another car that receives the ID before the write`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    var cars = CatalogFixture.cars
    cars[2].make = "Ford"
    cars[2].model = "Focus"
    cars[2].year = 2001
    try fixture.publish(cars)
    catalog.lastWrite = Task { _ = try? await fixture.store.refresh(from: .file(fixture.file)) }

    let write = Task.immediate { try await catalog.setFavorite(true, for: 3) }

    await #expect(throws: CatalogError.store(.otherCar(3), path: fixture.store.path)) { try await write.value }
    #expect(try fixture.store.car(id: 3)?.make == "Ford" && !fixture.store.userData(id: 3).isFavorite)
  }

  @Test func `the last of two quick edits wins`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = try await loaded(fixture)
    let on = Task.immediate { try await catalog.setFavorite(true, for: 3) }
    let off = Task.immediate { try await catalog.setFavorite(false, for: 3) }
    let states = Recorder(catalog.index.asObservable().map { $0?.search(.all, favoritesOnly: true)?.count })
    try await on.value
    try await off.value
    #expect(try !fixture.store.userData(id: 3).isFavorite)
    #expect(states.elements.allSatisfy { $0 == 0 })
  }

  @Test func `a value that is reported after a later write is not shown, and one of another program is`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    catalog.index.accept(try fixture.store.loadIndex())
    try await catalog.setFavorite(true, for: 3)
    try await catalog.setFavorite(false, for: 3)

    await catalog.merge([3: UserData(isFavorite: true)])
    #expect(catalog.row(3)?.isFavorite == false)

    try fixture.store.setFavorite(true, id: 3)
    await catalog.merge([3: UserData(isFavorite: true)])
    #expect(catalog.row(3)?.isFavorite == true)
  }

  @Test func `a write continues after its screen is closed`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = try await loaded(fixture)
    let write = Task.immediate { try await catalog.setNote(" quiet ", for: 2) }
    write.cancel()
    _ = try? await write.value
    await catalog.lastWrite?.value
    #expect(try fixture.store.userData(id: 2).note == "quiet")
    #expect(catalog.row(2)?.hasNote == true)
  }

  @Test func `a blank note is removed`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = try await loaded(fixture)
    try await catalog.setNote("loud", for: 2)
    #expect(try catalog.userData(id: 2).note == "loud")
    try await catalog.setNote("  ", for: 2)
    #expect(try catalog.userData(id: 2).note == nil)
    #expect(catalog.row(2)?.hasNote == false)
  }

  @Test func `a favorite set by another process arrives without reloading the cars`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = try await loaded(fixture)
    let generation = catalog.generation
    let other = try CatalogStore(directory: fixture.folder.appendingPathComponent("data"))
    try other.setFavorite(true, id: 6)
    let index = await first(catalog.index.asObservable()) { $0?.search(.all, favoritesOnly: true)?.count == 1 }
    #expect(index != nil)
    #expect(catalog.row(6)?.isFavorite == true)
    #expect(catalog.generation == generation)
  }

  @Test func `a local edit is sent once, although the database reports it too`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = try await loaded(fixture)
    let told = Recorder(catalog.userDataChanges.asObservable())
    try await catalog.setFavorite(true, for: 3)
    let other = try CatalogStore(directory: fixture.folder.appendingPathComponent("data"))
    try other.setFavorite(true, id: 6)
    _ = await first(catalog.index.asObservable()) { $0?.search(.all, favoritesOnly: true)?.count == 2 }
    #expect(told.elements == [[3: UserData(isFavorite: true)], [6: UserData(isFavorite: true)]])
  }

  @Test func `a refresh reports its outcome, and the index follows`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = try await loaded(fixture)
    var cars = CatalogFixture.cars
    cars[0].year = 2022
    cars.removeLast()
    cars.append(Car(id: 9, make: "Volvo", model: "EX30", year: 2024, fuel: .electric))
    try fixture.publish(cars)
    let events = Recorder(catalog.refresh())
    #expect(catalog.refreshProgress.value != nil)
    _ = await first(catalog.refreshQuestion.asObservable()) { $0 != nil }
    catalog.answerRefresh(true)
    let index = await first(catalog.index.asObservable()) { $0?.ordinal(of: 9) != nil }
    #expect(index != nil)
    let end = await first(catalog.refreshProgress.asObservable()) { $0 == nil }
    #expect(end != nil)
    #expect(
      events.elements.last
        == .finished(.applied(RefreshCounts(added: 1, changed: 1, removed: 1, unchanged: 6))))
    #expect(events.isFinished)
  }

  @Test func `only one refresh runs at a time, and disposing of its subscription cancels it`() async throws {
    let fixture = try await CatalogFixture()
    let source = ScriptedSource()
    let catalog = fixture.live(source)
    let running = Recorder(catalog.refresh())
    let second = Recorder(catalog.refresh())
    #expect(second.isFinished)
    #expect(second.elements.isEmpty)
    running.dispose()
    #expect(catalog.refreshProgress.value == nil)
    let third = Recorder(catalog.refresh())
    #expect(!third.isFinished)
    third.dispose()
    #expect(running.elements.isEmpty)
  }

  @Test func `a failed refresh reports the cause and allows the next one`() async throws {
    let fixture = try await CatalogFixture()
    let source = ScriptedSource()
    let catalog = fixture.live(source)
    let events = Recorder(catalog.refresh())
    source.fail(.source(.httpStatus(500), source: "the test source"))
    _ = await first(catalog.refreshProgress.asObservable()) { $0 == nil }
    #expect(events.error as? CatalogError == .source(.httpStatus(500), source: "the test source"))
    #expect(catalog.refreshProgress.value == nil)
  }

  private func loaded(_ fixture: CatalogFixture) async throws -> LiveCatalog {
    let catalog = fixture.live()
    catalog.start()
    let index = await first(catalog.index.asObservable()) { $0 != nil }
    _ = try #require(index ?? nil)
    return catalog
  }

  @Test func `a source file that changes is noticed, until it is read or is the same as before`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    catalog.start()
    await eventually { catalog.watchedSource != nil }

    try fixture.publish(Array(CatalogFixture.cars.prefix(7)))
    let change = await first(catalog.changedSource.asObservable()) { $0 != nil }
    #expect(change??.name == "source.json")

    try fixture.publish(CatalogFixture.cars)
    _ = await first(catalog.changedSource.asObservable()) { $0 == nil }

    try fixture.publish(Array(CatalogFixture.cars.prefix(7)))
    _ = await first(catalog.changedSource.asObservable()) { $0 != nil }
    let refresh = Recorder(catalog.refresh())
    await eventually { catalog.refreshQuestion.value != nil || catalog.refreshProgress.value == nil }
    catalog.answerRefresh(true)
    _ = await first(catalog.changedSource.asObservable()) { $0 == nil }
    withExtendedLifetime(refresh) {}
  }

  @Test func `a source file that changed before it was watched is noticed`() async throws {
    let fixture = try await CatalogFixture()
    try fixture.publish(Array(CatalogFixture.cars.prefix(7)))
    let catalog = fixture.live()

    catalog.start()

    let change = await first(catalog.changedSource.asObservable()) { $0 != nil }
    #expect(change??.name == "source.json")
  }

  @Test(arguments: ["same", "half", "empty", "none", "page", "pipe"])
  func `a source file with the same content, or without a catalog, is not a change`(_ content: String) async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    catalog.start()
    await eventually { catalog.watchedSource != nil }
    switch content {
    case "same": try fixture.publish(CatalogFixture.cars)
    case "half": try Data(#"{"format": "showroom-catalog", "version": 1, "cars": [{"id":"#.utf8).write(to: fixture.file)
    case "empty": try Data().write(to: fixture.file)
    case "page": try Data("<html>".utf8).write(to: fixture.file)
    default:
      try FileManager.default.removeItem(at: fixture.file)
      if content == "pipe" { try #require(mkfifo(fixture.file.path, 0o600) == 0) }
    }

    await catalog.checkSource()

    #expect(catalog.changedSource.value == nil)
  }

  @Test func `a change that a refresh loads while the file is being compared is not reported`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    catalog.start()
    await eventually { catalog.watchedSource != nil }
    let file = try #require(catalog.watchedSource?.file)
    // Only the check below compares the file.
    catalog.watchedSource?.task.cancel()
    await catalog.watchedSource?.task.value
    catalog.watchedSource = WatchedSource(file: file, task: Task {})
    var cars = CatalogFixture.cars
    cars[0].model = "Changed"
    try fixture.publish(cars)
    let reported = Recorder(catalog.changedSource.asObservable())

    let check = Task.immediate { await catalog.checkSource() }
    let refresh = Recorder(catalog.refresh())
    await check.value

    #expect(refresh.elements.contains { if case .finished(.applied) = $0 { true } else { false } })
    #expect(reported.elements.allSatisfy { $0 == nil })
  }

  @Test func `a source chosen by another program is followed, even after one was chosen here`() async throws {
    let fixture = try await CatalogFixture()
    let environment = [
      "HOME": fixture.folder.path, "SHOWROOM_RESOURCES": fixture.folder.path,
      "SHOWROOM_DATA_DIR": fixture.folder.appendingPathComponent("data").path,
    ]
    let settings = try Settings(SettingsRequest(), environment: environment, executable: fixture.folder)
    let catalog = try LiveCatalog(store: fixture.store, settings: settings)
    let own = fixture.folder.appendingPathComponent("own.json")
    let other = fixture.folder.appendingPathComponent("other.json")
    for file in [own, other] { try FileManager.default.copyItem(at: fixture.file, to: file) }
    _ = try await fixture.store.refresh(from: .file(own))
    catalog.setSource(.file(own))
    #expect(catalog.currentSource == .file(own))

    _ = try await fixture.store.refresh(from: .file(other))

    #expect(catalog.currentSource == .file(other))
    #expect(catalog.sourceDescription == other.path)
  }

  @Test func `a web address and a source that cannot be determined are not watched`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    catalog.start()
    await eventually { catalog.watchedSource != nil }

    catalog.setSource(try CatalogSource(parsing: "https://example.org/cars.csv"))

    #expect(catalog.watchedSource == nil)
  }
}

extension LiveCatalog {
  fileprivate func row(_ id: Car.ID) -> CarRow? {
    index.value.flatMap { index in index.ordinal(of: id).map { index.row(at: $0) } }
  }
}
