import Glibc
import ReactorCore

extension EventLoop {
  /// Runs asynchronous work from a synchronous `main` and returns its result, for commands without a screen. The main
  /// actor continues to run in the meantime.
  ///
  /// Call it on the main thread, and not while a ``TerminalApplication`` is running.
  public static func block<Value: Sendable>(
    on work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let queue = MainQueue()
    let outcome = Outcome<Value>()
    // The result is set on the main actor, whose work wakes the poll below.
    Task.immediate(executorPreference: EffectExecutor.current) { @MainActor in
      do { outcome.result = .success(try await work()) } catch { outcome.result = .failure(error) }
    }
    queue.drain()
    while true {
      if let result = outcome.result { return try result.get() }
      var source = pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&source, 1, -1)
      _ = queue.performPending()
    }
  }

  private final class Outcome<Value: Sendable> {
    var result: Result<Value, any Error>?
  }
}
