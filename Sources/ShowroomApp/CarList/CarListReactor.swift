import Catalogue
import ReactorCore

/// The list of cars: searching, sorting, following, marking and refreshing.
///
/// It tells what happened (a car was opened, cars are to be compared), never which screen comes next.
@MainActor
public final class CarListReactor: Reactor {
  /// Names of the effects of which at most one runs.
  enum Effect: Hashable, Sendable { case search, refresh }

  /// The state and the pipeline.
  public let store: Store<CarListReactor>
  private let catalogue: LiveCatalogue

  /// A list of the cars of `catalogue`. The first rows are read here, in milliseconds, so that the first frame shows
  /// them; the rest is loaded when the list is first looked at.
  ///
  /// - Parameter pageSize: rows to read for the first frame; as many as the screen can show.
  public init(catalogue: LiveCatalogue, pageSize: Int = 120) {
    self.catalogue = catalogue
    var state = State()
    do throws(CatalogueError) {
      let page = try catalogue.firstPage(sort: state.sort, limit: pageSize)
      state.listing = CarListing(page: page.rows, total: page.total)
      state.total = page.total
    } catch {
      state.failure = error
    }
    store = Store(state)
  }

  // MARK: What comes from the catalogue

  /// Cars that were loaded anew are searched anew, and so is what depends on favourites when those change.
  public func transform(action: Observable<Action>) -> Observable<Action> {
    let loaded = catalogue.index.asObservable().unwrapped()
      .map { [catalogue] _ in catalogue.generation }.distinctUntilChanged().map { _ in Action.search }
    let edited = catalogue.userDataChanges.asObservable()
      .filter { [weak self] _ in self?.currentState.dependsOnUserData ?? false }.map { _ in Action.search }
    return .merge(action, loaded, edited)
  }

  /// The catalogue is everybody's: what others change in it is merged in here.
  public func transform(mutation: Observable<Mutation>) -> Observable<Mutation> {
    catalogue.start()
    return .merge(
      mutation,
      catalogue.problem.asObservable().unwrapped().map { .setFailure($0) },
      catalogue.index.asObservable().unwrapped().map { .setCatalogue($0) },
      catalogue.userDataChanges.asObservable().map { .setUserData($0) })
  }

  // MARK: Side effects

  /// Starts what an action asks for.
  public func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .refresh where currentState.failure != nil:
      return .deferred { [catalogue] in
        catalogue.reload()
        return .just(.setFailure(nil))
      }
    case .refresh: return refresh()
    case .cancelRefresh where currentState.isRefreshing:
      return .concat(
        .cancel(id: Effect.refresh), .just(.setRefreshing(false)),
        .just(.showToast(Notice("Refresh cancelled, nothing was changed"))))
    case .cancelRefresh: return .empty
    case .setQuery(let text) where text == currentState.query.text: return .empty
    case .setQuery(let text): return .concat(.just(.setQuery(CarQuery.parse(text))), search())
    case .sort(let field): return sort(currentState.sort.choosing(field))
    case .reverseSort: return sort(currentState.sort.reversed)
    case .toggleFavouritesOnly:
      return .concat(.just(.setFavouritesOnly(!currentState.favouritesOnly)), search())
    case .toggleFavourite(let id): return toggleFavourite(id)
    case .toggleMark(let id): return toggleMark(id)
    case .clearMarks: return .just(.setMarked([]))
    case .compare(let selected): return compare(selected)
    case .open(let id): return currentState.listing.position(of: id) == nil ? .empty : .just(.opened(id))
    case .upload(let id): return currentState.listing.position(of: id) == nil ? .empty : .just(.uploadRequested(id))
    case .reveal(let id): return .just(.reveal(id))
    case .search: return search()
    }
  }

  private func refresh() -> Observable<Mutation> {
    catalogue.refresh().flatMap { event in
      switch event {
      case .progress(let progress): .just(.setProgress(progress))
      case .finished(let outcome):
        .concat(
          .just(.setOutcome(outcome)), .just(.showToast(Notice(outcome.summary, isSuccess: !outcome.isDeclined))))
      }
    }
    .catch { .just(.showAlert(Failure("Refreshing failed", cause: "\($0)", retry: .refresh))) }
    .bracketed(by: .setRefreshing(true), and: .setRefreshing(false))
    .cancellable(id: Effect.refresh, whenRunning: .ignoreNew)
  }

  /// Searches away from the main actor; the rows stay as they are until the answer is there. The latest question wins.
  private func search() -> Observable<Mutation> {
    .deferred { [weak self] in
      guard let self, let index = catalogue.index.value else { return .empty }
      let generation = catalogue.generation
      let search = Search(currentState, in: index, generation: generation)
      return .run { [catalogue] emit in
        guard let result = await search.run() else { return }
        // A star that was set meanwhile is in the index of now, in which the same ordinals are good.
        let isSame = catalogue.generation == generation
        emit(.setResult(result, (isSame ? catalogue.index.value : nil) ?? index, generation: generation))
        guard search.mayBeMisspelled(result) else { return }
        if let suggestion = await search.suggestion() { emit(.setSuggestion(suggestion)) }
      }
    }
    .cancellable(id: Effect.search, whenRunning: .cancelPrevious)
  }

  private func sort(_ sort: Sort) -> Observable<Mutation> {
    .concat(.just(.setSort(sort)), search())
  }

  private func toggleFavourite(_ id: Car.ID) -> Observable<Mutation> {
    guard let row = currentState.listing.row(of: id) else { return .empty }
    return Observable.run { [catalogue] _ in try await catalogue.setFavourite(!row.isFavourite, for: id) }
      .catch { .just(.showAlert(Failure("The star was not saved", cause: "\($0)"))) }
  }

  private func toggleMark(_ id: Car.ID) -> Observable<Mutation> {
    let marked = currentState.marked
    if marked.contains(id) { return .just(.setMarked(marked.filter { $0 != id })) }
    guard currentState.listing.position(of: id) != nil else { return .empty }
    guard marked.count < State.maximumMarks else {
      return .just(.showToast(Notice("Four cars are marked already, Space on one of them unmarks it")))
    }
    return .just(.setMarked(marked + [id]))
  }

  private func compare(_ selected: Car.ID?) -> Observable<Mutation> {
    var ids = currentState.marked
    if ids.count == 1, let selected, selected != ids[0], currentState.listing.position(of: selected) != nil {
      ids.append(selected)
    }
    guard ids.count > 1 else {
      return .just(.showToast(Notice("Mark two to four cars with Space, then compare them")))
    }
    return .just(.compareRequested(ids))
  }

  // MARK: State

  /// The state after a step of change.
  public func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setCatalogue(let index):
      state.total = index.count
      state.isLoading = false
      state.failure = nil
      state.marked.removeAll { index.ordinal(of: $0) == nil }
    case .setUserData(let changes): state.listing = state.listing.updating(changes)
    case .setFailure(let error):
      state.failure = error
      state.isLoading = error == nil
      // Without rows the failure has the whole screen; with rows it would go unseen.
      if let error, state.listing.count > 0 {
        state.alert = Failure("The cars cannot be loaded", cause: "\(error)", retry: .refresh)
      }
    case .setQuery(let query):
      state.query = query
      state.suggestion = nil
    case .setSort(let sort): state.sort = sort
    case .setFavouritesOnly(let favouritesOnly): state.favouritesOnly = favouritesOnly
    case .setResult(let result, let index, let generation):
      // The search may have understood the same text otherwise: a word that is still becoming a filter.
      if result.query.text == state.query.text { state.query = result.query }
      state.suggestion = nil
      state.listing = CarListing(result, in: index, generation: generation, stamp: state.listing.stamp + 1)
    case .setSuggestion(let text): state.suggestion = text
    case .setMarked(let marked): state.marked = marked
    case .setRefreshing(let isRefreshing):
      state.isRefreshing = isRefreshing
      state.progress = nil
    case .setProgress(let progress): state.progress = progress
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

/// A question to the index.
private struct Search: Sendable {
  let index: CatalogueIndex
  let query: CarQuery
  let sort: Sort
  let favouritesOnly: Bool
  /// The answer before; an extended query only has to narrow it.
  let previous: SearchResult?

  init(_ state: CarListReactor.State, in index: CatalogueIndex, generation: Int) {
    self.index = index
    query = state.query
    sort = state.sort
    favouritesOnly = state.favouritesOnly
    previous = state.listing.result(generation: generation)
  }

  /// Answers it; a last word that no car has and that may become a filter is left out.
  @concurrent
  func run() async -> SearchResult? {
    let result = answer(query)
    guard result?.count == 0, let unfinished = query.withoutUnfinishedFilter else { return result }
    return answer(unfinished)
  }

  /// Whether it is worth asking what was meant: no car answers, or a part of the query was not understood.
  func mayBeMisspelled(_ result: SearchResult) -> Bool { result.count == 0 || !query.problems.isEmpty }

  /// The query as it was probably meant.
  @concurrent
  func suggestion() async -> String? {
    index.suggestion(for: query, favouritesOnly: favouritesOnly, isCancelled: { Task.isCancelled })
  }

  private func answer(_ query: CarQuery) -> SearchResult? {
    index.search(
      query, sort: sort, favouritesOnly: favouritesOnly, within: previous, isCancelled: { Task.isCancelled })
  }
}
