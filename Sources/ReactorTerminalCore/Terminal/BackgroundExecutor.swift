import CReactorTerminal
import Dispatch
import Glibc
import Synchronization

/// An executor with its own threads for effects that run off the main actor. Idle threads sleep.
///
/// Swift's concurrency runtime uses Dispatch threads, which on Linux are monitored with a timer: once one of them has
/// run, the process wakes every second. A program that must not wake while idle binds its own executor to
/// `EffectExecutor.current` around all of its work. The threads end when the executor is released.
public final class BackgroundExecutor: TaskExecutor {
  private let queue: JobQueue

  /// Creates an executor without threads. Threads are created when there is work for them.
  ///
  /// - Parameter width: The maximum number of threads. A thread may be blocked for a long time, for example by a lock
  ///   of another process.
  public init(width: Int = 4) {
    queue = JobQueue(width: width)
  }

  deinit { queue.close() }

  /// Runs `job` on a thread. Jobs start in the order of the calls. Can be called from any thread.
  public func enqueue(_ job: consuming ExecutorJob) {
    queue.add(JobQueue.Entry(job: UnownedJob(job), executor: self))
  }

  /// Runs tasks without an executor on this library's threads for the rest of the process. Other libraries start such
  /// tasks in places where `EffectExecutor.current` does not apply.
  ///
  /// Call this method once, at the start of `main`, in a program that must not wake while idle. If the Swift runtime
  /// does not support it, the tasks continue to run on Dispatch threads.
  public static func replaceGlobalThreads() {
    let isReplaced = ct_redirect_global_jobs { job in
      guard let job else { return }
      // Both in C and in Swift, a job is a pointer to an object of the runtime.
      let entry = JobQueue.Entry(job: unsafeBitCast(job, to: UnownedJob.self), executor: globalConcurrentExecutor)
      JobQueue.global.add(entry)
    }
    if isReplaced != 0 { JobQueue.receivesGlobalTasks.store(true, ordering: .relaxed) }
  }

  /// Runs `body`. While it runs, tasks without an executor run on the main queue, in the order in which they become
  /// ready.
  ///
  /// - Parameter body: A closure that receives whether these tasks run there. Without ``replaceGlobalThreads()``, they
  ///   run on Dispatch threads.
  package static func withGlobalTasksOnMainQueue<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: (Bool) async throws -> Value
  ) async rethrows -> Value {
    JobQueue.global.mainQueueUsers.add(1, ordering: .relaxed)
    defer { JobQueue.global.mainQueueUsers.subtract(1, ordering: .relaxed) }
    return try await body(JobQueue.receivesGlobalTasks.load(ordering: .relaxed))
  }
}

/// The waiting jobs and the threads that run them.
private final class JobQueue: Sendable {
  /// A job and its executor, which must exist until the job ends.
  struct Entry: Sendable {
    let job: UnownedJob
    let executor: any TaskExecutor

    func run() { job.runSynchronously(on: executor.asUnownedTaskExecutor()) }
  }

  private struct State {
    var entries: [Entry] = []
    var threads = 0
    var running = 0
  }

  /// The jobs that Dispatch threads would otherwise run.
  static let global = JobQueue(width: 4)
  /// Whether ``global`` receives them.
  static let receivesGlobalTasks = Atomic<Bool>(false)

  /// The number of callers that currently require added jobs to run on the main queue instead of the threads.
  let mainQueueUsers = Atomic<Int>(0)
  private let width: Int
  private let state = Mutex(State())
  /// The number of entries plus, after the executor is released, the number of threads that have to end.
  private let available = DispatchSemaphore(value: 0)

  init(width: Int) {
    self.width = width
  }

  func add(_ entry: Entry) {
    guard mainQueueUsers.load(ordering: .relaxed) == 0 else { return DispatchQueue.main.async { entry.run() } }
    let needsThread = state.withLock { state in
      state.entries.append(entry)
      guard state.entries.count > state.threads - state.running, state.threads < width else { return false }
      state.threads += 1
      return true
    }
    available.signal()
    if needsThread { startThread() }
  }

  /// Ends all threads. No entries are left, because each one retains the executor.
  func close() {
    for _ in 0..<state.withLock({ $0.threads }) { available.signal() }
  }

  private func startThread() {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    let failure = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let queue = Unmanaged<JobQueue>.fromOpaque(context).takeRetainedValue()
        while queue.serve() {}
        return nil
      }, context.toOpaque())
    guard failure != 0 else {
      pthread_detach(thread)
      return
    }
    context.release()
    // The existing threads run the job. If there are none, a Dispatch thread does.
    let isAlone = state.withLock { state in
      state.threads -= 1
      return state.threads == 0
    }
    if isAlone { DispatchQueue.global().async { _ = self.serve() } }
  }

  /// Waits for a job and runs it. Returns `false` if there will be no more jobs.
  private func serve() -> Bool {
    available.wait()
    let entry: Entry? = state.withLock { state in
      guard !state.entries.isEmpty else { return nil }
      state.running += 1
      return state.entries.removeFirst()
    }
    guard let entry else { return false }
    entry.run()
    state.withLock { $0.running -= 1 }
    return true
  }
}
