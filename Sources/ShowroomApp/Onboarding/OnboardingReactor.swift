import ReactorCore
import ShowroomCatalog

/// The screen for choosing a catalog source, at the first start and whenever the user changes the source.
///
/// A choice takes effect once its cars have been imported. It is then saved and becomes the source of future refreshes.
@MainActor
package final class OnboardingReactor: Reactor {
  typealias Import = @MainActor (CatalogSource) -> Observable<RefreshEvent>

  package let store: Store<OnboardingReactor>
  private let catalog: LiveCatalog
  private let choices: SourceChoices
  private let refresh: Import

  /// Creates a choice among sources.
  ///
  /// - Parameters:
  ///   - isFirst: Whether `catalog` contains no cars yet.
  ///   - hasTour: Whether a tour can be played.
  package convenience init(_ choices: SourceChoices, catalog: LiveCatalog, isFirst: Bool, hasTour: Bool = false) {
    self.init(choices, catalog: catalog, isFirst: isFirst, hasTour: hasTour) { [weak catalog] source in
      catalog?.refresh(from: source) ?? .empty
    }
  }

  init(
    _ choices: SourceChoices, catalog: LiveCatalog, isFirst: Bool, hasTour: Bool = false, refresh: @escaping Import
  ) {
    self.choices = choices
    self.catalog = catalog
    self.refresh = refresh
    store = Store(
      State(
        isFirst: isFirst, current: isFirst ? nil : catalog.sourceDescription,
        configured: isFirst ? choices.configured : nil, edition: choices.edition, hasTour: isFirst && hasTour)
    )
  }

  private enum Effect: Hashable, Sendable { case importCars }

  /// Merges changes of whether the import waits for the user.
  package func transform(mutation: Observable<Mutation>) -> Observable<Mutation> {
    mutation.merge(
      with: catalog.refreshQuestion.map { $0 != nil }.distinctUntilChanged().skip(1)
        .map { .setAwaitingApproval($0) })
  }

  package func mutate(action: Action) -> Observable<Mutation> {
    let state = currentState
    switch action {
    case .select(let choice): return state.isImporting || choice == state.choice ? .empty : .just(.select(choice))
    case .edit(let text): return state.isImporting || text == state.text ? .empty : .just(.setText(text))
    case .importCars: return importCars(from: state.choice, state)
    case .cancel where state.isImporting:
      catalog.cancelRefresh()
      return .empty
    // The list requires cars. If the bundled ones cannot be imported, the screen stays and shows the failure.
    case .cancel where state.isFirst: return .concat(.just(.select(.bundled)), importCars(from: .bundled, state))
    case .cancel: return output(.declined)
    case .watchTour: return state.hasTour && !state.isImporting ? output(.tourRequested) : .empty
    }
  }

  package func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .select(let choice):
      state.choice = choice
      state.failure = nil
    case .setText(let text):
      state.texts[state.choice] = text
      state.failure = nil
    case .setImporting(let isImporting):
      state.isImporting = isImporting
      state.progress = nil
      if isImporting { state.failure = nil }
    case .setProgress(let progress): state.progress = progress
    case .setAwaitingApproval(let isAwaiting): state.isAwaitingApproval = isAwaiting
    case .setFailure(let failure): state.failure = failure
    case .finishImport: state.isImported = true
    }
  }

  // MARK: Effects

  private func importCars(from choice: Choice, _ state: State) -> Observable<Mutation> {
    do {
      let source = try source(choice, state)
      guard catalog.refreshProgress.value == nil else { throw OnboardingError.busy }
      return importCars(from: source, isBundled: choice == .bundled)
        .bracketed(by: .setImporting(true), and: .setImporting(false))
        .catch { $0 as? CatalogError == .canceled ? .empty : .just(.setFailure("\($0)")) }
        .cancellable(id: Effect.importCars, whenRunning: .ignoreNew)
    } catch {
      return .just(.setFailure("\(error)"))
    }
  }

  private func source(_ choice: Choice, _ state: State) throws -> CatalogSource {
    switch choice {
    case .bundled: return try choices.bundled()
    case .file, .address:
      let text = state.texts[choice] ?? ""
      // The text of a configured source is its display name, which leaves out secrets.
      if let configured = choices.configured, text == state.configured { return configured }
      guard text.contains(where: { !$0.isWhitespace }) else { throw OnboardingError.emptyText(choice) }
      let source = try choices.source(text)
      if choice == .address, case .file = source { throw OnboardingError.invalidAddress(text) }
      return source
    }
  }

  private func importCars(from source: CatalogSource, isBundled: Bool) -> Observable<Mutation> {
    refresh(source).flatMap { [weak self] event in
      switch event {
      case .progress(let progress): .just(.setProgress(progress))
      case .finished(.declined): .empty
      case .finished(let outcome): self?.remember(source, isBundled: isBundled, outcome) ?? .empty
      }
    }
  }

  private func remember(
    _ source: CatalogSource, isBundled: Bool, _ outcome: RefreshOutcome
  ) -> Observable<Mutation> {
    .deferred { [weak self, catalog, choices] in
      catalog.setSource(isBundled ? try choices.refreshSourceOfBundled() : source)
      try choices.chosen.remember(isBundled ? nil : source)
      return .concat(.just(.finishImport), self?.output(.carsImported(outcome)) ?? .empty)
    }
  }
}

/// An error in choosing a source.
enum OnboardingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path or address is empty.
  case emptyText(OnboardingReactor.Choice)
  /// The text is not a web address.
  case invalidAddress(String)
  /// A refresh is running.
  case busy
  /// Only the bundled catalog is available.
  case onlyBundled

  var description: String {
    switch self {
    case .emptyText(.address): "Enter the URL of the catalog. It begins with https:// or http://."
    case .emptyText: "Enter the path of the catalog. ~ is your home folder."
    case .invalidAddress(let text):
      "\"\(text)\" is not a web address. Enter a URL that begins with https:// or http://."
    case .onlyBundled: "Only the bundled catalog is available here."
    case .busy: "The catalog is being refreshed. Wait until the refresh ends, or cancel it in the list."
    }
  }
}
