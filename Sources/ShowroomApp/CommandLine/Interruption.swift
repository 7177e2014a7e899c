import Dispatch
import Glibc

/// Runs `work` so that a signal cancels it in place of ending the process: Ctrl-C leaves nothing half done.
///
/// - Parameter signal: the signal; from the end of `work` on it does again what it did.
func cancelling<Value: Sendable>(
  on signal: Int32 = SIGINT, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let task = Task { try await work() }
  // Dispatch hears a signal also when the process ignores it, which is what keeps it from ending the process.
  let previous = Glibc.signal(signal, SIG_IGN)
  let source = DispatchSource.makeSignalSource(signal: signal, queue: .global())
  source.setEventHandler { task.cancel() }
  source.resume()
  defer {
    source.cancel()
    Glibc.signal(signal, previous)
  }
  return try await withTaskCancellationHandler {
    try await task.value
  } onCancel: {
    task.cancel()
  }
}
