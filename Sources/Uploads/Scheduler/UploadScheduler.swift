import Catalogue

/// Sends what is in the queue: several files at once, repeating what failed where that may help, and telling what happens.
///
/// The rows in the database are the truth; what is known here beyond them (rates, bytes on their way) is lost with the
/// program, and nothing else is. While nothing is being sent nothing runs, no timer either.
public actor UploadScheduler {
  /// Gives the engine of a destination. Asked at each attempt, so that credentials may change in between.
  public typealias EngineProvider = @Sendable (Destination) async throws(UploadFailure) -> any UploadEngine

  let queue: UploadQueue
  let engines: EngineProvider
  let policy: RetryPolicy
  /// Returns after so many seconds, or earlier when the task is cancelled.
  let sleep: @Sendable (Double) async -> Void
  /// Seconds since this scheduler was made.
  let now: @Sendable () -> Double
  /// What everything runs on.
  let executor: (any TaskExecutor)?
  nonisolated let snapshotBroadcast = Broadcast(initial: UploadSnapshot())
  nonisolated let outcomeBroadcast = Broadcast<UploadOutcome>(initial: nil)
  nonisolated let warningBroadcast = Broadcast<UploadWarning>(initial: nil)

  var concurrency: Int
  var rows: [QueueRow] = []
  var live: [UploadItem.ID: LiveUpload] = [:]
  /// The most bytes that the destination had of an upload, in any attempt: an upload that starts over has not got further
  /// before it has more.
  var furthest: [UploadItem.ID: Int64] = [:]
  /// Rows that a command is busy with; they are not begun meanwhile.
  var held: Set<UploadItem.ID> = []
  var isPaused = false
  var isStopping = false
  /// The uploads that were under way since the queue was last idle.
  var recent: Set<UploadItem.ID> = []
  /// Whether what begins next has nothing to do with what was sent before.
  var isIdle = true
  /// Bytes that had left when an upload stopped that its destination resumes: how many of them have arrived is known
  /// once it goes on.
  var resumable: [UploadItem.ID: Int64] = [:]
  var measurement = RateMeasurement()
  /// Positions that are on their way into the database.
  var moved: [UploadItem.ID: Int64] = [:]
  var isSavingMoves = false
  var publishing = Publishing()
  var lastSnapshot = UploadSnapshot()
  private var follower: Task<Void, Never>?

  /// A scheduler that does nothing before ``start()``.
  /// - Parameters:
  ///   - concurrency: how many files are sent at once, 1 to 8.
  ///   - clock: what pauses and rates are measured with.
  ///   - executor: threads to run on in place of the system's.
  public init(
    queue: UploadQueue, engines: @escaping EngineProvider, concurrency: Int = 2, policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock(), executor: (any TaskExecutor)? = nil
  ) {
    self.queue = queue
    self.engines = engines
    self.concurrency = Self.bounded(concurrency)
    self.policy = policy
    self.executor = executor
    sleep = { seconds in try? await clock.sleep(for: .seconds(seconds)) }
    now = Self.stopwatch(clock)
  }

  deinit {
    follower?.cancel()
    for upload in live.values { upload.task?.cancel() }
    publishing.cancel()
  }

  /// Reads the queue and follows it from then on. What an earlier program left unfinished is shown as interrupted, and
  /// goes on when a person says so (``resumeInterrupted()``).
  /// - Throws: ``UploadFailure/Cause/store``.
  public func start() async throws(UploadFailure) {
    guard follower == nil, !isStopping else { return }
    try refresh()
    let revisions = queue.revisions()
    follower = Task(executorPreference: executor) { [weak self, queue] in
      for await revision in revisions where queue.isForeign(revision.uploads) { await self?.takeForeignChange() }
    }
  }

  /// The queue: as it is, and then after changes, at most some ten times a second. Whoever reads slowly gets the latest.
  public nonisolated func snapshots() -> AsyncStream<UploadSnapshot> {
    snapshotBroadcast.stream()
  }

  /// How uploads end from now on, one value each.
  public nonisolated func finished() -> AsyncStream<UploadOutcome> {
    outcomeBroadcast.stream()
  }

  /// What engines warn of from now on.
  public nonisolated func warnings() -> AsyncStream<UploadWarning> {
    warningBroadcast.stream()
  }

  /// Adds files to the end of the queue; they are sent when it is their turn. They are in the database when this returns.
  /// - Parameter onDuplicate: what to do when the destination has a file of the name.
  /// - Returns: the rows' numbers, in the order of the sources.
  /// - Throws: ``UploadFailure/Cause/store``, also when there is no such car.
  @discardableResult
  public func enqueue(
    _ sources: [UploadSource], car: Car.ID, destination: Destination, onDuplicate: DuplicatePolicy = .fail
  ) async throws(UploadFailure) -> [UploadItem.ID] {
    let queue = queue
    let ids = try await away { () throws(UploadFailure) in
      try queue.add(sources, car: car, destination: destination, onDuplicate: onDuplicate)
    }
    try refresh()
    publish()
    return ids
  }

  /// Changes how many files are sent at once, 1 to 8. What is being sent goes on.
  public func setConcurrency(_ count: Int) {
    concurrency = Self.bounded(count)
    fill()
  }

  // MARK: Rows

  /// Reads the rows again, begins what can be begun, and tells.
  func refresh() throws(UploadFailure) {
    try reload()
    fill()
    publishSoon()
  }

  func reload() throws(UploadFailure) {
    rows = try queue.rows()
    if !moved.isEmpty { sortMoved() }
  }

  private func takeForeignChange() {
    guard !isStopping else { return }
    // What cannot be read now is read at the next change.
    try? refresh()
  }

  func row(_ id: UploadItem.ID) -> QueueRow? {
    rows.first { $0.id == id }
  }

  func setRow(_ id: UploadItem.ID, _ change: (inout QueueRow) -> Void) {
    guard let index = rows.firstIndex(where: { $0.id == id }) else { return }
    change(&rows[index])
  }

  /// Does what blocks away from the actor, which goes on telling and cancelling meanwhile.
  @concurrent
  nonisolated func away<Value: Sendable>(
    _ work: @Sendable () throws(UploadFailure) -> Value
  ) async throws(UploadFailure) -> Value {
    try work()
  }

  private static func bounded(_ count: Int) -> Int {
    min(max(count, 1), 8)
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Double {
    let start = clock.now
    return { start.duration(to: clock.now) / .seconds(1) }
  }
}
