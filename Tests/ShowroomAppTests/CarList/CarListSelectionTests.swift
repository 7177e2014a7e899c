import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomTestSupport
import Testing

@testable import ShowroomApp

/// The selection while the list is searched and sorted, with the real reactor and a real catalog.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct CarListSelectionTests {
  let fixture: CatalogFixture
  let reactor: CarListReactor
  let screen: CarListScreen

  init() async throws {
    fixture = try await CatalogFixture()
    reactor = CarListReactor(catalog: fixture.live())
    screen = CarListScreen(reactor, height: 10)
    await reactor.showsWholeCatalog()
  }

  private var selected: Car.ID? { screen.view.table.selectedCar }
  /// The line of the selected car; the first row is 0.
  private var line: Int? { screen.view.table.anchor?.line }

  private func shows(_ condition: @escaping @MainActor (CarListing) -> Bool) async {
    #expect(await first(reactor.state(\.listing), where: condition) != nil)
    screen.window.render()
  }

  private func search(_ text: String) async {
    screen.terminal.press("/")
    screen.terminal.type(text)
    await shows { $0.query.text == text }
  }

  @Test func `moving the selection updates no hints, and a search still offers history only in the first row`()
    async throws
  {
    await search("kia")
    screen.terminal.press(.enter)
    screen.window.render()
    var renewals = 0
    let hints = screen.window.chrome.subscribe { renewals += 1 }
    screen.terminal.press("g", "j", "k", "j")
    hints.dispose()
    #expect(renewals == 0 && screen.view.table.selectedIndex == 1)

    screen.terminal.press("/")
    let older = try #require(screen.view.query.command(QueryField.older))
    #expect(!older.isEnabled)
    screen.terminal.press(.up)
    #expect(screen.view.table.selectedIndex == 0 && older.isEnabled)
  }

  @Test func `a changed query selects the best match`() async {
    screen.terminal.press("G")
    await search("k")
    #expect(screen.view.table.selectedIndex == 0)
    screen.terminal.press(.down, .down)

    screen.terminal.type("5")
    await shows { $0.query.text == "k5" }

    #expect(screen.view.table.selectedIndex == 0)
    #expect(selected == 4)
  }

  @Test func `Esc restores the selection from before the search, on the same line`() async {
    screen.terminal.press("G", "k", "k")
    let before = screen.view.table.anchor
    await search("kia")
    screen.terminal.press(.down)

    // There may be completions, whose list the first Esc closes.
    screen.terminal.press(.escape, .escape)
    await shows { $0.query.isEmpty }

    #expect(before == TableAnchor(id: .car(6), line: 4))
    #expect(screen.view.table.anchor == before)
  }

  @Test func `Esc in the rows of a kept search restores the selection as well`() async {
    screen.terminal.press("G")
    await search("kia")
    screen.terminal.press(.enter, .down)

    screen.terminal.press(.escape)
    await shows { $0.query.isEmpty }

    #expect(selected == 8)
  }

  @Test func `an unfinished filter keeps the selection`() async {
    await search("kia")
    screen.terminal.press(.down)
    #expect(selected == 4)

    screen.terminal.type(" mpg>")
    await shows { $0.query.text == "kia mpg>" }

    #expect(selected == 4)
  }

  @Test func `choosing a sort order selects the first row`() async {
    screen.terminal.press("G")

    reactor.action.send(.sort(.economy))
    await shows { $0.sort.field == .economy }

    #expect(screen.view.table.selectedIndex == 0)
    #expect(selected == 6)
  }

  @Test func `reversing the order keeps the screen line of the selection`() async {
    reactor.action.send(.sort(.year))
    await shows { $0.sort.field == .year }
    screen.terminal.press(.down, .down)

    screen.terminal.press("S")
    await shows { $0.sort.ascending }

    #expect(screen.view.table.selectedIndex == 2)
    #expect(line == 2)
    #expect(selected == 5)
  }

  @Test func `reversing the order by best match keeps the line too`() async {
    screen.terminal.press(.down)

    screen.terminal.press("S")
    await shows { $0.sort == Sort(.year) }

    #expect(screen.view.table.selectedIndex == 1)
  }

  @Test func `loading the cars again keeps the selection`() async {
    screen.terminal.press(.down, .down)
    let stamp = reactor.currentState.listing.stamp

    reactor.action.send(.search)
    await shows { $0.stamp > stamp }

    #expect(selected == 3)
  }
}
