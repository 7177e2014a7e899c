import Glibc
import ReactorCore

extension EventLoop {
  /// Runs `work` to its end from a synchronous `main`, serving the main actor meanwhile: for commands without a screen.
  ///
  /// To be called on the main thread, not from inside `run`.
  public static func block<Value: Sendable>(
    on work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let queue = MainQueue()
    let outcome = Outcome<Value>()
    // Committed on the main actor: whoever is waiting for its work wakes.
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
