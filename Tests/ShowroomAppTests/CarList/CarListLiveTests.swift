import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomTestSupport
import Testing

@testable import ShowroomApp

/// The list with its real reactor and a real database: keys on a terminal and the resulting screen.
@MainActor
struct CarListLiveTests {
  let fixture: CatalogFixture
  let reactor: CarListReactor
  let screen: CarListScreen

  init() async throws {
    fixture = try await CatalogFixture()
    reactor = CarListReactor(catalog: fixture.live(), pageSize: 10)
    screen = CarListScreen(reactor, height: 12)
    #expect(screen.rows[2].hasPrefix("▸   BMW"), "the first frame has rows")
    await reactor.showsWholeCatalog()
  }

  @Test func `the first frame and the frame with the whole catalog are the same`() async throws {
    let other = CarListReactor(catalog: fixture.live(), pageSize: 10)
    let fresh = CarListScreen(other, height: 12)
    let firstFrame = fresh.text
    await other.showsWholeCatalog()
    #expect(fresh.text == firstFrame)
  }

  @Test func `typing narrows the rows with every key, and Esc shows all again`() async throws {
    screen.terminal.press("/")
    screen.terminal.type("k5")
    await reactor.shows(["K5", "K5"])
    screen.terminal.type(" 2018")
    await reactor.shows(["K5"])
    #expect(screen.rows[0].hasSuffix("1/1 · filter: k5 2018"))
    // There may be completions, whose list the first Esc closes.
    screen.terminal.press(.escape, .escape)
    await reactor.shows(["520d", "Avante", "EV6", "K5", "K5", "Model 3", "Prius", "그랜저"])
    #expect(screen.view.query.field.text.isEmpty)
  }

  @Test func `Esc closes the completions, then clears the search, then leaves it, and the hint says which`() async {
    let query = screen.view.query
    screen.terminal.press("/")
    screen.terminal.type("k")
    _ = await first(reactor.state(\.completions)) { $0 != nil }
    #expect(query.isListOpen && screen.text.contains("Esc Close list"))

    screen.terminal.press(.escape)
    #expect(!query.isListOpen && query.field.text == "k")
    #expect(screen.text.contains("Esc Clear"))

    screen.terminal.press(.escape)
    #expect(query.field.text.isEmpty && query.field.isFocused)
    #expect(screen.text.contains("Esc Close") && !screen.text.contains("Esc Close list"))
    await reactor.shows(["520d", "Avante", "EV6", "K5", "K5", "Model 3", "Prius", "그랜저"])
    #expect(!query.isListOpen)

    screen.terminal.press(.escape)
    #expect(screen.view.table.isFocused && !query.isListOpen)
  }

  @Test func `completions close when the search changes in another way`() async {
    screen.terminal.press("/")
    screen.terminal.type("k")
    _ = await first(reactor.state(\.completions)) { $0 != nil }
    #expect(screen.view.query.isListOpen)

    reactor.action.send(.setQuery("hyundai"))

    #expect(!screen.view.query.isListOpen)
    screen.terminal.press(.control("u"))
    #expect(!screen.view.query.isListOpen)
  }

  @Test func `the selected car stays selected through a search, a sort and a refresh`() async throws {
    screen.terminal.press(.down, .down, .down, .down)
    #expect(screen.view.table.selectedCar == 5)
    screen.terminal.press("/")
    screen.terminal.type("kia")
    await reactor.shows(["EV6", "K5", "K5"])
    reactor.action.send(.sort(.year))
    screen.terminal.press(.enter, "S")
    await reactor.shows(["K5", "K5", "EV6"])
    #expect(screen.view.table.selectedCar == 5)
    var cars = CatalogFixture.cars
    cars.insert(Car(id: 9, make: "Kia", model: "Ceed", year: 2019, fuel: .gasoline), at: 0)
    try fixture.publish(cars)
    screen.terminal.press("r")
    _ = await first(reactor.state(\.listing)) { $0.count == 4 }
    #expect(screen.view.table.selectedCar == 5)
    screen.terminal.press(.escape)
    _ = await first(reactor.state(\.isRefreshing)) { !$0 }
    screen.terminal.press(.escape)
    _ = await first(reactor.state(\.listing)) { $0.count == 9 }
    #expect(screen.view.table.selectedCar == 5)
  }

  @Test func `a favorite is shown as soon as its key is handled`() async throws {
    screen.terminal.press(.down, "f")
    #expect(screen.terminal.rows[3].hasPrefix("▸ ★ Hyundai"))
    _ = await first(reactor.state) { _ in true }
  }

  @Test func `a car's files are marked in its row, beside the mark of a note`() async throws {
    try fixture.store.setNote("red", id: 3)
    try fixture.store.writeDurably { db in
      try db.execute(
        sql: """
          INSERT INTO attachment (carID, name, location, destination, size, uploadedAt)
          VALUES (3, 'a.pdf', 'a.pdf', '/', 1, 0), (4, 'b.pdf', 'b.pdf', '/', 1, 0)
          """)
    }
    _ = await first(reactor.state(\.listing)) { $0.row(of: 4)?.hasFiles == true && $0.row(of: 3)?.hasNote == true }

    #expect(screen.rows.filter { $0.contains("▤") }.map { $0.contains("✎▤") } == [true, false])
    screen.terminal.press("/")
    screen.terminal.type("files:yes")
    await reactor.shows(["EV6", "K5"])
  }

  @Test func `a search without matches shows a message, and one key shows the rows again`() async throws {
    screen.terminal.press("/")
    screen.terminal.type("zzz")
    await reactor.shows([])
    #expect(screen.text.contains("No matching cars"))
    #expect(screen.text.contains("Esc Clear search"))
    screen.terminal.press(.enter, .escape)
    _ = await first(reactor.state(\.listing)) { $0.count == 8 }
    #expect(!screen.text.contains("No matching cars"))
  }
}
