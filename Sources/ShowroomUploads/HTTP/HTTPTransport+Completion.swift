import Synchronization

extension HTTPTransport {
  /// Runs work that creates, publishes or deletes something on a server to completion even if the task is canceled,
  /// because the result would otherwise be lost. After a cancellation, the work is limited to
  /// ``HTTPLimits/completionTimeout``.
  /// - Parameter mayStop: Whether the work can still be canceled without leaving anything behind.
  /// - Throws: ``UploadFailure/canceled`` if the task was canceled before the call.
  func completing<Value: Sendable>(
    unless mayStop: @escaping @Sendable () -> Bool = { false },
    _ work: @escaping @Sendable () async throws(UploadFailure) -> Value
  ) async throws(UploadFailure) -> Value {
    if Task.isCancelled { throw .canceled }
    let work = Task { () -> Result<Value, UploadFailure> in
      do throws(UploadFailure) { return .success(try await work()) } catch { return .failure(error) }
    }
    let deadline = CompletionDeadline(seconds: limits.completionTimeout, clock: clock)
    let result = await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      if mayStop() { work.cancel() } else { deadline.begin { work.cancel() } }
    }
    deadline.end()
    return try result.get()
  }
}

/// A time limit that starts with a cancellation.
private final class CompletionDeadline: Sendable {
  private let seconds: Double
  private let clock: any Clock<Duration>
  private let timer = Mutex<Task<Void, Never>?>(nil)

  init(seconds: Double, clock: any Clock<Duration>) {
    self.seconds = seconds
    self.clock = clock
  }

  func begin(atEnd: @escaping @Sendable () -> Void) {
    timer.withLock { timer in
      timer = Task { [clock, seconds] in
        try? await clock.sleep(for: .seconds(seconds))
        if !Task.isCancelled { atEnd() }
      }
    }
  }

  func end() { timer.withLock { $0?.cancel() } }
}
