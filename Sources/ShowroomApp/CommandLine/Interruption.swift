import Dispatch
import Glibc
import Synchronization

/// Runs `work` so that a signal cancels it in place of ending the process: Ctrl-C leaves nothing half done.
///
/// - Parameter signal: the signal; from the end of `work` on it does again what it did.
/// - Throws: what `work` throws; `CancellationError` when the task was cancelled before it could begin.
func cancelling<Value: Sendable>(
  on signal: Int32 = SIGINT, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  // Dispatch hears a signal also when the process ignores it, which is what keeps it from ending the process.
  let previous = Glibc.signal(signal, SIG_IGN)
  let source = DispatchSource.makeSignalSource(signal: signal, queue: .global())
  defer {
    source.cancel()
    Glibc.signal(signal, previous)
  }
  let interruption = Interruption()
  source.setEventHandler { interruption.interrupt() }
  // Work begins once signals are heard, or one that comes at once would be lost.
  await withCheckedContinuation { heard in
    source.setRegistrationHandler { heard.resume() }
    source.resume()
  }
  try Task.checkCancellation()
  let task = Task { try await work() }
  interruption.cancels { task.cancel() }
  return try await withTaskCancellationHandler {
    try await task.value
  } onCancel: {
    task.cancel()
  }
}

/// Brings together a signal and what it cancels, whichever is there first.
private final class Interruption: Sendable {
  private let state = Mutex<(wasInterrupted: Bool, cancel: (@Sendable () -> Void)?)>((false, nil))

  func interrupt() {
    state.withLock { state in
      state.wasInterrupted = true
      return state.cancel
    }?()
  }

  func cancels(_ cancel: @escaping @Sendable () -> Void) {
    let wasInterrupted = state.withLock { state in
      state.cancel = cancel
      return state.wasInterrupted
    }
    if wasInterrupted { cancel() }
  }
}
