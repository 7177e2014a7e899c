import Catalogue
import ReactorCore

/// The choice of where the cars come from: at the first start, and again whenever somebody wants another source.
///
/// A choice is proven by taking the cars from it; only then it is remembered, and what a refresh takes from then on.
@MainActor
public final class OnboardingReactor: Reactor {
  typealias Importing = @MainActor (CatalogueSource) -> Observable<RefreshEvent>

  /// The state and the pipeline.
  public let store: Store<OnboardingReactor>
  private let catalogue: LiveCatalogue
  private let choices: SourceChoices
  private let importing: Importing

  /// - Parameter isFirst: whether `catalogue` has no cars yet.
  public convenience init(_ choices: SourceChoices, catalogue: LiveCatalogue, isFirst: Bool) {
    self.init(choices, catalogue: catalogue, isFirst: isFirst) { [weak catalogue] source in
      catalogue?.refresh(from: source) ?? .empty
    }
  }

  init(_ choices: SourceChoices, catalogue: LiveCatalogue, isFirst: Bool, importing: @escaping Importing) {
    self.choices = choices
    self.catalogue = catalogue
    self.importing = importing
    store = Store(
      State(
        isFirst: isFirst, current: isFirst ? nil : catalogue.sourceDescription,
        given: isFirst ? choices.configured : nil))
  }

  private enum Effect: Hashable, Sendable { case take }

  /// Starts what an action asks for.
  public func mutate(action: Action) -> Observable<Mutation> {
    let state = currentState
    switch action {
    case .select(let choice): return state.isTaking || choice == state.choice ? .empty : .just(.select(choice))
    case .edit(let text): return state.isTaking || text == state.text ? .empty : .just(.setText(text))
    case .take: return take(state.choice, state)
    case .cancel where state.isTaking: return .concat(.cancel(id: Effect.take), .just(.setTaking(false)))
    // Nobody is sent away without cars; if even these cannot be taken, the screen stays and says why.
    case .cancel where state.isFirst: return .concat(.just(.select(.bundled)), take(.bundled, state))
    case .cancel: return .just(.decline)
    }
  }

  /// The state after a mutation.
  public func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .select(let choice):
      state.choice = choice
      state.failure = nil
    case .setText(let text):
      state.texts[state.choice] = text
      state.failure = nil
    case .setTaking(let isTaking):
      state.isTaking = isTaking
      state.progress = nil
      if isTaking { state.failure = nil }
    case .setProgress(let progress): state.progress = progress
    case .setFailure(let failure): state.failure = failure
    case .taken(let outcome): state.taken = outcome
    case .decline: state.declined = true
    }
  }

  // MARK: Effects

  private func take(_ choice: Choice, _ state: State) -> Observable<Mutation> {
    do {
      let source = try source(choice, state)
      guard catalogue.refreshProgress.value == nil else { throw OnboardingError.busy }
      return taking(source, isBundled: choice == .bundled)
        .bracketed(by: .setTaking(true), and: .setTaking(false))
        .catch { .just(.setFailure("\($0)")) }
        .cancellable(id: Effect.take, whenRunning: .ignoreNew)
    } catch {
      return .just(.setFailure("\(error)"))
    }
  }

  private func source(_ choice: Choice, _ state: State) throws -> CatalogueSource {
    switch choice {
    case .bundled: return try choices.bundled()
    case .file, .address:
      let text = state.texts[choice] ?? ""
      // The name of a source, which is shown as its text, leaves out its secrets.
      if let configured = choices.configured, text == state.given { return configured }
      guard text.contains(where: { !$0.isWhitespace }) else { throw OnboardingError.nothingTyped(choice) }
      let source = try choices.source(text)
      if choice == .address, case .file = source { throw OnboardingError.noAddress(text) }
      return source
    }
  }

  private func taking(_ source: CatalogueSource, isBundled: Bool) -> Observable<Mutation> {
    importing(source).flatMap { [weak self] event in
      switch event {
      case .progress(let progress): .just(.setProgress(progress))
      case .finished(.declined): .empty
      case .finished(let outcome): self?.remember(source, isBundled: isBundled, outcome) ?? .empty
      }
    }
  }

  private func remember(
    _ source: CatalogueSource, isBundled: Bool, _ outcome: RefreshOutcome
  ) -> Observable<Mutation> {
    .deferred { [catalogue, choices] in
      catalogue.setSource(source)
      try choices.chosen.remember(isBundled ? nil : source)
      return .just(.taken(outcome))
    }
  }
}

/// Why a choice cannot be tried.
enum OnboardingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path or address is missing.
  case nothingTyped(OnboardingReactor.Choice)
  /// What was typed as an address is none.
  case noAddress(String)
  /// The catalogue is being refreshed.
  case busy
  /// A demo reads neither files nor addresses.
  case demo

  var description: String {
    switch self {
    case .nothingTyped(.address): "Type the address of the catalogue first; it begins with https:// or http://."
    case .nothingTyped: "Type the path of the catalogue first; ~ is your home."
    case .noAddress(let text): "\"\(text)\" is no web address; it begins with https:// or http://."
    case .demo: "A demo reads no files of yours and nothing from the network: take the bundled cars."
    case .busy: "The catalogue is being refreshed; wait for that to end, or cancel it in the list with x."
    }
  }
}
