import ReactorCore
import ReactorTerminal
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog
@testable import ShowroomSettings

/// The list with one row for each model, with the real reactor and a real catalog.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct CarListModelsTests {
  let fixture: CatalogFixture
  let reactor: CarListReactor
  let screen: CarListScreen

  /// Two models with variants and two without.
  nonisolated static let cars = [
    Car(id: 1, make: "Kia", model: "K5", year: 2025, fuel: .gasoline, combinedMPG: 26, co2: 340, annualFuelCost: 1850),
    Car(id: 2, make: "Kia", model: "K5", year: 2025, fuel: .gasoline, combinedMPG: 32, co2: 277, annualFuelCost: 1500),
    Car(id: 3, make: "Kia", model: "K5", year: 2025, fuel: .gasoline, combinedMPG: 29, co2: 300, annualFuelCost: 1600),
    Car(id: 4, make: "Kia", model: "EV6", year: 2025, fuel: .electric, combinedMPG: 117, co2: 0, annualFuelCost: 600),
    Car(id: 5, make: "Kia", model: "EV6", year: 2025, fuel: .electric, combinedMPG: 94, co2: 0, annualFuelCost: 600),
    Car(id: 6, make: "Kia", model: "K5", year: 2024, fuel: .gasoline, combinedMPG: 31, co2: 290, annualFuelCost: 1550),
    Car(id: 7, make: "BMW", model: "520d", year: 2023, fuel: .diesel, combinedMPG: 49, co2: 203, annualFuelCost: 1200),
  ]

  init() async throws {
    fixture = try await CatalogFixture(Self.cars)
    reactor = CarListReactor(catalog: fixture.live())
    screen = CarListScreen(reactor, height: 12)
    await reactor.showsWholeCatalog()
  }

  private var listing: CarListing { reactor.currentState.listing }
  /// The IDs of the rows: a model has that of its first variant, negated.
  private var rows: [Car.ID] { listing.shownRows }

  private func shows(_ condition: @escaping @MainActor (CarListing) -> Bool) async {
    #expect(await first(reactor.state(\.listing), where: condition) != nil)
    screen.window.render()
  }

  private func fold() async {
    screen.terminal.press("m")
    await shows { $0.isFolded }
  }

  @Test func `m folds the list to one row for each model with its ranges, and shows all cars again`() async {
    await fold()
    screen.shows(
      """
       Cars                                                        1/4 models, 7 cars
          Make  Model           Year  Class  Fuel      Economy mpg     CO₂ g/mi
      ▸   Kia   EV6 2 variants  2025  –      Electric  94–117 ███████         0
          Kia   K5  3 variants  2025  –      Gasoline   26–32 █▌        277–340
          Kia   K5              2024  –      Gasoline      31 █▉            290
          BMW   520d            2023  –      Diesel        49 ██▉           203





       Enter Unfold  Space Mark  / Search  f Favorite  s Sort  r Refresh  +11  ? Help
      """)

    screen.terminal.press("m")
    await shows { !$0.isFolded }

    #expect(rows == [4, 5, 1, 2, 3, 6, 7])
    screen.window.render()
    #expect(screen.view.status == "1/7")
  }

  @Test func `the right arrow shows the variants below their model, and the left one hides them`() async {
    await fold()
    screen.terminal.press(.down, .right)
    #expect(rows == [-4, -1, 1, 2, 3, 6, 7])
    #expect(screen.view.table.selectedID == .model(of: 1))

    screen.terminal.press(.down, .down)
    #expect(screen.view.table.selectedCar == 2)
    #expect(screen.view.status == "2/4 models, 7 cars")
    screen.terminal.press(.left)

    #expect(rows == [-4, -1, 6, 7])
    #expect(screen.view.table.selectedID == .model(of: 1))
    #expect(screen.rows[3].hasPrefix("▸   Kia   K5  3 variants"))

    screen.terminal.press("l", "h", .right)
    #expect(rows == [-4, -1, 1, 2, 3, 6, 7])
    #expect(screen.view.table.selectedID == .model(of: 1))
  }

  @Test func `the arrows do nothing while no models are folded, and where a model has one variant`() async {
    let commands: Set<CommandID> = ["cars.fold", "cars.unfold"]
    func offered() -> Set<CommandID> {
      commands.intersection(screen.window.activeCommands.filter(\.isEnabled).map(\.binding.id))
    }
    #expect(offered().isEmpty)
    screen.terminal.press(.right, .left)
    #expect(rows == [4, 5, 1, 2, 3, 6, 7])

    await fold()
    #expect(offered() == ["cars.unfold"])
    screen.terminal.press("G")
    #expect(offered().isEmpty)
    screen.terminal.press("g", .enter)
    #expect(offered() == ["cars.fold"])
  }

  @Test func `Enter unfolds a model, folds it again, and opens a car`() async throws {
    var opened: [Car.ID] = []
    let outputs = reactor.outputs.bind { if case .step(.carPicked(let id, _)) = $0 { opened.append(id) } }
    await fold()

    screen.terminal.press(.enter)
    #expect(rows == [-4, 4, 5, -1, 6, 7] && opened.isEmpty)
    screen.terminal.press(.down, .down, .enter)
    #expect(opened == [5])
    screen.terminal.press("g", .enter)
    #expect(rows == [-4, -1, 6, 7])
    screen.terminal.press("G", .enter)

    #expect(opened == [5, 7])
    outputs.dispose()
  }

  @Test(arguments: [Key.right, .enter])
  func `a model that is unfolded stays selected, although one of its variants was selected before`(key: Key) async {
    screen.terminal.press("j", "j", "j")
    await fold()

    screen.terminal.press(key)

    #expect(rows == [-4, -1, 1, 2, 3, 6, 7])
    #expect(screen.view.table.selectedID == .model(of: 1))
  }

  @Test func `the selected car stays selected when models are folded and unfolded`() async {
    screen.terminal.press("j", "j", "j")
    #expect(screen.view.table.selectedCar == 2)

    await fold()
    #expect(screen.view.table.selectedID == .model(of: 1))
    screen.terminal.press("m")
    await shows { !$0.isFolded }

    #expect(screen.view.table.selectedCar == 2)
  }

  @Test func `a model is placed by its best car, in any order`() async {
    await fold()
    reactor.action.send(.sort(.economy))
    await shows { $0.sort.field == .economy }
    #expect(rows == [-4, 7, -2, 6])

    screen.terminal.press("S")
    await shows { $0.sort.ascending }
    #expect(rows == [-1, 6, 7, -5])
  }

  @Test func `unfolded models stay unfolded in another order, in a search and after a refresh`() async throws {
    await fold()
    screen.terminal.press(.down, .right)
    reactor.action.send(.sort(.economy))
    await shows { $0.sort.field == .economy }
    #expect(rows == [-4, 7, -2, 2, 3, 1, 6])

    reactor.action.send(.setQuery("k5"))
    await shows { $0.query.text == "k5" }
    #expect(rows == [-2, 2, 3, 1, 6])

    let another = Car(id: 8, make: "Kia", model: "K5", year: 2025, fuel: .gasoline, combinedMPG: 33)
    try fixture.publish(Self.cars + [another])
    reactor.action.send(.refresh)
    await shows { $0.count == 5 }
    #expect(rows == [-8, 8, 2, 3, 1, 6])
  }

  @Test func `f on a model adds its first variant to the favorites, or removes the variant that is one`() async {
    await fold()
    screen.terminal.press(.down, "f")
    await shows { $0.row(of: 1)?.isFavorite == true }
    #expect(screen.rows[3].hasPrefix("▸ ★ Kia   K5"))

    screen.terminal.press(.right, .down, .down, "f")
    await shows { $0.row(of: 2)?.isFavorite == true }
    screen.terminal.press(.up, "f")
    await shows { $0.row(of: 1)?.isFavorite == false }
    screen.terminal.press(.left)
    #expect(screen.rows[3].hasPrefix("▸ ★ Kia   K5"))
    screen.terminal.press("f")
    await shows { $0.row(of: 2)?.isFavorite == false }

    #expect(screen.rows[3].hasPrefix("▸   Kia   K5"))
  }

  @Test func `with favorites only, models are listed with nothing but their favorite variants`() async {
    await fold()
    screen.terminal.press(.down, "f")
    await shows { $0.row(of: 1)?.isFavorite == true }

    screen.terminal.press("F")
    await shows { $0.favoritesOnly }

    #expect(rows == [1])
    screen.window.render()
    #expect(screen.view.status == "1/1 model, 1 car · ★ only")
  }

  @Test func `Space marks the first variant of a model, which carries the mark, and unmarks the one that is marked`()
    async
  {
    await fold()
    screen.terminal.press(.down, .space)
    #expect(reactor.currentState.marked == [1])
    #expect(screen.rows[3].hasPrefix(" ●  Kia   K5"))

    screen.terminal.press(.up, .right, .down, .down, .space)
    #expect(reactor.currentState.marked == [1, 2])
    screen.terminal.press("g", "j", .left, .space, .up, .space)

    #expect(reactor.currentState.marked == [])
  }

  @Test func `c compares the variants of a model unless cars are marked`() async {
    var compared: [[Car.ID]] = []
    let outputs = reactor.outputs.bind { if case .step(.comparisonRequested(let ids)) = $0 { compared.append(ids) } }
    await fold()

    screen.terminal.press(.down, "c")
    screen.terminal.press("g", .space, "c")

    #expect(compared == [[1, 2, 3], [4, 1]])
    outputs.dispose()
  }

  @Test func `a page goes from row to row, also from a variant that is folded`() async {
    await fold()
    func cars(_ id: Car.ID) -> [Car.ID] {
      let sequence = listing.sequence(showing: id)
      return (0..<sequence.count).compactMap(sequence.id)
    }
    #expect(cars(4) == [4, 1, 6, 7])
    #expect(cars(3) == [4, 3, 6, 7])

    screen.terminal.press(.right)
    #expect(cars(4) == [4, 5, 1, 6, 7])
  }

  @Test func `an export has all listed cars`() async throws {
    await fold()
    let export = try #require(listing.export(from: fixture.store, columns: [.id]))
    #expect(try export.text(as: .csv) == "id\r\n4\r\n5\r\n1\r\n2\r\n3\r\n6\r\n7\r\n")
  }

  @Test func `a key typed ahead of the models acts on them`() async {
    screen.terminal.feed([.key("m"), .key(.down), .key(.right), .key(.down)])
    await shows { $0.isFolded && $0.rowCount == 7 }

    #expect(rows == [-4, -1, 1, 2, 3, 6, 7])
    #expect(screen.view.table.selectedCar == 1)
  }

  @Test func `the next session begins with models folded, and with the model of the selected car`() async throws {
    screen.terminal.press("j", "j", "j")
    await fold()
    var session = SessionState()
    reactor.currentState.save(to: &session)
    session.selectedCar = 2
    #expect(try SessionState(json: session.json) == session && session.isFolded)

    let next = CarListReactor(catalog: fixture.live(), restoring: session)
    let restored = CarListScreen(next, height: 12)
    #expect(next.currentState.listing.count == 0)
    _ = await first(next.state(\.listing)) { $0.isFolded }
    restored.window.render()

    #expect(next.currentState.listing.shownRows == [-4, -1, 6, 7])
    #expect(restored.view.table.selectedID == .model(of: 1))
  }
}

extension CarListing {
  /// The IDs of the cars of all rows; of a model, that of its first variant, negated.
  var shownRows: [Car.ID] {
    (0..<rowCount).map { position in
      switch rowID(at: position) {
      case .car(let id): id
      case .model(let id): -id
      }
    }
  }
}
