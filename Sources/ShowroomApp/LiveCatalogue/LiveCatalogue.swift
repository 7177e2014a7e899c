import Catalogue
import Logging
import ReactorCore

/// The catalogue as the screens see it: one index in memory, kept up to date, and the only place where it is changed.
///
/// Whatever takes time (loading, writing, refreshing) happens off the main actor. Changes by other programs that have the
/// database open arrive as well. Nothing polls: an idle catalogue costs no CPU.
@MainActor
public final class LiveCatalogue {
  typealias Refresh =
    @Sendable (@escaping RefreshApproval, @escaping @Sendable (RefreshProgress) -> Void) async throws -> RefreshOutcome

  /// All cars, for searching; nil until they are loaded. Replaced when cars or what the user has on them change.
  public let index = StateRelay<CatalogueIndex?>(nil)
  /// Counts how often the cars themselves were loaded: while it stays the same, the ordinals of one index are good for the
  /// next, which differs only in what the user has on the cars.
  public private(set) var generation = 0
  /// Why the cars cannot be loaded; nil when they can. ``reload()`` tries again.
  public let problem = StateRelay<CatalogueError?>(nil)
  /// What the user has on some cars now, whoever changed it: told before it is written, and again if that fails.
  public let userDataChanges = Relay<[Car.ID: UserData]>()
  /// How far the running refresh is; nil while none runs.
  public let refreshProgress = StateRelay<RefreshProgress?>(nil)
  /// What a refresh wants to remove, while it waits for an answer (``answerRefresh(_:)``); nil otherwise.
  public let refreshQuestion = StateRelay<RefreshQuestion?>(nil)
  /// A refresh is done that somebody approved of, and can be undone (``undoRefresh()``): its counts.
  public let approvedRefreshes = Relay<RefreshCounts>()
  /// The source that a refresh takes, for a person: a path or an address.
  public private(set) var sourceDescription: String

  let store: CatalogueStore
  let logger: Logger
  private(set) var runRefresh: Refresh
  /// The source that a refresh would have taken before the last one.
  var sourceBefore: CatalogueSource?
  /// Takes the answer to ``refreshQuestion``.
  var answer: AsyncStream<Bool>.Continuation?
  private var source: @Sendable () throws -> CatalogueSource?
  var pending = PendingEdits()
  var lastWrite: Task<Void, Never>?
  /// What was told of some cars since the cars were loaded: the database reports our own writes too.
  private var told: [Car.ID: UserData] = [:]
  private var follower: Task<Void, Never>?
  private var loading: Task<Void, Never>?

  /// A view of `store`, refreshed from `source`. Nothing is loaded before ``start()``.
  public convenience init(
    store: CatalogueStore, source: CatalogueSource, logger: Logger = Logger(label: "showroom.catalogue")
  ) {
    self.init(
      store: store, sourceDescription: source.name, logger: logger, refresh: Self.refreshing(store) { source })
    self.source = { source }
  }

  /// A view of `store`, refreshed from the source that the settings say at the time of each refresh: another program may
  /// have loaded another one meanwhile. Nothing is loaded before ``start()``.
  /// - Throws: what says why there is no source.
  public convenience init(
    store: CatalogueStore, settings: Settings, logger: Logger = Logger(label: "showroom.catalogue")
  ) throws {
    let source: @Sendable () throws -> CatalogueSource = { try settings.refreshSource(of: store) }
    self.init(
      store: store, sourceDescription: try source().name, logger: logger, refresh: Self.refreshing(store, from: source))
    self.source = source
  }

  init(store: CatalogueStore, sourceDescription: String, logger: Logger, refresh: @escaping Refresh) {
    self.store = store
    self.sourceDescription = sourceDescription
    self.logger = logger
    runRefresh = refresh
    source = { nil }
  }

  /// From now on a refresh takes this source.
  public func setSource(_ source: CatalogueSource) {
    sourceDescription = source.name
    self.source = { source }
    runRefresh = Self.refreshing(store) { source }
  }

  /// The source that a refresh takes now; nil where there is none, or nobody knows.
  var presentSource: CatalogueSource? { (try? source()) ?? nil }

  nonisolated static func refreshing(
    _ store: CatalogueStore, from source: @escaping @Sendable () throws -> CatalogueSource
  ) -> Refresh {
    { approval, progress in
      try await store.refreshAndRemember(from: try source(), progress: progress, approval: approval)
    }
  }

  isolated deinit {
    follower?.cancel()
    loading?.cancel()
  }

  // MARK: Loading

  /// Loads the index in the background and follows the database from then on. A second call does nothing.
  public func start() {
    guard follower == nil else { return }
    follower = Task.immediate(executorPreference: EffectExecutor.current) { [weak self, store] in
      let first = await Self.load(store)
      self?.take(first)
      for await change in store.changes(since: try? first.get()) {
        switch change {
        case .userData(let data): self?.merge(data)
        case .cars: self?.take(await Self.load(store))
        }
      }
    }
  }

  /// Loads the index anew in the background, after it failed.
  public func reload() {
    loading?.cancel()
    loading = Task.immediate(executorPreference: EffectExecutor.current) { [weak self, store] in
      let loaded = await Self.load(store)
      if !Task.isCancelled { self?.take(loaded) }
    }
  }

  @concurrent
  private static func load(_ store: CatalogueStore) async -> Result<CatalogueIndex, CatalogueError> {
    Result { () throws(CatalogueError) in try store.loadIndex(isCancelled: { Task.isCancelled }) }
  }

  private func take(_ loaded: Result<CatalogueIndex, CatalogueError>) {
    switch loaded {
    case .success(let index):
      generation += 1
      told = pending.all
      problem.accept(nil)
      self.index.accept(pending.all.isEmpty ? index : index.updatingUserData(pending.all))
    case .failure(.cancelled): break
    case .failure(let error):
      logger.error("loading the catalogue failed", metadata: ["error": "\(error)"])
      problem.accept(error)
    }
  }

  /// Takes what another screen's write or another program changed.
  private func merge(_ changes: [Car.ID: UserData]) {
    show(pending.withholding(changes))
  }

  func show(_ data: [Car.ID: UserData]) {
    let changes = data.filter { told[$0.key] != $0.value }
    told.merge(changes) { _, new in new }
    guard !changes.isEmpty else { return }
    if let index = index.value { self.index.accept(index.updatingUserData(changes)) }
    userDataChanges.send(changes)
  }

  // MARK: Reading

  /// The first rows of the list and how many cars there are in all, straight from the database: for the first frame,
  /// before the index is there. Takes milliseconds, never waits for a refresh.
  public func firstPage(
    sort: Sort = .standard, favouritesOnly: Bool = false, limit: Int
  ) throws(CatalogueError) -> (rows: [CarRow], total: Int) {
    try store.firstPage(sort: sort, favouritesOnly: favouritesOnly, limit: limit)
  }

  /// Everything known about a car; nil when it is gone. Takes less than a millisecond.
  public func car(id: Car.ID) throws(CatalogueError) -> Car? {
    try store.car(id: id)
  }

  /// What the user has on a car, what is still being written included. Takes less than a millisecond.
  public func userData(id: Car.ID) throws(CatalogueError) -> UserData {
    if let data = pending[id] { return data }
    return try store.userData(id: id)
  }

  /// The cars of the same make and base model over the years, oldest first. Takes a millisecond or two.
  public func modelYears(of car: Car) throws(CatalogueError) -> [Car] {
    try store.modelYears(of: car)
  }
}
