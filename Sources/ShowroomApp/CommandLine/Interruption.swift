import Dispatch
import Glibc
import Synchronization

/// Runs `work` so that a signal cancels it in place of ending the process: Ctrl-C leaves nothing half done.
///
/// - Parameter signal: the signal; from the end of `work` on it does again what it did.
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
  // Work begins once signals are heard, or one that comes at once would be lost.
  let task = await withCheckedContinuation { heard in
    let task = Mutex<Task<Value, any Error>?>(nil)
    source.setEventHandler { task.withLock { $0?.cancel() } }
    source.setRegistrationHandler {
      let started = Task { try await work() }
      task.withLock { $0 = started }
      heard.resume(returning: started)
    }
    source.resume()
  }
  return try await withTaskCancellationHandler {
    try await task.value
  } onCancel: {
    task.cancel()
  }
}
