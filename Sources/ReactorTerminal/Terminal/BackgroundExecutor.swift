import Dispatch
import Glibc
import Synchronization

/// Threads for what effects do away from the main actor; they sleep when there is nothing to do.
///
/// The concurrency library's own threads come from Dispatch, which on Linux watches over them with a timer: once one of
/// them has run, the process wakes every second for ever. A program that must not wake while idle binds an executor of
/// its own to `EffectExecutor.current` around everything it does. The threads end with the last reference.
public final class BackgroundExecutor: TaskExecutor {
  private let queue: JobQueue

  /// An executor without threads. They are made when there is work for them.
  /// - Parameter width: threads at most. One of them may wait long, for another program's write for instance.
  public init(width: Int = 4) {
    queue = JobQueue(width: width)
  }

  deinit { queue.close() }

  /// Lets a thread run `job`. Jobs begin in the order in which they come. From any thread.
  public func enqueue(_ job: consuming ExecutorJob) {
    queue.add(JobQueue.Entry(job: UnownedJob(job), executor: self))
  }
}

/// Jobs that wait and the threads that take them.
private final class JobQueue: Sendable {
  /// A job, and the executor that it needs as long as it runs.
  struct Entry: Sendable {
    let job: UnownedJob
    let executor: BackgroundExecutor
  }

  private struct State {
    var entries: [Entry] = []
    var threads = 0
    var running = 0
  }

  private let width: Int
  private let state = Mutex(State())
  /// Counts the entries; at the end, the threads that are to go.
  private let available = DispatchSemaphore(value: 0)

  init(width: Int) {
    self.width = width
  }

  func add(_ entry: Entry) {
    let needsThread = state.withLock { state in
      state.entries.append(entry)
      guard state.entries.count > state.threads - state.running, state.threads < width else { return false }
      state.threads += 1
      return true
    }
    available.signal()
    if needsThread { startThread() }
  }

  /// There are no entries any more: each would have kept the executor.
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
    // The threads that are there take the job. Without any, the system has to lend one.
    let isAlone = state.withLock { state in
      state.threads -= 1
      return state.threads == 0
    }
    if isAlone { DispatchQueue.global().async { _ = self.serve() } }
  }

  /// Waits for a job and runs it; false when there will be none.
  private func serve() -> Bool {
    available.wait()
    let entry: Entry? = state.withLock { state in
      guard !state.entries.isEmpty else { return nil }
      state.running += 1
      return state.entries.removeFirst()
    }
    guard let entry else { return false }
    entry.job.runSynchronously(on: entry.executor.asUnownedTaskExecutor())
    state.withLock { $0.running -= 1 }
    return true
  }
}
