import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog

/// The preview of the selected car beside the list.
@MainActor @Suite(.timeLimit(.minutes(20)))
struct PreviewTests {
  let fixture: CatalogFixture
  let catalog: LiveCatalog
  let clock = VirtualClock()
  let reactor: PreviewReactor

  init() async throws {
    fixture = try await CatalogFixture()
    catalog = fixture.live()
    catalog.start()
    _ = await first(catalog.index.asObservable()) { $0 != nil }
    reactor = PreviewReactor(catalog: catalog, clock: clock)
  }

  @Test func `a car is shown when it has been selected for a while`() async throws {
    reactor.action.send(.select(3))
    await settle()
    #expect(reactor.currentState == .empty)

    await clock.advance(by: PreviewReactor.pause)

    let state = await first(reactor.state) { $0.page != nil }
    #expect(state?.page?.name == "Kia EV6 2022")
    #expect(state?.page?.charts != nil)
  }

  @Test func `if a held key passes several cars, only the last one is loaded`() async throws {
    let shown = Recorder(reactor.state.compactMap { $0.page?.car.id })
    for id in [1, 2, 3] as [Car.ID] { reactor.action.send(.select(id)) }

    await clock.advance(by: PreviewReactor.pause)
    _ = await first(reactor.state) { $0.page != nil }

    #expect(shown.elements == [3])
  }

  @Test func `a reload while the next car is loaded does not bring back the shown one`() async throws {
    reactor.action.send(.select(3))
    await clock.advance(by: PreviewReactor.pause)
    _ = await first(reactor.state) { $0.page != nil }
    await eventually { !(reactor.store.runningEffects > 0) }

    reactor.action.send(.select(1))
    reactor.action.send(.reload)
    await eventually { !(reactor.store.runningEffects > 0) }

    #expect(reactor.currentState.page?.car.id == 1)
  }

  @Test func `the preview is cleared at once when nothing is selected`() async throws {
    reactor.action.send(.select(3))
    await clock.advance(by: PreviewReactor.pause)
    _ = await first(reactor.state) { $0.page != nil }

    reactor.action.send(.select(nil))

    #expect(reactor.currentState == .empty)
  }

  @Test func `a favorite is shown without loading the car again`() async throws {
    reactor.action.send(.select(3))
    await clock.advance(by: PreviewReactor.pause)
    _ = await first(reactor.state) { $0.page != nil }

    try await catalog.setFavorite(true, for: 3)

    #expect(reactor.currentState.page?.userData.isFavorite == true)
  }

  @Test func `the preview is shown in a large window, and v hides and shows it`() async throws {
    let list = CarListReactor(catalog: catalog)
    await list.showsWholeCatalog()
    let large = CarListScreen(list, width: 140, height: 30)
    large.view.panes.preview.reactor = PreviewReactor(catalog: catalog, clock: large.clock)
    await large.clock.advance(by: PreviewReactor.pause)
    await eventually { large.text.contains("BMW 520d 2023") }
    #expect(large.text.contains("Executive car"))

    large.terminal.type("v")
    #expect(list.currentState.showsPreview == false)
    #expect(!large.text.contains("BMW 520d 2023"))

    large.terminal.type("v")
    await large.clock.advance(by: PreviewReactor.pause)
    await eventually { large.text.contains("BMW 520d 2023") }
  }

  @Test func `a small window has no preview until the user asks for it`() async throws {
    let list = CarListReactor(catalog: catalog)
    await list.showsWholeCatalog()
    let screen = CarListScreen(list, width: 100, height: 24)
    #expect(!screen.view.panes.isPreviewShown)

    screen.terminal.type("v")

    #expect(screen.view.panes.isPreviewShown)
  }

  @Test func `a preview that the window cannot show is not switched on, and a message says which window can`()
    async throws
  {
    let list = CarListReactor(catalog: catalog)
    await list.showsWholeCatalog()
    let screen = CarListScreen(list, width: 50, height: 12)

    screen.terminal.type("v")

    #expect(list.currentState.showsPreview == nil && !screen.view.panes.isPreviewShown)
    #expect(screen.text.contains("The preview needs a window of at least 71"), "\(screen.text)")
  }
}
