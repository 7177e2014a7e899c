import Dispatch
import Glibc
import Synchronization

/// Runs `work`, and cancels it on a signal instead of ending the process, so that Ctrl-C leaves no work half done.
///
/// - Parameter signal: The signal. Its previous disposition is restored when `work` ends.
/// - Throws: The error thrown by `work`, or `CancellationError` if the task was canceled before `work` started.
func canceling<Value: Sendable>(
  on signal: Int32 = SIGINT, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  // Dispatch receives the signal even if the process ignores it, and ignoring it keeps it from ending the process.
  let previous = Glibc.signal(signal, SIG_IGN)
  let source = DispatchSource.makeSignalSource(signal: signal, queue: .global())
  defer {
    source.cancel()
    Glibc.signal(signal, previous)
  }
  let interruption = Interruption()
  source.setEventHandler { interruption.interrupt() }
  // The work starts after the source is registered, so that an early signal is not lost.
  await withCheckedContinuation { registration in
    source.setRegistrationHandler { registration.resume() }
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

/// A connection between a signal and the task that it cancels, regardless of which comes first.
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
