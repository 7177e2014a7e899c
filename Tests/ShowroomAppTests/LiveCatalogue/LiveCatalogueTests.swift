import Catalogue
import Foundation
import ReactorCore
import ReactorTesting
import Testing

@testable import ShowroomApp

@MainActor
@Suite("LiveCatalogue")
struct LiveCatalogueTests {
  @Test func `the first page is there before the index, which loads in the background once started`() async throws {
    let fixture = try await CatalogueFixture()
    let catalogue = fixture.live()
    let page = try catalogue.firstPage(limit: 2)
    #expect(page.rows.map(\.model) == ["520d", "Avante"])
    #expect(page.total == 8)
    #expect(catalogue.index.value == nil)
    catalogue.start()
    #expect(catalogue.index.value == nil)
    let index = await first(catalogue.index.asObservable()) { $0 != nil }
    #expect(index??.count == 8)
  }

  @Test func `a star is seen everywhere before it is written, and is in the database afterwards`() async throws {
    let fixture = try await CatalogueFixture()
    let catalogue = try await loaded(fixture)
    let told = Recorder(catalogue.userDataChanges.asObservable())
    let write = Task.immediate { try await catalogue.setFavourite(true, for: 3) }
    #expect(catalogue.row(3)?.isFavourite == true)
    #expect(told.elements.first == [3: UserData(isFavourite: true)])
    try await write.value
    #expect(catalogue.row(3)?.isFavourite == true)
    #expect(try fixture.store.userData(id: 3).isFavourite)
  }

  @Test func `a star that cannot be written goes out again, and the writer is told why`() async throws {
    let fixture = try await CatalogueFixture()
    let catalogue = fixture.live()
    catalogue.index.accept(try fixture.store.loadIndex())
    // The car disappears from the database, but not from the index, which follows nothing without a start.
    try fixture.publish(CatalogueFixture.cars.filter { $0.id != 3 })
    _ = try await fixture.store.refresh(from: .file(fixture.file))
    let write = Task.immediate { try await catalogue.setFavourite(true, for: 3) }
    #expect(catalogue.row(3)?.isFavourite == true)
    await #expect(throws: CatalogueError.store(.unknownCar(3), path: fixture.store.path)) { try await write.value }
    #expect(catalogue.row(3)?.isFavourite == false)
  }

  @Test func `pressing a key twice quickly leaves what was pressed last`() async throws {
    let fixture = try await CatalogueFixture()
    let catalogue = try await loaded(fixture)
    let on = Task.immediate { try await catalogue.setFavourite(true, for: 3) }
    let off = Task.immediate { try await catalogue.setFavourite(false, for: 3) }
    let states = Recorder(catalogue.index.asObservable().map { $0?.favouriteCount })
    try await on.value
    try await off.value
    #expect(try !fixture.store.userData(id: 3).isFavourite)
    #expect(states.elements.allSatisfy { $0 == 0 })
  }

  @Test func `a write goes on when the screen that asked for it is left`() async throws {
    let fixture = try await CatalogueFixture()
    let catalogue = try await loaded(fixture)
    let write = Task.immediate { try await catalogue.setNote(" quiet ", for: 2) }
    write.cancel()
    _ = try? await write.value
    await catalogue.lastWrite?.value
    #expect(try fixture.store.userData(id: 2).note == "quiet")
    #expect(catalogue.row(2)?.hasNote == true)
  }

  @Test func `a note of nothing but spaces is no note`() async throws {
    let fixture = try await CatalogueFixture()
    let catalogue = try await loaded(fixture)
    try await catalogue.setNote("loud", for: 2)
    #expect(try catalogue.userData(id: 2).note == "loud")
    try await catalogue.setNote("  ", for: 2)
    #expect(try catalogue.userData(id: 2).note == nil)
    #expect(catalogue.row(2)?.hasNote == false)
  }

  @Test func `what another program stars arrives, without loading the cars anew`() async throws {
    let fixture = try await CatalogueFixture()
    let catalogue = try await loaded(fixture)
    let generation = catalogue.generation
    let other = try CatalogueStore(directory: fixture.folder.appendingPathComponent("data"))
    try await other.setFavourite(true, id: 6)
    let index = await first(catalogue.index.asObservable()) { $0?.favouriteCount == 1 }
    #expect(index != nil)
    #expect(catalogue.row(6)?.isFavourite == true)
    #expect(catalogue.generation == generation)
  }

  @Test func `our own star is told once, although the database reports it too`() async throws {
    let fixture = try await CatalogueFixture()
    let catalogue = try await loaded(fixture)
    let told = Recorder(catalogue.userDataChanges.asObservable())
    try await catalogue.setFavourite(true, for: 3)
    let other = try CatalogueStore(directory: fixture.folder.appendingPathComponent("data"))
    try await other.setFavourite(true, id: 6)
    _ = await first(catalogue.index.asObservable()) { $0?.favouriteCount == 2 }
    #expect(told.elements == [[3: UserData(isFavourite: true)], [6: UserData(isFavourite: true)]])
  }

  @Test func `a refresh tells its outcome, and the index follows`() async throws {
    let fixture = try await CatalogueFixture()
    let catalogue = try await loaded(fixture)
    var cars = CatalogueFixture.cars
    cars[0].year = 2022
    cars.removeLast()
    cars.append(Car(id: 9, make: "Volvo", model: "EX30", year: 2024, fuel: .electric))
    try fixture.publish(cars)
    let events = Recorder(catalogue.refresh())
    #expect(catalogue.refreshProgress.value != nil)
    _ = await first(catalogue.refreshQuestion.asObservable()) { $0 != nil }
    catalogue.answerRefresh(true)
    let index = await first(catalogue.index.asObservable()) { $0?.ordinal(of: 9) != nil }
    #expect(index != nil)
    let end = await first(catalogue.refreshProgress.asObservable()) { $0 == nil }
    #expect(end != nil)
    #expect(
      events.elements.last
        == .finished(.applied(RefreshCounts(added: 1, changed: 1, removed: 1, unchanged: 6))))
    #expect(events.isFinished)
  }

  @Test func `only one refresh runs at a time, and ending its subscription ends it`() async throws {
    let fixture = try await CatalogueFixture()
    let source = ScriptedSource()
    let catalogue = fixture.live(source)
    let running = Recorder(catalogue.refresh())
    let second = Recorder(catalogue.refresh())
    #expect(second.isFinished)
    #expect(second.elements.isEmpty)
    running.dispose()
    #expect(catalogue.refreshProgress.value == nil)
    let third = Recorder(catalogue.refresh())
    #expect(!third.isFinished)
    third.dispose()
    #expect(running.elements.isEmpty)
  }

  @Test func `a refresh that fails says why and frees the place for the next`() async throws {
    let fixture = try await CatalogueFixture()
    let source = ScriptedSource()
    let catalogue = fixture.live(source)
    let events = Recorder(catalogue.refresh())
    source.fail(.source(.httpStatus(500), source: "the test source"))
    _ = await first(catalogue.refreshProgress.asObservable()) { $0 == nil }
    #expect(events.error as? CatalogueError == .source(.httpStatus(500), source: "the test source"))
    #expect(catalogue.refreshProgress.value == nil)
  }

  private func loaded(_ fixture: CatalogueFixture) async throws -> LiveCatalogue {
    let catalogue = fixture.live()
    catalogue.start()
    let index = await first(catalogue.index.asObservable()) { $0 != nil }
    _ = try #require(index ?? nil)
    return catalogue
  }
}

extension LiveCatalogue {
  fileprivate func row(_ id: Car.ID) -> CarRow? {
    index.value.flatMap { index in index.ordinal(of: id).map { index.row(at: $0) } }
  }
}
