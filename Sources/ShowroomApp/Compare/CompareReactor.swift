import ReactorCore
import ShowroomCatalog
import ShowroomFormatting

/// A comparison of cars.
package final class CompareReactor: Reactor {
  /// The user actions on the screen.
  package enum Action: Sendable, Hashable {
    /// Loads the cars. Sent when the screen appears, and to retry.
    case load
    /// Selects the car at a position.
    case select(Int)
    /// Removes the selected car from the comparison.
    case remove
    /// Opens the selected car.
    case open
    /// Shows only the facts that differ, or all facts again.
    case toggleDifferences
    /// Writes a sheet of the compared cars to a file whose path was typed. Asks for confirmation before replacing a
    /// file.
    case writeSheet(to: String, replacing: Bool = false)
  }

  /// The changes of the state.
  package enum Mutation: Sendable {
    /// Shows the loaded cars. A missing car has been removed from the catalog.
    case setCars([Car.ID: Car], favorites: Set<Car.ID>)
    case setFailure(CatalogError)
    case select(Int)
    case remove(Int)
    case setOnlyDifferences(Bool)
  }

  /// The events that the comparison reports to its screen and its flow.
  package typealias Output = CatalogOutput<Action>

  package let store: Store<CompareReactor>
  private let catalog: LiveCatalog
  let sheets: SheetWriter?

  /// Creates a comparison of the cars, in order from left to right.
  ///
  /// - Parameter sheets: A writer of car sheets; `nil` if none can be written.
  package init(ids: [Car.ID], catalog: LiveCatalog, sheets: SheetWriter? = nil) {
    self.catalog = catalog
    self.sheets = sheets
    store = Store(State(columns: ids.map { Column(id: $0) }))
  }

  /// Reloads the cars when the catalog is reloaded, and when user data or costs change, on any screen or in another
  /// process.
  package func transform(action: Observable<Action>) -> Observable<Action> {
    .merge(
      action, catalog.generations.map { _ in .load }, catalog.userDataChanges.map { _ in .load },
      catalog.costsWritten.map { .load })
  }

  package func mutate(action: Action) -> Observable<Mutation> {
    let state = currentState
    switch action {
    case .load: return load(state.columns.map(\.id))
    case .select(let place): return state.columns.indices.contains(place) ? .just(.select(place)) : .empty
    case .remove:
      guard state.selectedColumn != nil else { return .empty }
      let isLast = state.columns.count == 1
      return .concat(.just(.remove(state.selected)), isLast ? output(.step(.comparisonEmptied)) : .empty)
    case .open:
      guard let car = state.selectedColumn?.car else { return .empty }
      return output(.step(.carPicked(car.id, in: CarSequence(state.columns.map(\.id)))))
    case .toggleDifferences: return .just(.setOnlyDifferences(!state.onlyDifferences))
    case .writeSheet(let path, let replacing):
      return writeSheet(
        of: state.columns.map(\.id), to: path, with: sheets, replacing: replacing,
        .writeSheet(to: path, replacing: true))
    }
  }

  package func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setCars(let cars, let favorites): state.update(cars, favorites)
    case .setFailure(let error): state.failure = error
    case .select(let place): state.selected = place
    case .remove(let place):
      state.columns.remove(at: place)
      state.selected = max(0, min(place, state.columns.count - 1))
    case .setOnlyDifferences(let onlyDifferences): state.onlyDifferences = onlyDifferences
    }
  }

  /// Loads the cars synchronously, so that they are ready for the first frame. Cars are marked one by one, so there are
  /// never so many that reading them takes longer than a frame.
  private func load(_ ids: [Car.ID]) -> Observable<Mutation> {
    .deferred { [catalog] in
      var cars: [Car.ID: Car] = [:]
      var favorites: Set<Car.ID> = []
      for id in ids {
        let data = try catalog.userData(id: id)
        cars[id] = try catalog.car(id: id)?.priced(by: data)
        if data.isFavorite { favorites.insert(id) }
      }
      return .just(.setCars(cars, favorites: favorites))
    }
    .catch { .just(.setFailure($0.asCatalogError)) }
  }
}
