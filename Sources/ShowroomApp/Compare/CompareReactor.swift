import Catalogue
import ReactorCore

/// Up to four cars side by side.
public final class CompareReactor: Reactor {
  /// How many cars fit.
  public static let capacity = 4

  /// What can be asked for.
  public enum Action: Sendable, Hashable {
    /// Read the cars: sent when the screen appears, and again to retry.
    case load
    /// Select the car at a place, counted from 0.
    case select(Int)
    /// Take the selected car out.
    case remove
    /// Open the selected car.
    case open
    /// Show only what differs, or everything.
    case toggleDifferences
  }

  /// A step of change.
  public enum Mutation: Sendable {
    /// What was read; a car that is not among them is gone.
    case setCars([Car.ID: Car], favourites: Set<Car.ID>)
    /// The catalogue could not be read.
    case setFailure(CatalogueError)
    /// The car at a place is selected.
    case select(Int)
    /// The car at a place is out.
    case remove(Int)
    /// Only what differs, or everything.
    case setOnlyDifferences(Bool)
    /// What the user has on some cars changed.
    case setUserData([Car.ID: UserData])
    /// A car is to be opened.
    case open(Car.ID)
    /// The last car is out.
    case close
  }

  /// The state and the pipeline.
  public let store: Store<CompareReactor>
  private let catalogue: LiveCatalogue

  /// Compares these cars, the first four of them.
  public init(ids: [Car.ID], catalogue: LiveCatalogue) {
    self.catalogue = catalogue
    store = Store(State(columns: ids.prefix(Self.capacity).map { Column(id: $0) }))
  }

  /// Cars that were loaded anew are a reason to look again.
  public func transform(action: Observable<Action>) -> Observable<Action> {
    action.merge(with: catalogue.generations.map { _ in .load })
  }

  /// What the user has on cars is global state.
  public func transform(mutation: Observable<Mutation>) -> Observable<Mutation> {
    mutation.merge(with: catalogue.userDataChanges.asObservable().map { .setUserData($0) })
  }

  /// Starts what an action asks for.
  public func mutate(action: Action) -> Observable<Mutation> {
    let state = currentState
    switch action {
    case .load: return read(state.columns.map(\.id))
    case .select(let place): return state.columns.indices.contains(place) ? .just(.select(place)) : .empty
    case .remove:
      guard state.selectedColumn != nil else { return .empty }
      let isLast = state.columns.count == 1
      return .concat(.just(.remove(state.selected)), isLast ? .just(.close) : .empty)
    case .open: return state.selectedColumn?.car.map { .just(.open($0.id)) } ?? .empty
    case .toggleDifferences: return .just(.setOnlyDifferences(!state.onlyDifferences))
    }
  }

  /// The state after a mutation.
  public func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setCars(let cars, let favourites): state.take(cars, favourites)
    case .setFailure(let error): state.failure = error
    case .select(let place): state.selected = place
    case .remove(let place):
      state.columns.remove(at: place)
      state.selected = max(0, min(place, state.columns.count - 1))
    case .setOnlyDifferences(let onlyDifferences): state.onlyDifferences = onlyDifferences
    case .setUserData(let changes):
      for place in state.columns.indices {
        if let data = changes[state.columns[place].id] { state.columns[place].isFavourite = data.isFavourite }
      }
    case .open(let id): state.opened = id
    case .close: state.closed = ()
    }
  }

  /// Four rows by their number: less than a millisecond, so before the first frame rather than after it.
  private func read(_ ids: [Car.ID]) -> Observable<Mutation> {
    .deferred { [catalogue] in
      var cars: [Car.ID: Car] = [:]
      var favourites: Set<Car.ID> = []
      for id in ids {
        cars[id] = try catalogue.car(id: id)
        if try catalogue.userData(id: id).isFavourite { favourites.insert(id) }
      }
      return .just(.setCars(cars, favourites: favourites))
    }
    .catch { .just(.setFailure($0.inCatalogueTerms)) }
  }
}
