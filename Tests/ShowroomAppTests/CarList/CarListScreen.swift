import ReactorTerminal
import ReactorTesting
import ShowroomCatalog
import Testing

@testable import ShowroomApp
@testable import ShowroomFormatting

/// The list on an in-memory terminal with a manual clock.
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
    view = CarListView(
      formatting: CarFormatting(units: units, ascii: isASCII), source: "https://example.org/vehicles.csv.zip")
    view.reactor = reactor
    window.root.content = NavigationStack(root: view)
    window.installStandardCommands {}
    terminal.attach(handle: { [window] in window.handle($0) }, afterBatch: { [window] in window.render() })
    FrameCheck.watch(window)
    window.render()
  }

  /// The text of the screen, after a frame.
  var text: String {
    window.render()
    return terminal.rows.joined(separator: "\n")
  }
}

extension CarListReactor.State {
  /// Returns the state after a search with these cars as its result.
  @MainActor
  static func showing(
    _ cars: [Car] = CatalogFixture.cars, stamp: Int = 1, favorites: Set<Car.ID> = []
  ) -> Self {
    var state = Self()
    let rows = cars.map { car in
      CarRow(car, isFavorite: favorites.contains(car.id))
    }
    state.listing = CarListing(page: rows, total: rows.count, stamp: stamp)
    state.total = rows.count
    state.isLoading = false
    return state
  }

  /// Makes the rows the answer to the query, in the order that the state asks for.
  @MainActor
  mutating func answer() {
    let listing = listing
    self.listing = CarListing(
      page: (0..<listing.count).map { listing.row(at: $0) }, total: listing.count, query: .parse(query.text),
      sort: sort, favoritesOnly: favoritesOnly, stamp: listing.stamp + 1)
  }
}

extension CarListScreen {
  /// The rows of the screen, after a frame.
  var rows: [String] {
    window.render()
    return terminal.rows
  }

  /// Expects the screen to show a text, and with `styles`, in these styles.
  func shows(_ text: String, styles: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
    window.render()
    expectScreen(terminal, equals: text, styles: styles, theme: window.theme, sourceLocation: sourceLocation)
  }

  /// Returns the style of a cell.
  func style(ofRow row: Int, column: Int) -> Style {
    window.render()
    return terminal.cells[row * terminal.size.width + column].style
  }

  /// Returns the column at which `text` begins in a row.
  func column(of text: String, row: Int) -> Int {
    guard let range = rows[row].range(of: text) else { return 0 }
    return displayWidth(of: rows[row][..<range.lowerBound])
  }
}

extension CarListing {
  /// Returns the same rows as the result of a query.
  @MainActor
  func answering(_ text: String) -> CarListing {
    CarListing(page: (0..<count).map { row(at: $0) }, total: count, query: .parse(text), stamp: stamp + 1)
  }

  /// Returns the same rows without one car.
  @MainActor
  func dropping(_ id: Car.ID) -> CarListing {
    let rows = (0..<count).map { row(at: $0) }.filter { $0.id != id }
    return CarListing(page: rows, total: rows.count, stamp: stamp + 1)
  }
}
