import Glibc
import ShowroomFiles
import ShowroomNetwork
import Synchronization

/// Threads for blocking file operations. They start when there is work and then wait for more without waking up.
final class FileThreads: Sendable {
  private let shared: Shared

  init(count: Int) { shared = Shared(count: count) }

  deinit { shared.close(nil) }

  /// Runs blocking work on one of the threads.
  /// - Throws: The error of the work, or ``UploadFailure/canceled`` after ``shutDown()``.
  func running<Value: Sendable>(
    _ work: @escaping @Sendable () throws(UploadFailure) -> Value
  ) async throws(UploadFailure) -> Value {
    let result = await withCheckedContinuation { (waiter: CheckedContinuation<Result<Value, UploadFailure>, Never>) in
      let isAccepted = shared.add {
        do throws(UploadFailure) {
          waiter.resume(returning: .success(try work()))
        } catch {
          waiter.resume(returning: .failure(error))
        }
      }
      if !isAccepted { waiter.resume(returning: .failure(.canceled)) }
    }
    return try result.get()
  }

  /// Reads the file of an upload on one of the threads.
  /// - Throws: The failure of the file, or ``UploadFailure/canceled`` after ``shutDown()``.
  func running<Value: Sendable>(
    _ work: @escaping @Sendable () throws(SourceFailure) -> Value
  ) async throws(UploadFailure) -> Value {
    try await running { () throws(UploadFailure) in try reading(work()) }
  }

  /// Returns when all work is done and the threads have ended. Later work fails as canceled.
  func shutDown() async {
    await withCheckedContinuation { waiter in shared.close(waiter) }
  }

  /// The state shared with the threads, which end when the owner is released.
  private final class Shared: Sendable {
    private let count: Int
    private let state = Mutex(State())
    private let signal = Signal()

    private struct State {
      var work: [@Sendable () -> Void] = []
      var threads = 0
      var idle = 0
      var isClosed = false
      var waiters: [CheckedContinuation<Void, Never>] = []
    }

    init(count: Int) { self.count = count }

    /// Adds work. Returns `false` after ``close(_:)``.
    func add(_ work: @escaping @Sendable () -> Void) -> Bool {
      let (isAccepted, starts) = state.withLock { state in
        guard !state.isClosed else { return (false, false) }
        state.work.append(work)
        let starts = state.idle < state.work.count && state.threads < count
        if starts { state.threads += 1 }
        return (true, starts)
      }
      if isAccepted { signal.send() }
      if starts { start() }
      return isAccepted
    }

    func close(_ waiter: CheckedContinuation<Void, Never>?) {
      let isEnded = state.withLock { state in
        state.isClosed = true
        if state.threads > 0, let waiter { state.waiters.append(waiter) }
        return state.threads == 0
      }
      signal.sendToAll(count)
      if isEnded { waiter?.resume() }
    }

    private func start() {
      // If no thread can be created, the work is done here.
      if SystemThread.start({ self.run() }) != 0 { run(onlyPending: true) }
    }

    private func run(onlyPending: Bool = false) {
      while let work = next(onlyPending: onlyPending) { work() }
      let waiters: [CheckedContinuation<Void, Never>] = state.withLock { state in
        state.threads -= 1
        guard state.threads == 0, state.isClosed else { return [] }
        defer { state.waiters = [] }
        return state.waiters
      }
      for waiter in waiters { waiter.resume() }
    }

    /// Waits for work. Returns `nil` if there will be no more.
    private func next(onlyPending: Bool) -> (@Sendable () -> Void)? {
      while true {
        let (work, isOver): ((@Sendable () -> Void)?, Bool) = state.withLock { state in
          if !state.work.isEmpty { return (state.work.removeFirst(), false) }
          if !state.isClosed, !onlyPending { state.idle += 1 }
          return (nil, state.isClosed || onlyPending)
        }
        if work != nil || isOver { return work }
        signal.wait()
        state.withLock { $0.idle -= 1 }
      }
    }
  }

  /// A system semaphore, on which a thread waits without waking up. `@unchecked Sendable`, because a semaphore may be
  /// used by several threads, and its memory lives as long as this object.
  private final class Signal: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
      sem_destroy(semaphore)
      semaphore.deallocate()
    }

    func send() { sem_post(semaphore) }

    func sendToAll(_ count: Int) { for _ in 0..<count { sem_post(semaphore) } }

    func wait() { while sem_wait(semaphore) != 0, errno == EINTR {} }
  }
}
