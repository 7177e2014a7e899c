import Foundation
import Synchronization
import SystemPackage

@testable import ShowroomCatalog
@testable import ShowroomUploads

/// A running program with its own scheduler, queue and engines, using the database and the server of a run.
final class SimulatedProgram: Sendable {
  let number: Int
  let scheduler: UploadScheduler
  let queue: UploadQueue
  let clock = ManualClock()
  private let world: SimulationWorld
  private let store: CatalogStore
  private let transport: HTTPTransport
  private let thread: SimulationThread
  private let engine: any UploadEngine
  private let outcomes: Task<[Upload.ID], Never>
  private let warnings: Task<[String], Never>
  /// The number of commands that have not ended.
  private let commands = Atomic(0)

  /// Starts a program.
  init(_ number: Int, world: SimulationWorld, plan: SimulationPlan, data: URL) throws {
    let started = Date(timeIntervalSince1970: 1_800_000_000)
    let clock = clock
    let now: @Sendable () -> Date = { started + clock.now.offset / .seconds(1) }
    let connections = ConnectionLimit(clock: clock)
    let transport = HTTPTransport(limits: HTTPLimits(environment: [:]), connections: connections) {
      try await world.exchange($0, of: number)
    }
    let engine = try plan.engine(transport, now: now)
    store = try CatalogStore(directory: data, followsOthers: false)
    store.writingConnection?.add(transactionObserver: CommitObserver(world, program: number), extent: .databaseLifetime)
    queue = UploadQueue(store: store, now: now)
    thread = SimulationThread { world.noteChange() }
    scheduler = UploadScheduler(
      queue: queue, engines: { _ in engine },
      parallelism: UploadParallelism(large: plan.parallel, small: plan.parallel),
      policy: RetryPolicy(delays: [1, 3], attempts: 5, spread: 0), connections: connections, clock: clock,
      executor: thread)
    let finished = scheduler.finished()
    outcomes = Task {
      var done: [Upload.ID] = []
      for await outcome in finished {
        if case .done(let upload, _) = outcome { done.append(upload.id) }
        if case .skipped(let upload, _) = outcome { done.append(upload.id) }
      }
      return done
    }
    let given = scheduler.warnings()
    warnings = Task { await given.reduce(into: [String]()) { $0.append($1.message) } }
    (self.number, self.world, self.transport, self.engine) = (number, world, transport, engine)
  }

  /// Performs a user's commands, which may succeed or fail.
  func perform(_ work: @escaping @Sendable (UploadScheduler) async throws -> Void) {
    commands.add(1, ordering: .acquiringAndReleasing)
    Task(executorPreference: thread) {
      try? await work(self.scheduler)
      self.commands.subtract(1, ordering: .acquiringAndReleasing)
      self.world.noteChange()
    }
  }

  /// Returns whether nothing happens until one of its requests passes the gate.
  /// - Parameter waiting: the number of requests at the gate.
  func isSettled(waiting: Int) async -> Bool {
    // An upload that is waiting for a folder that another one is creating makes no request, nor does one that is
    // waiting for the requests of others.
    let blocked = ((engine as? WebDAVEngine)?.waitingForFolders ?? 0) + transport.connections.waitingFiles.count
    guard thread.isIdle, await scheduler.activity - blocked <= waiting else { return false }
    return thread.isIdle
  }

  /// Whether nothing happens until the clock advances.
  var isQuiet: Bool {
    get async {
      guard thread.isIdle, commands.load(ordering: .acquiring) == 0, await scheduler.isQuiet else { return false }
      return thread.isIdle
    }
  }

  /// Ends the program, which releases its locks. The lock file of a crashed program stays, as after `kill -9`.
  /// - Returns: the uploads that the program has reported as done, and its warnings.
  func end() async -> (done: [Upload.ID], warnings: [String]) {
    let owner = queue.existingOwner
    await scheduler.stop(.keep)
    await transport.shutDown()
    let folder = URL(fileURLWithPath: store.path).deletingLastPathComponent()
    store.close()
    if let owner, world.hasCrashed(number) {
      try? Data().write(to: folder.appendingPathComponent("upload-owner-\(owner).lock"))
    }
    return await (outcomes.value, warnings.value)
  }
}

extension UploadScheduler {
  /// Whether no upload, cleanup or command is under way.
  fileprivate var isQuiet: Bool {
    cleanups.isEmpty && nameless.isEmpty && held.isEmpty && marking.isEmpty && live.values.allSatisfy { !$0.isRunning }
  }

  /// The number of uploads that are being sent, removed or retried, each of which has one request at a time, or several
  /// if it is sent in parts. Those that wait for the names of others have none.
  fileprivate var activity: Int {
    Set(live.filter { $0.value.isRunning }.keys).union(cleanups.keys).union(nameless.keys).union(held)
      .subtracting(waitingForHolders).count
  }

  /// Whether this program will not continue any upload on its own.
  var isFinished: Bool {
    isQuiet
      && rows.allSatisfy { row in
        guard row.state == .pending, row.cleanup == nil, row.ownership == .ours else { return true }
        if case .failed = live[row.id]?.phase { return true }
        return false
      }
  }
}

extension SimulationPlan {
  var destination: Destination {
    get throws {
      switch server {
      case .webDAV, .put, .roughPut, .webDAV403, .webDAV409, .webDAV412, .webDAV501, .webDAVHidden:
        .webDAV(address(SimulatedDAV.base))
      case .tus: .tus(address(SimulatedTus.endpoint))
      case .s3, .s3Parts, .s3Checksums:
        .s3(try S3Location(parsing: SimulatedS3.destination(isSecure: server == .s3Checksums)))
      }
    }
  }

  fileprivate func engine(_ transport: HTTPTransport, now: @escaping @Sendable () -> Date) throws -> any UploadEngine {
    switch try destination {
    case .webDAV(let base): return WebDAVEngine(base: base, transport: transport, filesBeforeList: 1)
    case .tus(let endpoint): return TusEngine(endpoint: endpoint, transport: transport)
    case .s3(let location):
      return S3Engine(
        location: location, transport: transport,
        credentials: .accessKey(id: S3Store.keyID, secret: S3Store.secret, session: nil),
        partSizes: server == .s3 ? .init() : .init(usual: 8 << 10, smallest: 1), now: now)
    case .folder, .web: preconditionFailure("no such plan")
    }
  }
}
