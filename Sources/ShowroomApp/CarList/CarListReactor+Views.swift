import ReactorCore
import ShowroomCatalog

extension CarListReactor {
  /// Saves the search, the order, the columns and the folding under a name. Asks for confirmation before replacing a
  /// view.
  func saveView(_ name: String, replacing: Bool) -> Observable<Mutation> {
    let state = currentState
    let view: SavedView
    do throws(SavedViewError) {
      view = try SavedView(
        name: SavedView.name(typed: name), query: state.searchedText, sort: state.sort,
        columns: state.columns?.map(\.column) ?? [], foldsModels: state.isFolded)
    } catch {
      return alerting("Could not save the view")(error)
    }
    return run { [store = catalog.store, undoStack = catalog.undoStack] emit in
      do {
        let (old, new) = try await Self.save(view, in: store, replacing: replacing)
        undoStack.push("saving of @\(view.name)") {
          try await Self.restoreView(old, replacing: new, named: view.name, in: store)
        }
        emit.toast("Saved as @\(view.name)", kind: .success)
      } catch SavedViewError.nameTaken {
        emit.confirm(
          "Replace the view?", "There is already a view @\(view.name).", confirm: "Replace",
          .saveView(view.name, replacing: true))
      }
    }
    .catch(alerting("Could not save the view"))
  }

  /// Shows a view, narrowed with more words.
  func openView(_ name: String, narrowedBy words: String = "") -> Observable<Mutation> {
    run { [store = catalog.store] emit in
      emit(.setView(try await Self.view(name, in: store), narrowedBy: words))
    }
    .catch(alerting("Could not show the view"))
    .cancellable(id: Effect.openView, whenRunning: .cancelPrevious)
    // The next view may be requested before this one is found.
    .flatMap { [weak self] mutation in
      guard case .setView = mutation, let self else { return .just(mutation) }
      return .concat(.just(mutation), search())
    }
  }

  /// Offers the saved views to choose from.
  func offerViews(_ purpose: ViewPurpose) -> Observable<Mutation> {
    run { [store = catalog.store] emit in
      let views = try await purpose == .open ? Self.views(in: store) : Self.savedViews(in: store)
      if views.isEmpty {
        return emit.toast("No saved views yet. A view is a search with its order and columns, saved under a name.")
      }
      emit.choose(
        purpose == .open ? "Views" : "Delete a view",
        from: views.map { view in
          .init(
            "@\(view.name)", detail: view.query.isEmpty ? "all cars" : view.query,
            sends: purpose == .open ? .openView(view.name) : .deleteView(view.name))
        }, actionTitle: purpose == .open ? "Show" : "Delete")
    }
    .catch(alerting("Could not read the views"))
    .cancellable(id: Effect.offerViews, whenRunning: .cancelPrevious)
  }

  /// Deletes a view.
  func deleteView(_ name: String) -> Observable<Mutation> {
    run { [store = catalog.store, undoStack = catalog.undoStack] emit in
      let old = try await Self.delete(name, in: store)
      undoStack.push("deletion of @\(name)") {
        try await Self.restoreView(old, replacing: nil, named: name, in: store)
      }
      emit.toast("Deleted @\(name)", kind: .success)
    }
    .catch(alerting("Could not delete the view"))
  }

  // MARK: The database, away from the main actor

  /// Saves a view. Returns the view that it replaces, and itself as it is stored.
  @concurrent
  private static func save(
    _ view: SavedView, in store: CatalogStore, replacing: Bool
  ) async throws -> (SavedView?, SavedView?) {
    let old = try store.savedViews().first { $0.id == view.id }
    try store.save(view, replacing: replacing)
    return (old, try store.savedViews().first { $0.id == view.id })
  }

  /// Restores a view that was replaced or deleted. If `view` is `nil`, deletes the current one.
  ///
  /// - Parameter current: The current view, or `nil` for none. If another program has changed it, it is kept.
  @concurrent
  private static func restoreView(
    _ view: SavedView?, replacing current: SavedView?, named name: String, in store: CatalogStore
  ) async throws {
    let stored = try store.savedViews().first { $0.id == SavedView.key(of: name) }
    guard stored == current else { throw ChangedSinceError() }
    if let view { try store.save(view, replacing: true) } else { try store.deleteSavedView(named: name) }
  }

  @concurrent
  private static func view(_ name: String, in store: CatalogStore) async throws -> SavedView {
    try store.savedView(named: name)
  }

  @concurrent
  static func views(in store: CatalogStore) async throws -> [SavedView] { try store.views() }

  @concurrent
  private static func savedViews(in store: CatalogStore) async throws -> [SavedView] { try store.savedViews() }

  /// Deletes a view, and returns it.
  @concurrent
  private static func delete(_ name: String, in store: CatalogStore) async throws -> SavedView? {
    let old = try store.savedViews().first { $0.id == SavedView.key(of: name) }
    try store.deleteSavedView(named: name)
    return old
  }
}

extension CarListReactor {
  /// The operation to perform on the saved view that the user chooses.
  package enum ViewPurpose: Sendable, Hashable { case open, delete }
}
