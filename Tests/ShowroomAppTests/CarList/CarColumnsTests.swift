import ReactorCore
import ReactorTerminal
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog
@testable import ShowroomFormatting

/// The columns of the list: by width, or as the user chooses them.
@MainActor
struct CarColumnsTests {
  @Test(arguments: [
    (50, ["Make", "Model", "Year", "Fuel", "Economy"]), (60, ["Make", "Model", "Year", "Class", "Fuel", "Economy"]),
    (80, ["Make", "Model", "Year", "Class", "Fuel", "Economy", "mpg", "CO₂", "$/year"]),
  ])
  func `wider lists have more columns, but none without values`(width: Int, _ headings: [String]) async throws {
    let reactor = CarListReactor(catalog: try await CatalogFixture([]).live())
    let stub = reactor.stub()
    stub.state = .showing()
    stub.state.showsPreview = false

    let screen = CarListScreen(reactor, width: width, height: 12)

    #expect(screen.rows[1].split(separator: " ").map { String($0) } == headings)
  }

  @Test func `chosen columns replace those that depend on the width, and the sorted one is added`() async throws {
    let reactor = CarListReactor(catalog: try await CatalogFixture([]).live())
    let stub = reactor.stub()
    stub.state = .showing()
    stub.state.columns = [ListColumn(.model, width: 10), ListColumn(.year)]
    stub.state.sort = Sort(.co2)

    let screen = CarListScreen(reactor, width: 60, height: 12)

    #expect(screen.rows[1].split(separator: " ") == ["Model", "Year", "CO₂", "g/mi", "▲"])
    #expect(screen.rows[2].split(separator: " ") == ["▸", "520d", "2023", "203"])
  }

  @Test func `the chooser hides a column, and a reset restores the columns that depend on the width`() async throws {
    let reactor = CarListReactor(catalog: try await CatalogFixture().live())
    await reactor.showsWholeCatalog()
    let screen = CarListScreen(reactor)
    screen.terminal.type("C")
    screen.terminal.press(.space, .enter)
    await eventually { reactor.currentState.columns != nil }
    #expect(
      reactor.currentState.columns?.map(\.column) == [.model, .year, .vehicleClass, .fuel, .economy, .co2, .cost])
    #expect(!screen.rows[1].contains("Make"))

    screen.terminal.type("C")
    screen.terminal.type("r")
    screen.terminal.press(.enter)
    await eventually { reactor.currentState.columns == nil }

    #expect(screen.rows[1].contains("Model"))
  }

  @Test(arguments: [
    ("Small Sport Utility Vehicle 4WD", "SUV"), ("Compact Cars", "Compact"), ("Midsize-Large Station Wagons", "Wagon"),
    ("Minivan - 2WD", "Minivan"), ("Vans, Cargo Type", "Van"), ("Two Seaters", "2-seater"), ("대형차", "대형차"), ("", ""),
  ])
  func `classes have short forms`(_ name: String, _ short: String) {
    #expect(CarFormatting.shortClass(name) == short)
  }

  @Test(arguments: [
    ("Automatic (S8)", "S8"), ("Automatic (AM-S7)", "AM-S7"), ("Automatic 4-spd", "A4"), ("Manual, 6-speed", "M6"),
    ("Automatic (variable gear ratios)", "CVT"), ("Single-speed", "A1"), ("", ""), ("Other", "Other"), (")(", ")("),
  ])
  func `transmissions have short forms`(_ name: String, _ short: String) {
    #expect(CarFormatting.shortTransmission(name) == short)
  }
}
