import Catalogue
import ReactorTerminal
import ReactorTesting
import Testing

@testable import ShowroomApp

/// The list on a terminal in memory, with a clock that the test moves.
@MainActor
final class CarListScreen {
  let terminal: HeadlessTerminal
  let window: Window
  let view: CarListView
  let clock = VirtualClock()

  init(
    _ reactor: CarListReactor, width: Int = 80, height: Int = 24, theme: Theme = .dark, isASCII: Bool = false,
    units: UnitSystem = .us
  ) {
    var capabilities = Capabilities()
    capabilities.isASCII = isASCII
    terminal = HeadlessTerminal(size: Size(width: width, height: height), capabilities: capabilities)
    window = Window(size: terminal.size, surface: terminal, theme: theme, clock: clock)
    view = CarListView(formatting: CarFormatting(units: units), source: "https://example.org/vehicles.csv.zip")
    view.reactor = reactor
    window.root.content = NavigationStack(root: view)
    window.installStandardCommands {}
    terminal.attach(handle: { [window] in window.handle($0) }, afterBatch: { [window] in window.render() })
    window.render()
  }

  /// What is on the screen, after a frame.
  var text: String {
    window.render()
    return terminal.rows.joined(separator: "\n")
  }
}

extension CarListReactor.State {
  /// The state with the cars of the fixture, as a search would leave it.
  @MainActor
  static func showing(
    _ cars: [Car] = CatalogueFixture.cars, stamp: Int = 1, favourites: Set<Car.ID> = []
  ) -> Self {
    var state = Self()
    let rows = cars.map { car in
      CarRow(
        id: car.id, make: car.make, model: car.model, year: car.year, vehicleClass: car.vehicleClass, fuel: car.fuel,
        combinedMPG: car.combinedMPG, co2: car.co2, annualFuelCost: car.annualFuelCost,
        electricRange: car.electricRange, isFavourite: favourites.contains(car.id), isWithdrawn: car.isWithdrawn)
    }
    state.listing = CarListing(page: rows, total: rows.count, stamp: stamp)
    state.total = rows.count
    state.isLoading = false
    return state
  }
}

extension CarListScreen {
  /// The rows of the screen, after a frame.
  var rows: [String] {
    window.render()
    return terminal.rows
  }

  /// Expects the whole screen to be what the test shows, and with `styles` to look like it.
  func shows(_ text: String, styles: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
    window.render()
    expectScreen(terminal, equals: text, styles: styles, theme: window.theme, sourceLocation: sourceLocation)
  }

  /// How a cell is drawn.
  func style(ofRow row: Int, column: Int) -> Style {
    window.render()
    return terminal.cells[row * terminal.size.width + column].style
  }

  /// The column where `text` begins in a row.
  func column(of text: String, row: Int) -> Int {
    guard let range = rows[row].range(of: text) else { return 0 }
    return displayWidth(of: rows[row][..<range.lowerBound])
  }
}

extension CarListing {
  /// The same rows as the answer to a query.
  @MainActor
  func answering(_ text: String) -> CarListing {
    CarListing(page: (0..<count).map { row(at: $0) }, total: count, query: .parse(text), stamp: stamp + 1)
  }

  /// The same rows without one car.
  @MainActor
  func dropping(_ id: Car.ID) -> CarListing {
    let rows = (0..<count).map { row(at: $0) }.filter { $0.id != id }
    return CarListing(page: rows, total: rows.count, stamp: stamp + 1)
  }
}
