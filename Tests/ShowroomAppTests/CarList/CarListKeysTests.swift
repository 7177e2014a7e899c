import Catalogue
import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import ShowroomApp

/// What keys and the mouse ask of the reactor, which is stubbed and only records it.
@MainActor
@Suite("CarList: keys")
struct CarListKeysTests {
  let reactor: CarListReactor
  let stub: Stub<CarListReactor>

  init() async throws {
    reactor = CarListReactor(catalogue: try await CatalogueFixture([]).live())
    stub = reactor.stub()
    stub.state = .showing()
  }

  @Test func `moving the selection reaches no reactor and draws one frame a key`() {
    let screen = CarListScreen(reactor)
    let frames = screen.terminal.frameCount
    screen.terminal.press("j", .down, "G", "k", .up, "g")
    #expect(stub.actions.isEmpty)
    #expect(screen.terminal.frameCount == frames + 6)
    #expect(screen.view.table.selectedID == 1)
    #expect(screen.view.status == "1/8")
  }

  @Test func `r, R and F5 refresh, also while a search is typed`() {
    let screen = CarListScreen(reactor)
    screen.terminal.press("r", "R", .f5, "/", .f5)
    #expect(stub.actions == [.refresh, .refresh, .refresh, .refresh])
  }

  @Test func `pulling at the top refreshes, by key and by wheel`() async {
    let screen = CarListScreen(reactor)
    for _ in 0..<RefreshControl.pulls { screen.terminal.press(.up) }
    #expect(stub.actions == [.refresh])
    stub.state.isRefreshing = true
    stub.state.isRefreshing = false
    await screen.clock.advance(by: RefreshControl.rest)
    for _ in 0..<RefreshControl.pulls { screen.terminal.feed([.mouse(MouseEvent(.wheelUp, at: Point(x: 9, y: 5)))]) }
    #expect(stub.actions == [.refresh, .refresh])
  }

  @Test func `Enter opens the selected car, Space marks it, f follows it, c compares`() {
    let screen = CarListScreen(reactor)
    screen.terminal.press(.down, .enter, .space, "f", "c", "F")
    #expect(
      stub.actions == [.open(2), .toggleMark(2), .toggleFavourite(2), .compare(selected: 2), .toggleFavouritesOnly])
  }

  @Test func `a double click opens, a click on a heading sorts`() {
    let screen = CarListScreen(reactor)
    screen.terminal.feed([.mouse(MouseEvent(.press, at: Point(x: 9, y: 4)))])
    screen.terminal.feed([.mouse(MouseEvent(.press, at: Point(x: 9, y: 4), clickCount: 2))])
    screen.terminal.feed([.mouse(MouseEvent(.press, at: Point(x: screen.column(of: "Year", row: 1), y: 1)))])
    #expect(stub.actions == [.open(3), .sort(.year)])
  }

  @Test func `s states the order of the list and the order that each other field gives, S reverses the order`() {
    stub.state.sort = Sort(.year, ascending: false)
    let screen = CarListScreen(reactor)
    screen.terminal.press("s")
    let menu = screen.rows.compactMap { row in row.firstMatch(of: /│( .+)│/).map { String($0.1) } }
    #expect(
      menu == [
        "   Best match                                ", "   Make                            ▲ A to Z  ",
        "   Model                           ▲ A to Z  ", " ▸ Year                      ▼ newest first  ",
        "   Class                           ▲ A to Z  ", "   Fuel                            ▲ A to Z  ",
        "   Fuel economy         ▼ most frugal first  ", "   CO₂                        ▲ least first  ",
        "   Annual fuel cost           ▲ least first  ", "   Electric range          ▼ farthest first  ",
      ])
    #expect(screen.rows[23].hasPrefix(" Enter Reverse  Esc Cancel"))
    screen.terminal.press(.down, .down, .down, .enter, "S")
    #expect(stub.actions == [.sort(.consumption), .reverseSort])
  }

  @Test(arguments: [Key.f1, .control("p")])
  func `a search goes on where it was when the help or the palette is closed`(key: Key) {
    let screen = CarListScreen(reactor)
    screen.terminal.press("/")
    screen.terminal.type("ki")

    screen.terminal.press(key, .escape)
    screen.terminal.type("a")

    #expect(screen.view.searchBar.field.text == "kia")
    #expect(stub.actions.last == .setQuery("kia"))
    #expect(!screen.view.searchBar.isHidden)
  }

  @Test func `what is typed after a slash goes to the search and nowhere else, Enter keeps it`() {
    let screen = CarListScreen(reactor)
    screen.terminal.press("/")
    screen.terminal.type("rf q")
    #expect(stub.actions == [.setQuery("r"), .setQuery("rf"), .setQuery("rf "), .setQuery("rf q")])
    stub.state.query = .parse("rf q")
    #expect(screen.rows[22].hasPrefix("/rf q"))
    screen.terminal.press(.down, .down)
    #expect(screen.view.table.selectedID == 3)
    screen.terminal.press(.enter)
    #expect(screen.view.table.isFocused)
    #expect(screen.rows[0].hasSuffix("3/8 · filter: rf q"))
    #expect(!screen.rows[22].hasPrefix("/"))
  }

  @Test func `Esc clears what was typed, and leaves when there is nothing`() {
    stub.state.query = .parse("kia")
    let screen = CarListScreen(reactor)
    screen.terminal.press("/", .escape)
    #expect(stub.actions == [.setQuery("")])
    #expect(screen.view.searchBar.field.isFocused)
    stub.state.query = .all
    screen.terminal.press(.escape)
    #expect(screen.view.table.isFocused)
    #expect(stub.actions == [.setQuery("")])
  }

  @Test func `Esc in the rows takes back one layer after the other`() {
    let screen = CarListScreen(reactor)
    stub.state.marked = [1]
    stub.state.favouritesOnly = true
    stub.state.query = .parse("kia")
    stub.state.isRefreshing = true
    screen.terminal.press(.escape)
    stub.state.isRefreshing = false
    screen.terminal.press(.escape)
    stub.state.query = .all
    screen.terminal.press(.escape)
    stub.state.favouritesOnly = false
    screen.terminal.press(.escape)
    stub.state.marked = []
    screen.terminal.press(.escape)
    #expect(stub.actions == [.cancelRefresh, .setQuery(""), .toggleFavouritesOnly, .clearMarks])
  }

  @Test func `x cancels a refresh, and means nothing without one`() {
    let screen = CarListScreen(reactor)
    screen.terminal.press("x")
    stub.state.isRefreshing = true
    screen.terminal.press("x")
    #expect(stub.actions == [.cancelRefresh])
  }

  @Test func `n and N go round the matches, and mean nothing without a filter`() {
    let screen = CarListScreen(reactor)
    screen.terminal.press("n")
    #expect(screen.view.table.selectedID == 1)
    stub.state.query = .parse("a")
    screen.terminal.press("n")
    #expect(screen.view.table.selectedID == 2)
    screen.terminal.press("N", "N")
    #expect(screen.view.table.selectedID == 8)
    screen.terminal.press("n")
    #expect(screen.view.table.selectedID == 1)
  }

  @Test
  func
    `the selected car keeps the selection when rows come before it, when they are sorted and when the window changes`()
  {
    let screen = CarListScreen(reactor)
    screen.terminal.press(.down, .down)
    #expect(screen.view.table.selectedID == 3)
    stub.state.listing = CarListReactor.State.showing(CatalogueFixture.cars.reversed(), stamp: 2).listing
    #expect(screen.view.table.selectedID == 3)
    screen.terminal.resize(to: Size(width: 50, height: 10))
    #expect(screen.view.table.selectedID == 3)
    #expect(screen.text.contains("▸     Kia       EV6"))
    stub.state.listing = CarListReactor.State.showing(CatalogueFixture.cars.filter { $0.id != 3 }, stamp: 3).listing
    #expect(screen.view.table.selectedID != nil)
    stub.state.listing = CarListReactor.State.showing(stamp: 4).listing
    #expect(screen.view.table.selectedID == 3)
  }

  @Test func `a car that another screen went on to is selected`() {
    let screen = CarListScreen(reactor)
    stub.state.revealed = 6
    #expect(screen.view.table.selectedID == 6)
  }
}
