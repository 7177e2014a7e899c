import ReactorCore
import ShowroomCatalog

/// The page "What changed", with the cars that are new, changed or gone since the latest refresh: all of them, or those
/// in a saved view.
package final class ChangesReactor: Reactor {
  /// The user actions on the page.
  package enum Action: Sendable, Hashable {
    /// Reads the changes. Sent when the page appears, and after a refresh.
    case load
    /// Hides new cars, of which there are often many, or shows them again.
    case toggleNew
    /// Opens a car that is in the catalog.
    case open(Car.ID)
  }

  /// The changes of the state.
  package enum Mutation: Sendable, Hashable {
    case setChanges(CatalogChanges)
    case setFailure(CatalogError)
    case setHidesNew(Bool)
  }

  /// The events that the page reports to its flow.
  package typealias Output = CatalogStep

  /// The contents of the page.
  package struct State: Sendable, Hashable {
    /// The view whose cars are listed; `nil` for all cars.
    let view: SavedView?
    /// The changes; `nil` until they have been read.
    package internal(set) var changes: CatalogChanges?
    /// Whether new cars are hidden.
    package internal(set) var hidesNew = false
    /// The reason why the changes could not be read.
    package internal(set) var failure: CatalogError?

    /// Whether the changes have not been read yet.
    var isReading: Bool { changes == nil && failure == nil }

    /// The listed cars.
    var cars: [CarChange] {
      guard let changes else { return [] }
      return hidesNew ? changes.cars.filter { $0.kind != .new } : changes.cars
    }
  }

  private enum Effect: Hashable, Sendable { case load }

  package let store: Store<ChangesReactor>
  private let catalog: LiveCatalog

  /// Creates the page of all cars, or of those in a saved view.
  package init(catalog: LiveCatalog, in view: SavedView? = nil) {
    self.catalog = catalog
    store = Store(State(view: view))
  }

  /// Reads the changes again when the cars are reloaded.
  package func transform(action: Observable<Action>) -> Observable<Action> {
    action.merge(with: catalog.generations.map { _ in .load })
  }

  package func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .load: return load()
    case .toggleNew: return .just(.setHidesNew(!currentState.hidesNew))
    case .open(let id):
      let cars = currentState.cars.filter(\.isListed).map(\.car.id)
      return cars.contains(id) ? output(.carPicked(id, in: CarSequence(cars))) : .empty
    }
  }

  /// Reads the changes off the main actor, because a refresh may add thousands of cars.
  private func load() -> Observable<Mutation> {
    .run { [catalog, view = currentState.view] emit in
      emit(.setChanges(try await catalog.latestChanges(in: view)))
    }
    .catch { .just(.setFailure($0.asCatalogError)) }
    .cancellable(id: Effect.load, whenRunning: .cancelPrevious)
  }

  package func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setChanges(let changes):
      state.changes = changes
      state.failure = nil
    case .setFailure(let error): state.failure = error
    case .setHidesNew(let hidesNew): state.hidesNew = hidesNew
    }
  }
}

extension CarChange {
  /// Whether the catalog contains the car. A car that is gone is withdrawn if it has user data, and otherwise deleted.
  var isListed: Bool { kind != .gone || car.isWithdrawn }
}

extension LiveCatalog {
  /// Returns the changes made by the latest refresh that changed anything: of all cars, or of those in a view.
  func latestChanges(in view: SavedView? = nil) async throws(CatalogError) -> CatalogChanges {
    let (index, marked) = (index.value, marks.value)
    return try await Self.perform(
      { store throws(CatalogError) -> CatalogChanges in
        let changes = try store.carChanges()
        guard let view else { return changes }
        let cars = if let index { index } else { try store.loadIndex(isCanceled: { Task.isCancelled }) }
        return changes.matching(CarQuery.parse(view.query), in: cars.updatingMarks(marked))
      }, in: store)
  }
}
