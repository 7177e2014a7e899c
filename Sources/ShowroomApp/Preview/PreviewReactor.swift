import ReactorCore
import ShowroomCatalog
import ShowroomUploads

/// The summary of the car that is selected in the list, shown beside it.
///
/// It follows the selection after a pause, so that nothing is loaded while a key is held down.
@MainActor
package final class PreviewReactor: Reactor {
  /// The actions that the list sends to the preview.
  package enum Action: Sendable, Hashable {
    /// Shows a car after a pause; `nil` clears the preview immediately.
    case select(Car.ID?)
    /// Reloads the selected car. Sent by the reactor itself.
    case reload
  }

  /// The changes of the state.
  package enum Mutation: Sendable {
    case show(CarPage)
    case clear
    case fail(CatalogError)
    case setUserData([Car.ID: UserData])
  }

  /// The contents of the preview.
  package enum State: Sendable, Hashable {
    /// No car is selected, or it is not loaded yet.
    case empty
    case car(CarPage)
    case failed(CatalogError)

    /// The page of the shown car.
    var page: CarPage? { if case .car(let page) = self { page } else { nil } }
  }

  enum Effect: Hashable, Sendable { case load }

  /// The time for which a car must be selected before it is shown.
  static let pause: Duration = .milliseconds(50)

  package let store = Store<PreviewReactor>(.empty)
  private let catalog: LiveCatalog
  private let loader: CarPageLoader
  private let uploads: LiveUploads?
  private let clock: any Clock<Duration>
  /// The car that was last selected. While it is being loaded, another car is still shown.
  private var selected: Car.ID?

  /// Creates a preview for the cars of `catalog`.
  ///
  /// - Parameter uploads: The uploads, which provide the attachments; without them, cars have no attachments.
  package init(catalog: LiveCatalog, uploads: LiveUploads? = nil, clock: any Clock<Duration>) {
    self.catalog = catalog
    self.uploads = uploads
    self.clock = clock
    loader = CarPageLoader(catalog.store)
  }

  /// Reloads the selected car when the cars or its attachments change.
  package func transform(action: Observable<Action>) -> Observable<Action> {
    .merge(
      action, catalog.generations.map { _ in .reload }, catalog.costsWritten.map { .reload },
      uploads?.attachmentChanges.map { .reload } ?? .empty)
  }

  /// Merges changes of user data, made on any screen or by another process.
  package func transform(mutation: Observable<Mutation>) -> Observable<Mutation> {
    .merge(mutation, catalog.userDataChanges.map { .setUserData($0) })
  }

  package func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .select(let id):
      selected = id
      guard let id else { return .concat(.cancel(id: Effect.load), .just(.clear)) }
      return load(id, after: Self.pause)
    case .reload:
      guard currentState.page != nil, let selected else { return .empty }
      return load(selected, after: .zero)
    }
  }

  package func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .show(let page): state = .car(page)
    case .clear: state = .empty
    case .fail(let error): state = .failed(error)
    case .setUserData(let changes):
      guard var page = state.page, let data = changes[page.car.id] else { return }
      page.userData = data
      state = .car(page)
    }
  }

  /// Loads a car and its charts in one step. A new load cancels the previous one; until it finishes, the current car
  /// stays.
  private func load(_ id: Car.ID, after pause: Duration) -> Observable<Mutation> {
    .run { [catalog, loader, uploads, clock] emit in
      if pause > .zero { try await clock.sleep(for: pause) }
      guard let loaded = try await loader.load(id, catalog.index.value) else { return emit(.clear) }
      // The rest of the preview does not depend on the attachments.
      let attachments = (try? uploads?.attachments(of: id)) ?? []
      emit(
        .show(
          CarPage(
            car: loaded.car, userData: try catalog.userData(id: id), charts: loaded.charts, attachments: attachments)))
    }
    .catch { .just(.fail($0.asCatalogError)) }
    .cancellable(id: Effect.load, whenRunning: .cancelPrevious)
  }
}
