import ReactorCore
import ShowroomCatalog

/// The scatter plot of the listed cars, with a dot for each car that has values in both fields.
package final class PlotReactor: Reactor {
  /// The user actions on the plot.
  package enum Action: Sendable, Equatable {
    /// Chooses the field of the horizontal axis.
    case setX(CarField)
    /// Chooses the field of the vertical axis.
    case setY(CarField)
    /// Exchanges the fields of the axes.
    case swapAxes
    /// Selects the car at a position of the list.
    case select(Int)
    /// Opens the car at a position of the list.
    case open(Int)
    /// Plots a new list of cars or values. Sent by the reactor itself.
    case setListing(CarListing)
  }

  /// The changes of the state.
  package enum Mutation: Sendable, Equatable {
    case setFields(PlottedCars.Fields)
    case setListing(CarListing)
    case setCars(PlottedCars)
    case setSelected(Car.ID)
  }

  /// The events that the plot reports to its flow.
  package typealias Output = CatalogStep

  /// The contents of the screen.
  package struct State: Sendable, Equatable {
    /// The fields of the axes that the user has chosen.
    package internal(set) var fields = PlottedCars.Fields()
    /// The listed cars.
    package internal(set) var listing = CarListing.empty
    /// The plotted cars; `nil` until their values have been read.
    package internal(set) var cars: PlottedCars?
    /// The selected car, which has values in both fields once they have been read.
    package internal(set) var selected: Car.ID?

    /// Whether the values of the chosen fields have not been read yet.
    var isReading: Bool { cars?.fields != fields }
  }

  private enum Effect: Hashable, Sendable { case read }

  package let store: Store<PlotReactor>
  private let listing: Observable<CarListing>

  /// Creates a plot.
  ///
  /// - Parameters:
  ///   - listing: The listed cars, which change after a refresh or when the cost assumptions change.
  ///   - id: The initially selected car, if it has values in both fields; otherwise, the first car that has.
  package init(of listing: Observable<CarListing>, selecting id: Car.ID? = nil) {
    self.listing = listing
    store = Store(State(selected: id))
  }

  package func transform(action: Observable<Action>) -> Observable<Action> {
    action.merge(with: listing.filter(\.isComplete).map { .setListing($0) })
  }

  package func mutate(action: Action) -> Observable<Mutation> {
    var fields = currentState.fields
    switch action {
    case .setX(let field): fields.x = field
    case .setY(let field): fields.y = field
    case .swapAxes: (fields.x, fields.y) = (fields.y, fields.x)
    case .select(let position): return car(at: position).map { .just(.setSelected($0)) } ?? .empty
    case .open(let position):
      guard let id = car(at: position), let cars = currentState.cars else { return .empty }
      return output(.carPicked(id, in: cars.listing.sequence(showing: id)))
    case .setListing(let listing): return .concat(.just(.setListing(listing)), read())
    }
    return fields == currentState.fields ? .empty : .concat(.just(.setFields(fields)), read())
  }

  private func car(at position: Int) -> Car.ID? {
    guard let listing = currentState.cars?.listing, 0..<listing.count ~= position else { return nil }
    return listing.id(at: position)
  }

  /// Reads the values off the main actor, because there may be a million cars.
  private func read() -> Observable<Mutation> {
    .deferred { [weak self] in
      guard let state = self?.currentState else { return .empty }
      return .run { emit in emit(.setCars(await PlottedCars.read(state.listing, state.fields))) }
    }
    .cancellable(id: Effect.read, whenRunning: .cancelPrevious)
  }

  package func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setFields(let fields): state.fields = fields
    case .setListing(let listing): state.listing = listing
    case .setCars(let cars):
      state.cars = cars
      let position = state.selected.flatMap { cars.listing.position(of: $0) }
      if position.map(cars.isShown) != true { state.selected = cars.first.map { cars.listing.id(at: $0) } }
    case .setSelected(let id): state.selected = id
    }
  }
}

/// The listed cars' values in two fields.
package struct PlottedCars: Sendable, Equatable {
  /// The fields of the axes.
  package struct Fields: Sendable, Hashable {
    package var x = CarField.economy
    package var y = CarField.cost
  }

  package let listing: CarListing
  package let fields: Fields
  /// The values by the car's position in the list, in the units of ``Car``, with NaN for unknown values.
  package let x: [Double]
  package let y: [Double]
  /// The number of cars with values in both fields.
  package let shownCount: Int
  /// The fuels of the shown cars whose fuel economy applies to only one fuel.
  let fuels: Set<Fuel>
  /// Whether the shown cars include plug-in hybrids whose fuel economy applies to both fuels.
  let hasBlendedEconomy: Bool

  init(_ listing: CarListing, _ fields: Fields) {
    self.listing = listing
    self.fields = fields
    let x = listing.numbers(of: fields.x)
    let y = fields.x == fields.y ? x : listing.numbers(of: fields.y)
    let shown = x.indices.lazy.filter { !x[$0].isNaN && !y[$0].isNaN }
    (self.x, self.y) = (x, y)
    shownCount = shown.count
    fuels = listing.fuels(at: shown.filter { !listing.isEconomyBlended(at: $0) })
    hasBlendedEconomy = shown.contains { listing.isEconomyBlended(at: $0) }
  }

  @concurrent
  static func read(_ listing: CarListing, _ fields: Fields) async -> PlottedCars { PlottedCars(listing, fields) }

  /// The position of the first car with values in both fields.
  var first: Int? { x.indices.first(where: isShown) }

  /// Returns whether the car at a position has values in both fields.
  func isShown(_ position: Int) -> Bool { !x[position].isNaN && !y[position].isNaN }

  // The values need not be compared, because they are derived from the cars and the fields.
  package static func == (one: PlottedCars, other: PlottedCars) -> Bool {
    one.listing == other.listing && one.fields == other.fields
  }
}
