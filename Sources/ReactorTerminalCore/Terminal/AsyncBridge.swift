import Glibc
import ReactorCore

extension EventLoop {
  /// Runs asynchronous work from a synchronous `main` and returns its result, for commands without a screen. The main
  /// actor continues to run while it waits.
  ///
  /// Call it on the main thread, and not while a ``TerminalApplication`` is running.
  public static func block<Value: Sendable>(
    on work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let queue = MainQueue()
    let outcome = Outcome<Value>()
    isBlocking = true
    defer { isBlocking = false }
    // The result is set on the main actor, which wakes the poll below.
    Task.immediate(executorPreference: EffectExecutor.current) { @MainActor in
      do { outcome.result = .success(try await work()) } catch { outcome.result = .failure(error) }
    }
    queue.drain()
    while true {
      if let result = outcome.result { return try result.get() }
      if queue.performPending() { continue }
      if !waitingForEmptyQueue.isEmpty {
        let waiting = waitingForEmptyQueue
        waitingForEmptyQueue = []
        for waiter in waiting { waiter.resume() }
        queue.drain()
        continue
      }
      var source = pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&source, 1, -1)
    }
  }

  /// Whether ``block(on:)`` is running.
  package private(set) static var isBlocking = false
  private static var waitingForEmptyQueue: [CheckedContinuation<Void, Never>] = []

  /// Waits until the main queue is empty. Outside of ``block(on:)``, where nothing drains the queue, returns
  /// immediately.
  package static func emptyMainQueue() async {
    guard isBlocking else { return }
    await withCheckedContinuation { waitingForEmptyQueue.append($0) }
  }

  private final class Outcome<Value: Sendable> {
    var result: Result<Value, any Error>?
  }
}
