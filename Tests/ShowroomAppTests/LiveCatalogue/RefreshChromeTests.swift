import Catalogue
import Foundation
import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import ShowroomApp

@MainActor @Suite("What every screen says of refreshes", .timeLimit(.minutes(5)))
struct RefreshChromeTests {
  private let fixture: CatalogueFixture
  private let catalogue: LiveCatalogue
  private let stage = Stage(80, 14)
  private let chrome: RefreshChrome

  init() async throws {
    fixture = try await CatalogueFixture()
    catalogue = fixture.live()
    chrome = RefreshChrome(window: stage.window, catalogue: catalogue)
    let screen = Screen()
    screen.title = "Cars"
    stage.navigation.push(screen)
    try await fixture.store.setFavourite(true, id: 7)
    try fixture.publish(Array(CatalogueFixture.cars.prefix(5)))
  }

  private func refresh() async -> Recorder<RefreshEvent> {
    let events = Recorder(catalogue.refresh())
    _ = await first(catalogue.refreshQuestion.asObservable()) { $0 != nil }
    return events
  }

  private func finish() async {
    _ = await first(catalogue.refreshProgress.asObservable()) { $0 == nil }
  }

  @Test func `before many cars are removed, keeping them is the default`() async throws {
    let events = await refresh()

    #expect(stage.text.contains("Remove 3 of 8 cars?"), "\(stage.text)")
    // Where the lines break depends on the length of the temporary folder's path.
    let words = stage.text.split { " \n│".contains($0) }.joined(separator: " ")
    #expect(words.contains("1 of them is a favorite or has a note or files, and stays"), "\(stage.text)")
    #expect(try fixture.store.count() == 8)

    stage.terminal.press(.enter)
    await finish()

    #expect(events.elements.last == .finished(.declined(RefreshLoss(cars: 8, removed: 3, kept: 1))))
    #expect(try fixture.store.count() == 8)
    #expect(!stage.text.contains("undo"))
  }

  @Test func `a refresh that was approved of is undone by z while its toast stands`() async throws {
    let events = await refresh()
    stage.terminal.press("y")
    await finish()
    #expect(events.elements.last == .finished(.applied(RefreshCounts(removed: 3, unchanged: 5, withdrawn: 1))))
    #expect(stage.text.contains("✓ 3 gone  z undo"), "\(stage.text)")
    #expect(try fixture.store.count() == 6)

    stage.terminal.press("z")

    await eventually { stage.text.contains("Restored the cars") }
    #expect(try fixture.store.count() == 8)
    #expect(try fixture.store.car(id: 7)?.isWithdrawn == false)
  }

  @Test func `with its toast goes the possibility to undo a refresh`() async throws {
    let events = await refresh()
    stage.terminal.press("y")
    await finish()
    #expect(events.elements.last == .finished(.applied(RefreshCounts(removed: 3, unchanged: 5, withdrawn: 1))))

    await stage.clock.advance(by: .seconds(5))

    #expect(!stage.text.contains("undo"))
    stage.terminal.press("z")
    #expect(try await catalogue.undoRefresh() == false)
    #expect(try fixture.store.count() == 6)
  }

  @Test func `the question goes with the refresh that asks it, and nothing was changed`() async throws {
    let events = await refresh()

    events.dispose()

    #expect(!stage.text.contains("Remove"))
    #expect(catalogue.refreshQuestion.value == nil)
    #expect(try fixture.store.count() == 8)
  }

  @Test func `undoing brings back the source that a refresh takes`() async throws {
    let other = fixture.folder.appendingPathComponent("other.json")
    try FileManager.default.moveItem(at: fixture.file, to: other)
    try fixture.publish(CatalogueFixture.cars)
    let events = Recorder(catalogue.refresh(from: .file(other)))
    _ = await first(catalogue.refreshQuestion.asObservable()) { $0 != nil }
    catalogue.setSource(.file(other))
    catalogue.answerRefresh(true)
    await finish()
    #expect(try fixture.store.currentSource() == .file(other))

    #expect(try await catalogue.undoRefresh())

    #expect(catalogue.sourceDescription == fixture.file.path)
    #expect(try fixture.store.currentSource() == .file(fixture.file))
    withExtendedLifetime(events) {}
  }
}
