import ShowroomCatalog
import ShowroomFiles

/// A scheduler that uploads the files in the queue, several at once, with automatic retries.
///
/// The rows in the database are authoritative; only transient values such as rates are lost when the program ends.
/// Nothing runs while there is nothing to upload.
package actor UploadScheduler {
  /// A closure that returns the engine for a destination. Called for each attempt, so that credentials may change
  /// between attempts.
  package typealias EngineProvider = @Sendable (Destination) async throws(UploadFailure) -> any UploadEngine

  let queue: UploadQueue
  let engines: EngineProvider
  let policy: RetryPolicy
  /// A closure that returns after a number of seconds, or earlier if the task is canceled.
  let sleep: @Sendable (Double) async -> Void
  /// A closure that returns the seconds since the scheduler was created.
  let now: @Sendable () -> Double
  /// The executor of all tasks.
  let executor: (any TaskExecutor)?
  nonisolated let snapshotBroadcast = Broadcast(initial: UploadSnapshot())
  nonisolated let outcomeBroadcast = Broadcast<UploadOutcome>(initial: nil)
  nonisolated let warningBroadcast = Broadcast<UploadWarning>(initial: nil)

  struct Warned: Hashable {
    let destination: String
    let message: String
  }

  let parallelism: UploadParallelism
  /// The limits of destinations that have been overloaded.
  var limits: [String: AdaptiveLimit] = [:]
  var rows = QueueRows()
  var live: [Upload.ID: LiveUpload] = [:]
  /// The highest number of confirmed bytes of each upload. An upload that starts over makes progress only beyond this
  /// number.
  var highestConfirmed: [Upload.ID: Int64] = [:]
  /// The seconds without progress of each upload, up to the current attempt.
  var stalled: [Upload.ID: Double] = [:]
  /// The warnings given so far. The same warning about a destination is not repeated for each file.
  var warned: Set<Warned> = []
  /// The tasks that remove the data of discarded uploads from their destinations.
  var cleanups: [Upload.ID: Task<Result<String?, UploadFailure>, Never>] = [:]
  /// The canceled uploads whose data is removed when others that have reserved its name have ended.
  var waitingForHolders: Set<Upload.ID> = []
  /// The rows that reserved the names of attachments and have not been removed yet.
  var endedReservations: Set<Upload.ID> = []
  /// The tasks that remove what interrupted uploads may have created without receiving its name.
  var nameless: [Upload.ID: Task<Void, Never>] = [:]
  /// The uploads that are waiting for others of the same name.
  var waitingForNames: Set<Upload.ID> = []
  /// The rows on which a command is working. They must not start.
  var held: Set<Upload.ID> = []
  /// The rows that are being canceled, with the number of commands that are canceling them. They must not start either.
  var marking: [Upload.ID: Int] = [:]
  /// The commands that are waiting for others to end.
  var holdWaiters: [CheckedContinuation<Void, Never>] = []
  var isPaused = false
  let bandwidth: BandwidthLimit
  let connections: ConnectionLimit
  var isStopping = false
  /// The uploads that ran since the queue was last idle.
  var recent: Set<Upload.ID> = []
  /// The recent uploads that have been completed and removed from the queue.
  var forgotten: [Car.ID: ForgottenUploads] = [:]
  /// Whether the next upload begins a new batch.
  var isIdle = true
  /// The number of bytes sent of stopped uploads that can resume. How many of them arrived is unknown until they
  /// resume.
  var resumable: [Upload.ID: Int64] = [:]
  var measurement = RateMeasurement()
  /// The meter of the upload that has just completed, for the next one at the same destination.
  var lastMeter: (destination: String, meter: RateMeter)?
  /// The new positions that are not yet in the database.
  var moved: [Upload.ID: Int64] = [:]
  var isSavingMoves = false
  var publishing = Publishing()
  var lastSnapshot = UploadSnapshot()
  private var follower: Task<Void, Never>?

  /// Creates a scheduler that does nothing until ``start()``.
  /// - Parameters:
  ///   - parallelism: The number of uploads that run at the same time.
  ///   - bandwidth: The limit on what the engines send.
  ///   - connections: The limit on the requests of the engines.
  ///   - clock: The clock for pauses and rates.
  ///   - executor: The executor of all tasks, or `nil` for the default one.
  package init(
    queue: UploadQueue, engines: @escaping EngineProvider, parallelism: UploadParallelism = UploadParallelism(files: 2),
    policy: RetryPolicy = RetryPolicy(), bandwidth: BandwidthLimit = BandwidthLimit(),
    connections: ConnectionLimit = ConnectionLimit(), clock: any Clock<Duration> = ContinuousClock(),
    executor: (any TaskExecutor)? = nil
  ) {
    self.queue = queue
    self.engines = engines
    self.parallelism = parallelism
    self.policy = policy
    self.bandwidth = bandwidth
    self.connections = connections
    self.executor = executor
    sleep = { seconds in try? await clock.sleep(for: .seconds(seconds)) }
    now = clock.stopwatch()
  }

  deinit {
    follower?.cancel()
    for upload in live.values { upload.task?.cancel() }
    publishing.cancel()
  }

  /// Reads the queue and follows its changes. Uploads that an earlier program left unfinished are shown as interrupted
  /// until ``resumeInterrupted(_:onDuplicate:)`` is called. Unusable data at destinations, such as that of discarded
  /// uploads, is removed in the background.
  /// - Throws: ``UploadFailure/Cause/store``.
  package func start() async throws(UploadFailure) {
    guard follower == nil, !isStopping else { return }
    try refresh()
    let revisions = queue.revisions()
    follower = Task(executorPreference: executor) { [weak self, queue] in
      for await revision in revisions where queue.isForeign(revision.uploads) { await self?.takeForeignChange() }
    }
    await resumeCleanups()
    removeNameless()
  }

  /// Returns the state of the queue, now and after changes, at most ten times a second. A slow reader receives the
  /// latest snapshot.
  package nonisolated func snapshots() -> AsyncStream<UploadSnapshot> {
    snapshotBroadcast.stream()
  }

  /// Returns the results of uploads from now on.
  package nonisolated func finished() -> AsyncStream<UploadOutcome> {
    outcomeBroadcast.stream()
  }

  /// Returns the warnings of engines from now on.
  package nonisolated func warnings() -> AsyncStream<UploadWarning> {
    warningBroadcast.stream()
  }

  /// Adds files to the end of the queue. They are in the database when the method returns.
  /// - Parameter onDuplicate: The action if the destination already has a file of the same name.
  /// - Returns: The IDs of the uploads, in the order of the sources.
  /// - Throws: ``UploadFailure/Cause/store``, including when the car does not exist.
  @discardableResult
  package func enqueue(
    _ sources: [UploadSource], car: Car.ID, destination: Destination, onDuplicate: DuplicatePolicy = .fail
  ) async throws(UploadFailure) -> [Upload.ID] {
    let ids = try await queue.add(sources, car: car, destination: destination, onDuplicate: onDuplicate)
    try refresh()
    publish()
    return ids
  }

  // MARK: Rows

  /// Reloads the rows, starts uploads and publishes a snapshot.
  func refresh() throws(UploadFailure) {
    try reload()
    startPending()
    publishSoon()
  }

  func reload() throws(UploadFailure) {
    rows = QueueRows(try queue.rows())
    applyMoves()
  }

  /// Reloads one row after a change that affects no others.
  func reload(_ id: Upload.ID) throws(UploadFailure) {
    rows[id: id] = try queue.row(id)
    if let position = moved[id] { rows[id: id]?.position = position }
  }

  private func takeForeignChange() {
    guard !isStopping else { return }
    waitingForNames = []
    // If the rows cannot be read now, the next change reloads them.
    try? refresh()
  }

  func row(_ id: Upload.ID) -> QueueRow? {
    rows[id: id]
  }

  func setRow(_ id: Upload.ID, _ change: (inout QueueRow) -> Void) {
    guard var row = rows[id: id] else { return }
    change(&row)
    rows[id: id] = row
  }
}
