import Catalog
import ReactorCore
import ShowroomSettings

/// The list of cars, with search, sort order, favorites, marks and refresh.
///
/// The reactor reports events (a car was opened, a comparison was requested); the flow decides which screen follows.
@MainActor
package final class CarListReactor: Reactor {
  /// The effects of which at most one runs at a time.
  enum Effect: Hashable, Sendable { case search, refresh }

  package let store: Store<CarListReactor>
  private let catalog: LiveCatalog

  /// Creates a list of the cars of `catalog`.
  ///
  /// The first rows are read here, in a few milliseconds, so that the first frame shows them. The index is loaded when
  /// the state is first observed.
  ///
  /// - Parameter pageSize: The number of rows to read for the first frame, at least as many as the screen shows.
  package init(catalog: LiveCatalog, pageSize: Int = 120) {
    self.catalog = catalog
    var state = State()
    do throws(CatalogError) {
      let page = try catalog.firstPage(sort: state.sort, limit: pageSize)
      state.listing = CarListing(page: page.rows, total: page.total)
      state.total = page.total
    } catch {
      state.failure = error
    }
    store = Store(state)
  }

  // MARK: Changes of the catalog

  /// Repeats the search when the cars are loaded again, and when user data changes that the query depends on.
  package func transform(action: Observable<Action>) -> Observable<Action> {
    let loaded = catalog.index.asObservable().unwrapped()
      .map { [catalog] _ in catalog.generation }.distinctUntilChanged().map { _ in Action.search }
    let edited = catalog.userDataChanges.asObservable()
      .filter { [weak self] _ in self?.currentState.dependsOnUserData ?? false }.map { _ in Action.search }
    return .merge(action, loaded, edited)
  }

  /// Merges the changes of the shared catalog into the state.
  package func transform(mutation: Observable<Mutation>) -> Observable<Mutation> {
    catalog.start()
    return .merge(
      mutation,
      catalog.failure.asObservable().unwrapped().map { .setFailure($0) },
      catalog.index.asObservable().unwrapped().map { .setCatalog($0) },
      catalog.userDataChanges.asObservable().map { .setUserData($0) },
      catalog.refreshQuestion.asObservable().map { $0 != nil }.distinctUntilChanged().skip(1)
        .map { .setAwaitingApproval($0) })
  }

  // MARK: Side effects

  package func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .refresh where currentState.failure != nil:
      return .deferred { [catalog] in
        catalog.reload()
        return .just(.setFailure(nil))
      }
    case .refresh: return refresh()
    case .cancelRefresh where currentState.isRefreshing:
      return .concat(
        .cancel(id: Effect.refresh), .just(.setRefreshing(false)),
        .just(.showToast(Notice("Refresh canceled. No changes were made."))))
    case .cancelRefresh: return .empty
    case .setQuery(let text) where text == currentState.query.text: return .empty
    case .setQuery(let text): return .concat(.just(.setQuery(CarQuery.parse(text))), search())
    case .sort(let field): return sort(currentState.sort.choosing(field))
    case .reverseSort: return sort(currentState.sort.reversed)
    case .toggleFavoritesOnly:
      return .concat(.just(.setFavoritesOnly(!currentState.favoritesOnly)), search())
    case .toggleFavorite(let id): return toggleFavorite(id)
    case .toggleMark(let id): return toggleMark(id)
    case .setMarks(let ids): return .just(.setMarked(ids))
    case .clearMarks: return .just(.setMarked([]))
    case .compare(let selected): return compare(selected)
    case .open(let id): return currentState.listing.position(of: id) == nil ? .empty : .just(.opened(id))
    case .upload(let id): return currentState.listing.position(of: id) == nil ? .empty : .just(.uploadRequested(id))
    case .reveal(let id): return .just(.reveal(id))
    case .search: return search()
    }
  }

  private func refresh() -> Observable<Mutation> {
    catalog.refresh().flatMap { event in
      switch event {
      case .progress(let progress): .just(.setProgress(progress))
      case .finished(let outcome):
        .concat(
          .just(.setOutcome(outcome)), .just(.showToast(Notice(outcome.summary, isSuccess: !outcome.isDeclined))))
      }
    }
    .catch { .just(.showAlert(Failure(title: "Refresh failed", error: $0, retry: .refresh))) }
    .bracketed(by: .setRefreshing(true), and: .setRefreshing(false))
    .cancellable(id: Effect.refresh, whenRunning: .ignoreNew)
  }

  /// Searches off the main actor. The rows stay until the result arrives, and a new search cancels the previous one.
  private func search() -> Observable<Mutation> {
    .deferred { [weak self] in
      guard let self, let index = catalog.index.value else { return .empty }
      let generation = catalog.generation
      let search = Search(currentState, in: index)
      return .run { [catalog] emit in
        guard let result = await search.run() else { return }
        // The current index has the favorites that changed meanwhile, and the same ordinals within a generation.
        let isSame = catalog.generation == generation
        emit(.setResult(result, (isSame ? catalog.index.value : nil) ?? index, generation: generation))
        guard search.mayBeMisspelled(result) else { return }
        if let suggestion = await search.suggestion() { emit(.setSuggestion(suggestion)) }
      }
    }
    .cancellable(id: Effect.search, whenRunning: .cancelPrevious)
  }

  private func sort(_ sort: Sort) -> Observable<Mutation> {
    .concat(.just(.setSort(sort)), search())
  }

  private func toggleFavorite(_ id: Car.ID) -> Observable<Mutation> {
    guard let row = currentState.listing.row(of: id) else { return .empty }
    return Observable.run { [catalog] _ in try await catalog.setFavorite(!row.isFavorite, for: id) }
      .catch { .just(.showAlert(Failure(title: "Could not save the favorite", error: $0))) }
  }

  private func toggleMark(_ id: Car.ID) -> Observable<Mutation> {
    guard currentState.marked.contains(id) || currentState.listing.position(of: id) != nil else { return .empty }
    guard let marks = CompareMarks(currentState.marked).toggling(id) else {
      return .just(.showToast(Notice(CompareMarks.tooManyAdvice)))
    }
    return .just(.setMarked(marks.ids))
  }

  private func compare(_ selected: Car.ID?) -> Observable<Mutation> {
    let known = selected.flatMap { currentState.listing.position(of: $0) == nil ? nil : $0 }
    guard let ids = CompareMarks(currentState.marked).compared(with: known) else {
      return .just(.showToast(Notice(CompareMarks.tooFewAdvice)))
    }
    return .just(.compareRequested(ids))
  }

  // MARK: State

  package func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setCatalog(let index):
      state.total = index.count
      state.isLoading = false
      state.failure = nil
      state.marked.removeAll { index.ordinal(of: $0) == nil }
    case .setUserData(let changes): state.listing = state.listing.updating(changes)
    case .setFailure(let error):
      state.failure = error
      state.isLoading = error == nil
      // A placeholder shows the failure only if there are no rows.
      if let error, state.listing.count > 0 {
        state.alert = Failure(title: "Could not load the cars", error: error, retry: .refresh)
      }
    case .setQuery(let query):
      state.query = query
      state.suggestion = nil
    case .setSort(let sort): state.sort = sort
    case .setFavoritesOnly(let favoritesOnly): state.favoritesOnly = favoritesOnly
    case .setResult(let result, let index, let generation):
      // The search may parse the same text differently, because its last word may be an unfinished filter.
      if result.query.text == state.query.text { state.query = result.query }
      state.suggestion = nil
      state.listing = CarListing(result, in: index, generation: generation, stamp: state.listing.stamp + 1)
    case .setSuggestion(let text): state.suggestion = text
    case .setMarked(let marked): state.marked = marked
    case .setRefreshing(let isRefreshing):
      state.isRefreshing = isRefreshing
      state.progress = nil
    case .setProgress(let progress): state.progress = progress
    case .setAwaitingApproval(let isAwaiting): state.isAwaitingApproval = isAwaiting
    case .setOutcome(let outcome): state.lastRefresh = outcome
    case .showToast(let notice): state.toast = notice
    case .showAlert(let failure): state.alert = failure
    case .opened(let id): state.opened = Opened(id: id, cars: state.listing.sequence)
    case .compareRequested(let ids): state.compareRequested = ids
    case .uploadRequested(let id): state.uploadRequested = id
    case .reveal(let id): state.revealed = id
    }
  }
}

/// A search of an index.
private struct Search: Sendable {
  let index: CatalogIndex
  let query: CarQuery
  let sort: Sort
  let favoritesOnly: Bool

  init(_ state: CarListReactor.State, in index: CatalogIndex) {
    self.index = index
    // The query of the state may lack the unfinished filter that the search before left out.
    query = CarQuery.parse(state.query.text)
    sort = state.sort
    favoritesOnly = state.favoritesOnly
  }

  /// Returns the result. If there is none, a last word that may be an unfinished filter is ignored.
  @concurrent
  func run() async -> SearchResult? {
    let result = search(query)
    guard result?.count == 0, let unfinished = query.withoutUnfinishedFilter else { return result }
    return search(unfinished)
  }

  /// Returns whether the query may be misspelled: it has no matches, or a part of it is not valid.
  func mayBeMisspelled(_ result: SearchResult) -> Bool { result.count == 0 || !query.diagnostics.isEmpty }

  /// Returns the probably intended query, or `nil` if there is none.
  @concurrent
  func suggestion() async -> String? {
    index.suggestion(for: query, favoritesOnly: favoritesOnly, isCanceled: { Task.isCancelled })
  }

  private func search(_ query: CarQuery) -> SearchResult? {
    index.search(query, sort: sort, favoritesOnly: favoritesOnly, isCanceled: { Task.isCancelled })
  }
}
