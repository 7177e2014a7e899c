import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting
import ShowroomSettings
import ShowroomText

/// The list of cars, with search, sorting, favorites, marks and refreshes.
///
/// The reactor reports events, such as an opened car or a requested comparison. The flow decides which screen follows.
@MainActor
package final class CarListReactor: Reactor {
  /// The effects, each of which runs at most once at a time.
  enum Effect: Hashable, Sendable { case search, refresh, complete, openView, offerViews, paste }

  package let store: Store<CarListReactor>
  let catalog: LiveCatalog
  let uploads: LiveUploads?
  private let clipboard: CarClipboard?
  let sheets: SheetWriter?

  /// Creates a list of the cars in `catalog`.
  ///
  /// The first rows are read here, in a few milliseconds, so that the first frame shows them. The index is loaded when
  /// the state is first observed.
  ///
  /// - Parameters:
  ///   - uploads: The uploads to which pasted files are added, and whose folders the paths of exports are relative to.
  ///     Without them, pasted text is ignored, and lists cannot be exported.
  ///   - clipboard: The clipboard; `nil` if nothing can be copied.
  ///   - sheets: A writer of car sheets; `nil` if none can be written.
  ///   - restored: The state of the last session, with which the list begins.
  ///   - pageSize: The number of rows to read for the first frame, at least as many as the screen shows.
  ///   - completeSize: The maximum size of a catalog whose rows are all read for the first frame, so that the widths of
  ///     its columns do not change when the index is loaded.
  package init(
    catalog: LiveCatalog, uploads: LiveUploads? = nil, clipboard: CarClipboard? = nil, sheets: SheetWriter? = nil,
    restoring restored: SessionState = SessionState(), pageSize: Int = 120,
    completeSize: Int = WidthSample.size
  ) {
    self.catalog = catalog
    self.uploads = uploads
    self.clipboard = clipboard
    self.sheets = sheets
    var state = State(restored)
    do throws(CatalogError) {
      let page = try catalog.firstPage(sort: state.sort, limit: pageSize, completeLimit: completeSize)
      // The rows of a search or of folded models are unknown until the index is loaded.
      if state.query.isEmpty, !state.isFolded {
        state.listing = CarListing(page: page.rows, total: page.total, query: state.query, sort: state.sort)
      }
      state.total = page.total
    } catch {
      state.failure = error
    }
    store = Store(state)
    catalog.setMarks(state.marked)
  }

  // MARK: Changes of the catalog

  /// Repeats the search when the cars are reloaded, and when user data that the query depends on changes.
  package func transform(action: Observable<Action>) -> Observable<Action> {
    let loaded = catalog.index.unwrapped()
      .map { [catalog] _ in catalog.generation }.distinctUntilChanged().map { _ in Action.search }
    let edited = Observable.merge(
      catalog.userDataChanges.map { _ in () }, catalog.fileChanges.map { _ in () }
    )
    .filter { [weak self] _ in self?.currentState.dependsOnUserData ?? false }.map { _ in Action.search }
    // The costs of the listed cars, and possibly their order, depend on the assumptions.
    let costs = catalog.costs.skip(1).map { _ in Action.search }
    let marked = catalog.marks.skip(1).filter { [weak self] _ in self?.currentState.dependsOnMarks ?? false }
      .map { _ in Action.search }
    return .merge(action, loaded, edited, costs, marked)
  }

  /// Merges changes of the shared catalog into the state.
  package func transform(mutation: Observable<Mutation>) -> Observable<Mutation> {
    catalog.start()
    return .merge(
      mutation,
      catalog.failure.unwrapped().flatMap { [weak self] in self?.fail($0) ?? .empty },
      catalog.index.unwrapped().map { .setCatalog($0) },
      // The catalog keeps the marks of removed cars, which return when a refresh is undone.
      catalog.generations.compactMap { [catalog] _ -> Mutation? in
        let marked = catalog.marks.value.filter { catalog.index.value?.ordinal(of: $0) != nil }
        return marked.isEmpty ? nil : .setMarked(marked)
      },
      catalog.userDataChanges.map { .setUserData($0) },
      catalog.fileChanges.map { .setFiles($0) },
      catalog.refreshOutcomes.map { .setOutcome($0) },
      catalog.changedSource.map { $0 != nil }.distinctUntilChanged().skip(1).map { .setSourceChanged($0) },
      catalog.refreshQuestion.map { $0 != nil }.distinctUntilChanged().skip(1)
        .map { .setAwaitingApproval($0) })
  }

  /// Reports an error in loading the cars: with a placeholder if there are no rows, and otherwise with an alert.
  private func fail(_ error: CatalogError) -> Observable<Mutation> {
    let hasRows = currentState.listing.count > 0
    return .concat(
      .just(.setFailure(error)), hasRows ? alerting(LiveCatalog.failureTitle, retry: .refresh)(error) : .empty)
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
      catalog.cancelRefresh()
      return toast("Canceling the refresh", topic: RefreshNotifications.topic)
    case .cancelRefresh: return .empty
    case .setQuery(let text) where text == currentState.query.text: return .empty
    // The name of a view is searched for when it is complete.
    case .setQuery(let text) where text.hasPrefix("@"): return .just(.setQuery(CarQuery.parse(text)))
    case .setQuery(let text): return .concat(.just(.setQuery(CarQuery.parse(text))), search())
    case .typeQuery(let text, let caret):
      return .merge(mutate(action: .setQuery(text)), complete(text, caret: caret))
    case .confirmQuery(let text):
      guard let (name, words) = SavedView.reference(in: text) else { return remember(text) }
      return .concat(remember(text), openView(name, narrowedBy: words))
    case .offerQuestions: return offerQuestions()
    case .saveView(let name, let replacing): return saveView(name, replacing: replacing)
    case .offerViews(let purpose): return offerViews(purpose)
    case .openView(let name): return openView(name)
    case .deleteView(let name): return deleteView(name)
    case .select(let selection, let field):
      guard let index = catalog.index.value else { return .empty }
      return mutate(action: .setQuery(index.text(currentState.query.text, selecting: selection, of: field)))
    case .setFacetsShown(let areShown):
      return .concat(.just(.setFacetsShown(areShown)), areShown ? search() : .empty)
    case .setPreviewShown(let isShown): return .just(.setPreviewShown(isShown))
    case .setColumns(let columns): return .just(.setColumns(columns))
    case .sort(let field): return sort(currentState.sort.choosing(field))
    case .reverseSort: return sort(currentState.sort.reversed)
    case .toggleFavoritesOnly:
      return .concat(.just(.setFavoritesOnly(!currentState.favoritesOnly)), search())
    case .toggleFolding: return .concat(.just(.setFolded(!currentState.isFolded)), search())
    case .setUnfolded(let id, let isUnfolded):
      return currentState.listing.isFolded ? .just(.setUnfolded(id, isUnfolded)) : .empty
    case .toggleFavorite(let id): return toggleFavorite(id)
    case .toggleMark(let id): return toggleMark(id)
    case .setMarks(let ids): return mark(ids)
    case .clearMarks: return mark([])
    case .compare(let selected): return compare(selected)
    case .compareVariants(let id):
      return output(.step(.comparisonRequested(currentState.listing.variants(ofModelOf: id))))
    case .open(let id):
      let listing = currentState.listing
      guard listing.position(of: id) != nil else { return .empty }
      return output(.step(.carPicked(id, in: listing.sequence(showing: id))))
    case .upload(let id):
      return currentState.listing.position(of: id) == nil ? .empty : output(.step(.uploadRequested(id)))
    case .reveal(let id): return output(.reveal(id))
    case .showChanges: return output(.step(.changesRequested()))
    case .plot(let id): return output(.step(.plotRequested(selecting: id)))
    case .setPrice(let car, let text): return savePrice(text, of: car, in: catalog)
    case .copyLine(let id): return copyLine(id)
    case .export(let path, let cars, let replacing): return export(cars, to: path, replacing: replacing)
    case .writeSheet(let ids, let path, let replacing):
      return writeSheet(
        of: ids, to: path, with: sheets, replacing: replacing, .writeSheet(ids, to: path, replacing: true))
    case .findAlike(let id): return findAlike(id)
    case .paste(let text, let id): return paste(text, on: id)
    case .uploadPasted(let upload): return output(.step(.uploadRequested(upload.car, files: upload.pasted.files)))
    case .search: return search()
    }
  }

  private func refresh() -> Observable<Mutation> {
    catalog.refresh().flatMap { [weak self] event in
      switch event {
      case .progress(let progress): .just(.setProgress(progress))
      case .finished(let outcome): self?.report(outcome) ?? .empty
      }
    }
    .catch { [weak self] in self?.reportFailure($0) ?? .empty }
    .bracketed(by: .setRefreshing(true), and: .setRefreshing(false))
    .cancellable(id: Effect.refresh, whenRunning: .ignoreNew)
  }

  private func report(_ outcome: RefreshOutcome) -> Observable<Mutation> {
    toast(outcome.summary, kind: outcome.isDeclined ? .info : .success, topic: RefreshNotifications.topic)
  }

  private func reportFailure(_ error: any Error) -> Observable<Mutation> {
    error as? CatalogError == .canceled
      ? toast("Refresh canceled. No changes were made.", topic: RefreshNotifications.topic)
      : alerting("Refresh failed", retry: .refresh)(error)
  }

  /// Searches off the main actor. The current rows stay until the result arrives. A new search cancels the previous
  /// one.
  func search() -> Observable<Mutation> {
    .deferred { [weak self] in
      guard let self, let index = catalog.index.value else { return .empty }
      let generation = catalog.generation
      let search = CarSearch(currentState, in: index)
      let restoredCar = currentState.restoredCar
      return run { [catalog] emit in
        guard let found = await search.run() else { return }
        let models = await search.models(of: found)
        // The current index includes favorites that have changed since, and within a generation it has the same
        // ordinals.
        let isSame = catalog.generation == generation
        emit(.setFound(found, (isSame ? catalog.index.value : nil) ?? index, models))
        if let restoredCar { emit.output(.reveal(restoredCar)) }
        if search.countsFacets, let facets = await search.facets(of: found) { emit(.setFacets(facets)) }
        guard search.mayBeMisspelled(found) else { return }
        if let suggestion = await search.suggestion() { emit(.setSuggestion(suggestion)) }
      }
    }
    .cancellable(id: Effect.search, whenRunning: .cancelPrevious)
  }

  /// Moves queries to the end of the history, removing equal ones.
  private func remember(_ texts: String...) -> Observable<Mutation> {
    let texts = texts.filter { $0.contains { !$0.isWhitespace } }
    guard !texts.isEmpty else { return .empty }
    let history = currentState.history.filter { !texts.contains($0) } + texts
    return .just(.setHistory(history.suffix(State.historyLength)))
  }

  /// Finds the cars most similar to a car, among all cars. The previous query stays in the history.
  private func findAlike(_ id: Car.ID) -> Observable<Mutation> {
    .concat(
      remember(currentState.query.text, CarQuery.like(id).text), .just(.showAlike(id)), search(),
      output(.reveal(id)))
  }

  private func sort(_ sort: Sort) -> Observable<Mutation> {
    .concat(.just(.setSort(sort)), search())
  }

  private func toggleFavorite(_ id: Car.ID) -> Observable<Mutation> {
    guard let row = currentState.listing.row(of: id) else { return .empty }
    return .editing { [catalog] in try catalog.beginFavorite(!row.isFavorite, for: row.car) }
      .catch(alerting("Could not save the favorite"))
  }

  private func copyLine(_ id: Car.ID) -> Observable<Mutation> {
    guard let clipboard, let car = try? catalog.car(id: id) else { return .empty }
    clipboard.copyLine(of: car)
    return .empty
  }

  /// Finds the files named in pasted text. A newer paste cancels the search.
  private func paste(_ text: String, on id: Car.ID) -> Observable<Mutation> {
    let name = (try? catalog.car(id: id))?.name ?? "this car"
    return PastedUpload.find(in: text, for: id, named: name, uploads)
      .flatMap { [weak self] outcome in
        switch outcome {
        case .found(let upload): self?.output(.message(upload.question(sending: .uploadPasted(upload)))) ?? .empty
        case .problem(let message): self?.toast(message) ?? .empty
        }
      }
      .cancellable(id: Effect.paste, whenRunning: .cancelPrevious)
  }

  private func toggleMark(_ id: Car.ID) -> Observable<Mutation> {
    guard currentState.marked.contains(id) || currentState.listing.position(of: id) != nil else { return .empty }
    return mark(CompareMarks(currentState.marked).toggling(id).ids)
  }

  /// Marks only these cars, in the index too, so that searches find them. Removed marks can be restored.
  private func mark(_ ids: [Car.ID]) -> Observable<Mutation> {
    let marked = currentState.marked
    let removed = Set(marked).subtracting(ids)
    if let first = removed.first {
      let name = removed.count == 1 ? (try? catalog.car(id: first))?.name : nil
      catalog.undoStack.push("removal of \(name ?? counted(removed.count, "car")) from the shortlist") { [weak self] in
        guard let self else { return }
        // Cars that have been marked since then stay marked.
        self.action.send(.setMarks(marked + currentState.marked.filter { !marked.contains($0) }))
      }
    }
    return .concat(
      .just(.setMarked(ids)),
      .deferred { [catalog] in
        catalog.setMarks(ids)
        return .empty
      })
  }

  private func compare(_ selected: Car.ID?) -> Observable<Mutation> {
    let known = selected.flatMap { currentState.listing.position(of: $0) == nil ? nil : $0 }
    guard let ids = CompareMarks(currentState.marked).compared(with: known) else {
      return toast(CompareMarks.tooFewAdvice)
    }
    return output(.step(.comparisonRequested(ids)))
  }

  // MARK: State

  package func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setCatalog(let index):
      state.total = index.count
      state.isOutdated = index.isOutdated
      state.isLoading = false
      state.failure = nil
      state.marked.removeAll { index.ordinal(of: $0) == nil }
    case .setUserData(let changes): state.listing = state.listing.updating(changes)
    case .setFiles(let ids): state.listing = state.listing.updating(files: ids)
    case .setFailure(let error):
      state.failure = error
      state.isLoading = error == nil
    case .setQuery(let query):
      state.query = query
      state.suggestion = nil
    case .setSort(let sort): state.sort = sort
    case .setFavoritesOnly(let favoritesOnly): state.favoritesOnly = favoritesOnly
    case .showAlike(let id):
      state.query = .like(id)
      state.suggestion = nil
      state.sort = .standard
      state.favoritesOnly = false
    case .setFolded(let isFolded):
      state.isFolded = isFolded
      state.unfolded = []
    case .setUnfolded(let id, let isUnfolded):
      let listing = state.listing
      state.unfolded = state.unfolded.filter { !listing.areVariants($0, id) }.union(isUnfolded ? [id] : [])
      state.listing = listing.unfolding(state.unfolded)
    case .setFound(let found, let index, let models):
      state.suggestion = nil
      state.unknownWords = found.unknownWords
      state.listing = CarListing(
        found, in: index, by: models, unfolding: state.unfolded, stamp: state.listing.stamp + 1)
      state.restoredCar = nil
    case .setSuggestion(let text): state.suggestion = text
    case .setHistory(let history): state.history = history
    case .setFacets(let facets):
      state.facets = CarFacets(facets, of: state.listing.query.text, stamp: (state.facets?.stamp ?? 0) + 1)
    case .setFacetsShown(let areShown):
      state.areFacetsShown = areShown
      if !areShown { state.facets = nil }
    case .setPreviewShown(let isShown): state.showsPreview = isShown
    case .setColumns(let columns): state.columns = columns
    case .setMarked(let marked): state.marked = marked
    case .setRefreshing(let isRefreshing):
      state.isRefreshing = isRefreshing
      state.progress = nil
    case .setProgress(let progress): state.progress = progress
    case .setSourceChanged(let hasChanged): state.hasSourceChanged = hasChanged
    case .setAwaitingApproval(let isAwaiting): state.isAwaitingApproval = isAwaiting
    case .setOutcome(let outcome): state.lastRefresh = outcome
    case .setCompletions(let completions): state.completions = completions
    case .setView(let view, let words):
      state.query = CarQuery.parse(view.query(narrowedBy: words))
      state.suggestion = nil
      state.sort = view.sort
      state.columns = view.columns.isEmpty ? nil : view.columns.filter(\.isInRow).map { ListColumn($0) }
      if let isFolded = view.foldsModels, isFolded != state.isFolded {
        (state.isFolded, state.unfolded) = (isFolded, [])
      }
    }
  }
}
