import Logging
import ReactorCore
import ShowroomCatalog
import ShowroomSettings

/// The catalog shared by all screens: an in-memory index that follows the database, and all edits.
///
/// Loading, writing and refreshing happen off the main actor. Changes made by other processes are also delivered.
/// Nothing polls, so an idle catalog uses no CPU time.
@MainActor
package final class LiveCatalog {
  package typealias Refresh =
    @Sendable (@escaping RefreshApproval, @escaping @Sendable (RefreshProgress) -> Void) async throws -> RefreshOutcome

  /// The index of all cars; `nil` until they are loaded. It is replaced when cars or user data change.
  package let index = StateRelay<CatalogIndex?>(nil)
  /// The number of times that the cars have been loaded. Indexes of the same generation have the same ordinals and
  /// differ only in user data.
  package private(set) var generation = 0
  /// The reason why the cars could not be loaded; `nil` if they were. To try again, call ``reload()``.
  package let failure = StateRelay<CatalogError?>(nil)
  /// The title of a message about cars that could not be loaded.
  nonisolated static let failureTitle = "Could not load the cars"
  /// Changes of user data, made by this or another process. A change is sent before it is written. If the write fails,
  /// the former value is sent.
  package let userDataChanges = Relay<[Car.ID: UserData]>()
  /// The marked cars, which are also recorded in ``index``.
  let marks = StateRelay<[Car.ID]>([])
  /// The assumptions from which costs are computed.
  package let costs: StateRelay<CostAssumptions>
  /// A relay that emits when the stored costs correspond to ``costs``.
  let costsWritten = Relay<Void>()
  /// The assumptions that were set last. ``costs`` changes to them when the costs of all cars have been computed.
  var wantedCosts: CostAssumptions
  /// The user's assumptions that this program set last; `nil` if it has set none.
  var ownCosts: [CostFactor: Double]?
  /// The number of unfinished writes of ``wantedCosts``.
  var costWrites = 0
  /// A relay that emits the cars with attachments when these change, in this or another process.
  package let fileChanges = Relay<Set<Car.ID>>()
  /// The progress of the running refresh; `nil` if none is running.
  package let refreshProgress = StateRelay<RefreshProgress?>(nil)
  /// A relay that emits the outcome of each finished refresh, on whichever screen it was started.
  let refreshOutcomes = Relay<RefreshOutcome>()
  /// The confirmation that the running refresh waits for, answered by ``answerRefresh(_:)``; `nil` if there is none.
  package let refreshQuestion = StateRelay<RefreshQuestion?>(nil)
  /// A relay that emits the counts of each finished refresh that the user approved and that ``undoRefresh()`` can undo.
  package let approvedRefreshes = Relay<RefreshCounts>()
  /// A relay that emits the saved views in which a finished refresh has changed something, unless there are none.
  package let viewChanges = Relay<[ViewChanges]>()
  var readingViewChanges: Task<Void, Never>?
  /// The source file that has changed since the cars were read from it; `nil` if none has.
  package let changedSource = StateRelay<ChangedSource?>(nil)
  var watchedSource: WatchedSource?
  /// The display name of the source that a refresh reads: a path or an address.
  package var sourceDescription: String { currentSource?.name ?? initialDescription }

  /// The changes of user data that can be undone.
  package let undoStack = UndoStack()

  let store: CatalogStore
  let logger: Logger
  private(set) var runRefresh: Refresh
  /// The running refresh, or the last one.
  var runningRefresh: Task<RefreshOutcome, any Error>?
  /// The source that was current before the last approved refresh.
  var previousSource: CatalogSource?
  /// The source that was saved with its secrets before the last approved refresh; `nil` if there was none.
  var previousChoice: CatalogSource?
  /// The number of refreshes that have been started.
  var startedRefreshes = 0
  /// The continuation that receives the answer to ``refreshQuestion``.
  var answer: AsyncStream<Bool>.Continuation?
  private var source: @Sendable () throws -> CatalogSource?
  /// Whether ``source`` reads the database, so that it also follows refreshes by other processes.
  private var followsDatabase = false
  /// The name of the source while it cannot be determined.
  private let initialDescription: String
  private let reportsProgress: Bool
  var pending = PendingEdits()
  var lastWrite: Task<Void, Never>?
  /// The user data sent since the cars were loaded. It is kept because the database also reports this program's own
  /// writes.
  private var sent: [Car.ID: UserData] = [:]
  private var follower: Task<Void, Never>?
  private var loading: Task<Void, Never>?

  /// Creates a catalog in `store` that is refreshed from `source`. Nothing is loaded before ``start()``.
  package convenience init(
    store: CatalogStore, source: CatalogSource, logger: Logger = Logger(label: "showroom.catalog")
  ) {
    self.init(
      store: store, sourceDescription: source.name, logger: logger, refresh: Self.refreshing(store) { source })
    self.source = { source }
  }

  /// Creates a catalog in `store` that is refreshed from the source in the settings. Nothing is loaded before
  /// ``start()``.
  ///
  /// The source is determined again at each refresh, because another process may have changed it.
  ///
  /// - Throws: An error that explains why there is no source.
  package convenience init(
    store: CatalogStore, settings: Settings, logger: Logger = Logger(label: "showroom.catalog")
  ) throws {
    let source: @Sendable () throws -> CatalogSource = { try settings.refreshSource(of: store) }
    self.init(
      store: store, sourceDescription: try source().name, logger: logger, refresh: Self.refreshing(store, from: source))
    self.source = source
    followsDatabase = settings.source == nil
  }

  /// - Parameter reportsProgress: Whether a refresh from a source chosen by the user reports its progress, which
  ///   depends on the speed of the computer.
  package init(
    store: CatalogStore, sourceDescription: String, logger: Logger, reportsProgress: Bool = true,
    refresh: @escaping Refresh
  ) {
    self.store = store
    wantedCosts = (try? store.costAssumptions()) ?? CostAssumptions()
    costs = StateRelay(wantedCosts)
    self.reportsProgress = reportsProgress
    initialDescription = sourceDescription
    self.logger = logger
    runRefresh = refresh
    source = { nil }
  }

  /// Sets the source of future refreshes, from which the cars have been read. If the source is determined at each
  /// refresh, it remains so, because another process may change it again.
  package func setSource(_ source: CatalogSource) {
    if !followsDatabase {
      self.source = { source }
      runRefresh = refreshing(from: source)
    }
    if follower != nil { watchSource() }
  }

  /// The source that a refresh would currently read; `nil` if there is none or it cannot be determined.
  var currentSource: CatalogSource? { (try? source()) ?? nil }

  /// Returns a refresh from a different source.
  func refreshing(from source: CatalogSource) -> Refresh {
    let refresh = Self.refreshing(store) { source }
    guard !reportsProgress else { return refresh }
    return { approval, _ in try await refresh(approval) { _ in } }
  }

  private nonisolated static func refreshing(
    _ store: CatalogStore, from source: @escaping @Sendable () throws -> CatalogSource
  ) -> Refresh {
    { approval, progress in
      try await store.refreshAndRemember(from: try source(), progress: progress, approval: approval)
    }
  }

  isolated deinit {
    follower?.cancel()
    loading?.cancel()
    readingViewChanges?.cancel()
    watchedSource?.task.cancel()
  }

  // MARK: Loading

  /// Loads the index in the background, and then follows changes of the database. Further calls do nothing.
  package func start() {
    guard follower == nil else { return }
    follower = Task.immediate(executorPreference: EffectExecutor.current) { [weak self, store] in
      let first = await Self.load(store)
      self?.apply(first)
      self?.watchSource()
      await Self.prepare(first)
      for await change in store.changes(since: try? first.get()) {
        switch change {
        case .userData(let data): await self?.merge(data)
        case .files(let ids): self?.showFiles(of: ids)
        case .costs: await self?.followStored()
        case .cars:
          let loaded = await Self.load(store)
          self?.apply(loaded)
          // Another program may have read the changed file or a different one.
          self?.watchSource()
          if self?.changedSource.value != nil { await self?.checkSource() }
          await Self.prepare(loaded)
        }
      }
    }
  }

  /// Loads the index again in the background after a failure.
  package func reload() {
    loading?.cancel()
    loading = Task.immediate(executorPreference: EffectExecutor.current) { [weak self, store] in
      let loaded = await Self.load(store)
      if !Task.isCancelled { self?.apply(loaded) }
      await Self.prepare(loaded)
    }
  }

  @concurrent
  private static func load(_ store: CatalogStore) async -> Result<CatalogIndex, CatalogError> {
    Result { () throws(CatalogError) in try store.loadIndex(isCanceled: { Task.isCancelled }) }
  }

  @concurrent
  private static func prepare(_ loaded: Result<CatalogIndex, CatalogError>) async {
    if case .success(let index) = loaded { index.prepare(isCanceled: { Task.isCancelled }) }
  }

  private func apply(_ loaded: Result<CatalogIndex, CatalogError>) {
    switch loaded {
    case .success(let index):
      generation += 1
      sent = pending.all
      failure.accept(nil)
      let marked = marks.value.isEmpty ? index : index.updatingMarks(marks.value)
      self.index.accept(pending.all.isEmpty ? marked : marked.updatingUserData(pending.all))
      // The values being written are newer than those that were read.
      if costWrites == 0 { wantedCosts = index.assumptions }
      if wantedCosts != index.assumptions {
        Task.immediate(executorPreference: EffectExecutor.current) { await self.follow(self.wantedCosts) }
      } else if costs.value != wantedCosts {
        costs.accept(wantedCosts)
      }
    case .failure(.canceled): break
    case .failure(let error):
      logger.error("could not load the catalog", metadata: ["error": "\(error)"])
      failure.accept(error)
    }
  }

  func show(_ data: [Car.ID: UserData]) {
    let changes = data.filter { sent[$0.key] != $0.value }
    sent.merge(changes) { _, new in new }
    guard !changes.isEmpty else { return }
    if let index = index.value { self.index.accept(index.updatingUserData(changes)) }
    userDataChanges.send(changes)
  }

  /// Marks only these cars. The marks are stored only in the session, not in the database.
  func setMarks(_ ids: [Car.ID]) {
    guard ids != marks.value else { return }
    if let index = index.value { self.index.accept(index.updatingMarks(ids)) }
    marks.accept(ids)
  }

  private func showFiles(of ids: Set<Car.ID>) {
    if let index = index.value { self.index.accept(index.updatingFiles(ids)) }
    fileChanges.send(ids)
  }

  // MARK: Reading

  /// A stream that emits the generation each time the cars are reloaded, excluding the current one.
  var generations: Observable<Int> {
    index.map { [weak self] _ in self?.generation ?? 0 }.distinctUntilChanged().skip(1)
  }

  /// Returns the first rows of the list and the total number of cars, read from the database before the index is
  /// loaded.
  ///
  /// The call takes a few milliseconds and never waits for a refresh.
  ///
  /// - Parameter completeLimit: The number of cars up to which all rows are returned.
  package func firstPage(
    sort: Sort = .standard, limit: Int, completeLimit: Int = 0
  ) throws(CatalogError) -> (rows: [CarRow], total: Int) {
    try store.firstPage(sort: sort, limit: limit, completeLimit: completeLimit)
  }

  /// Returns a car, or `nil` if the catalog does not contain it. The call takes less than a millisecond.
  package func car(id: Car.ID) throws(CatalogError) -> Car? {
    try store.car(id: id)
  }

  /// Returns the names of cars that the catalog contains. Reads each of those that are not `known` once.
  func names(of cars: some Sequence<Car.ID>, known: [Car.ID: String] = [:]) -> [Car.ID: String] {
    cars.reduce(into: known) { names, id in
      if names[id] == nil { names[id] = (try? car(id: id))?.name }
    }
  }

  /// Returns the user data of a car, including pending edits. The call takes less than a millisecond.
  package func userData(id: Car.ID) throws(CatalogError) -> UserData {
    if let data = pending[id] { return data }
    return try store.userData(id: id)
  }
}

extension Error {
  /// The error as a ``CatalogError``. Reading a car throws no other error, except when its task is canceled.
  var asCatalogError: CatalogError { self as? CatalogError ?? .canceled }
}
