import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomCatalog
import ShowroomTestSupport
import Testing

@testable import ShowroomApp

/// The actions that keys and the mouse send to a stubbed reactor.
@MainActor
struct CarListKeysTests {
  let reactor: CarListReactor
  let stub: Stub<CarListReactor>

  init() async throws {
    reactor = CarListReactor(catalog: try await CatalogFixture([]).live())
    stub = reactor.stub()
    stub.state = .showing()
  }

  @Test func `moving the selection sends no action and draws one frame per key`() {
    let screen = CarListScreen(reactor)
    let frames = screen.terminal.frameCount
    screen.terminal.press("j", .down, "G", "k", .up, "g")
    #expect(stub.actions.isEmpty)
    #expect(screen.terminal.frameCount == frames + 6)
    #expect(screen.view.table.selectedCar == 1)
    #expect(screen.view.status == "1/8")
  }

  @Test func `r, R and F5 refresh, and F5 also works in the search field`() {
    let screen = CarListScreen(reactor)
    screen.terminal.press("r", "R", .f5, "/", .f5)
    #expect(stub.actions == [.refresh, .refresh, .refresh, .refresh])
  }

  @Test func `pulling at the top refreshes, with a key and with the wheel`() async {
    let screen = CarListScreen(reactor)
    for _ in 0..<RefreshControl.requiredPulls { screen.terminal.press(.up) }
    #expect(stub.actions == [.refresh])
    stub.state.isRefreshing = true
    stub.state.isRefreshing = false
    await screen.clock.advance(by: RefreshControl.restPeriod)
    for _ in 0..<RefreshControl.requiredPulls {
      screen.terminal.feed([.mouse(MouseEvent(.wheelUp, at: Point(x: 9, y: 5)))])
    }
    #expect(stub.actions == [.refresh, .refresh])
  }

  @Test func `text that is not a price stays in the prompt, with the reason`() async throws {
    let screen = CarListScreen(reactor)
    let car = CatalogFixture.cars[0]
    let answer = Task.immediate { await screen.window.askPrice(of: car) }
    screen.terminal.type("much")

    screen.terminal.press(.enter)

    #expect(screen.text.contains("│ much "), "\(screen.text)")
    #expect(screen.text.contains("Type a price in US dollars, such as 28,500, or 0 to remove it"), "\(screen.text)")
    screen.terminal.press(.control("u"))
    screen.terminal.type("28.5k")
    screen.terminal.press(.enter)
    #expect(await answer.value == "28.5k")
  }

  @Test func `a name with a space stays in the prompt that saves a view, with the reason`() async {
    let screen = CarListScreen(reactor)
    screen.terminal.press(.control("s"))
    screen.terminal.type("a b")

    screen.terminal.press(.enter)

    #expect(screen.text.contains("│ a b "), "\(screen.text)")
    #expect(screen.text.contains("\"a b\" cannot be the name of a view."), "\(screen.text)")
    screen.terminal.press(.control("u"))
    screen.terminal.type(" @ab ")
    screen.terminal.press(.enter)
    await eventually { stub.actions == [.saveView(" @ab ")] }
  }

  /// Shows the cars as the result of a query.
  private func show(_ query: String) {
    stub.state.query = .parse(query)
    stub.state.answer()
  }

  @Test func `Enter opens the selected car, Space marks it and moves on, f makes it a favorite, and c compares`() {
    let screen = CarListScreen(reactor)
    screen.terminal.press(.down, .enter, .space, "f", "c", "F")
    #expect(
      stub.actions == [.open(2), .toggleMark(2), .toggleFavorite(3), .compare(selected: 3), .toggleFavoritesOnly])
  }

  @Test func `a double click opens a car, and a click on a heading sorts`() {
    let screen = CarListScreen(reactor)
    screen.terminal.feed([.mouse(MouseEvent(.press, at: Point(x: 9, y: 4)))])
    screen.terminal.feed([.mouse(MouseEvent(.press, at: Point(x: 9, y: 4), clickCount: 2))])
    for heading in ["Year", "Economy"] {
      screen.terminal.feed([.mouse(MouseEvent(.press, at: Point(x: screen.column(of: heading, row: 1), y: 1)))])
    }
    #expect(stub.actions == [.open(3), .sort(.year), .sort(.economy)])
  }

  @Test func `s shows the current order and the natural order of other fields, and S reverses the order`() async {
    stub.state.sort = Sort(.year, ascending: false)
    stub.state.answer()
    let screen = CarListScreen(reactor)
    screen.terminal.press("s")
    let menu = screen.rows.compactMap { row in row.firstMatch(of: /│( .+)│/).map { String($0.1) } }
    #expect(
      menu == [
        "     Best match                                              █ ",
        "     Make                             ▲ A to Z               █ ",
        "     Model                            ▲ A to Z               █ ",
        " ▸ ● Year                             ▼ newest first         █ ",
        "     Class                            ▲ A to Z               █ ",
        "     Fuel                             ▲ A to Z               █ ",
        "     Displacement                     ▲ lowest first         █ ",
        "     Fuel economy                     ▼ most efficient first █ ",
        "     Fuel economy, electric           ▼ most efficient first █ ",
        "     CO₂                              ▲ lowest first         █ ",
        "     Annual fuel cost                 ▲ lowest first         █ ",
        "     Price                            ▲ lowest first         █ ",
        "     Electric range                   ▼ longest first        █ ",
        "     Charging, 240 V                  ▲ shortest first       │ ",
        "     Total range                      ▼ longest first        │ ",
        "     Turbocharger                     ▼ yes first            │ ",
        "     Supercharger                     ▼ yes first            │ ",
        "     Start-stop                       ▼ yes first            │ ",
        "     Engine features                  ▲ A to Z               │ ",
        "     Transmission features            ▲ A to Z               │ ",
      ])
    #expect(screen.rows[23].hasPrefix(" Enter Reverse  Esc Cancel"))
    screen.terminal.press(.down, .down, .down, .down, .enter, "S")
    await eventually { stub.actions == [.sort(.economy), .reverseSort] }
  }

  @Test func `the best match has no direction, so choosing it again keeps it`() async {
    let screen = CarListScreen(reactor)
    screen.terminal.press("s")
    #expect(screen.rows[23].hasPrefix(" Enter Keep  Esc Cancel"))
    screen.terminal.press(.down)
    #expect(screen.rows[23].hasPrefix(" Enter Sort  Esc Cancel"))
    screen.terminal.press(.up, .enter)
    await eventually { stub.actions == [.sort(nil)] }

    #expect(Sort.standard.choosing(nil) == .standard)
    #expect(Sort.natural(.make).choosing(.make) == Sort(.make, ascending: false))
  }

  @Test(arguments: [Key.f1, .control("p")])
  func `closing the help or the palette returns the focus to the search field`(key: Key) {
    let screen = CarListScreen(reactor)
    screen.terminal.press("/")
    screen.terminal.type("ki")

    screen.terminal.press(key, .escape)
    screen.terminal.type("a")

    #expect(screen.view.query.field.text == "kia")
    #expect(stub.actions.last == .typeQuery("kia", caret: 3))
    #expect(!screen.view.query.isHidden)
  }

  @Test func `text after a slash goes only to the search field, and Enter keeps the search`() {
    let screen = CarListScreen(reactor)
    screen.terminal.press("/")
    screen.terminal.type("rf q")
    #expect(
      stub.actions == [
        .typeQuery("r", caret: 1), .typeQuery("rf", caret: 2), .typeQuery("rf ", caret: 3),
        .typeQuery("rf q", caret: 4),
      ])
    stub.state.query = .parse("rf q")
    #expect(screen.rows[22].hasPrefix("/rf q"))
    screen.terminal.press(.down, .down)
    #expect(screen.view.table.selectedCar == 3)
    screen.terminal.press(.enter)
    #expect(screen.view.table.isFocused)
    #expect(screen.rows[0].hasSuffix("3/8 · filter: rf q"))
    #expect(!screen.rows[22].hasPrefix("/"))
  }

  @Test func `the title bar shows a filter of up to half its width completely`() {
    let screen = CarListScreen(reactor)

    stub.state.query = .parse("fuel:electric year>=2020 make:kia")

    #expect(screen.rows[0].hasSuffix("· filter: fuel:electric year>=2020 make:kia"))
  }

  @Test func `Esc clears the search, and leaves an empty search field`() {
    show("kia")
    let screen = CarListScreen(reactor)
    screen.terminal.press("/", .escape)
    #expect(stub.actions == [.typeQuery("", caret: 0)])
    #expect(screen.view.query.field.isFocused)
    show("")
    screen.terminal.press(.escape)
    #expect(screen.view.table.isFocused)
    #expect(stub.actions == [.typeQuery("", caret: 0)])
  }

  @Test func `Esc in the rows resets one part of the state at a time, and keeps the marks`() {
    let screen = CarListScreen(reactor)
    stub.state.marked = [1]
    stub.state.favoritesOnly = true
    show("kia")
    stub.state.isRefreshing = true
    screen.terminal.press(.escape)
    stub.state.isRefreshing = false
    screen.terminal.press(.escape)
    show("")
    screen.terminal.press(.escape)
    stub.state.favoritesOnly = false
    show("")
    screen.terminal.press(.escape)
    #expect(stub.actions == [.cancelRefresh, .setQuery(""), .toggleFavoritesOnly])
  }

  @Test func `x cancels a refresh and is disabled without one`() {
    let screen = CarListScreen(reactor)
    screen.terminal.press("x")
    stub.state.isRefreshing = true
    screen.terminal.press("x")
    #expect(stub.actions == [.cancelRefresh])
  }

  @Test func `n and N cycle through the matches and are disabled without a search`() {
    let screen = CarListScreen(reactor)
    screen.terminal.press("n")
    #expect(screen.view.table.selectedCar == 1)
    show("a")
    screen.terminal.press("n")
    #expect(screen.view.table.selectedCar == 2)
    screen.terminal.press("N", "N")
    #expect(screen.view.table.selectedCar == 8)
    screen.terminal.press("n")
    #expect(screen.view.table.selectedCar == 1)
  }

  @Test
  func
    `the selected car keeps the selection when rows come before it, when they are sorted and when the window changes`()
  {
    let screen = CarListScreen(reactor)
    screen.terminal.press(.down, .down)
    #expect(screen.view.table.selectedCar == 3)
    stub.state.listing = CarListReactor.State.showing(CatalogFixture.cars.reversed(), stamp: 2).listing
    #expect(screen.view.table.selectedCar == 3)
    screen.terminal.resize(to: Size(width: 50, height: 10))
    #expect(screen.view.table.selectedCar == 3)
    #expect(screen.text.contains("▸   Kia      EV6"))
    stub.state.listing = CarListReactor.State.showing(CatalogFixture.cars.filter { $0.id != 3 }, stamp: 3).listing
    #expect(screen.view.table.selectedCar != nil)
    stub.state.listing = CarListReactor.State.showing(stamp: 4).listing
    #expect(screen.view.table.selectedCar == 3)
  }

  @Test func `the car that another screen moved on to is selected`() {
    let screen = CarListScreen(reactor)
    stub.output(.reveal(6))
    #expect(screen.view.table.selectedCar == 6)
  }
}
