import Synchronization

/// The progress of a request's body. The body is read in a separate task, which the response can overtake. After
/// ``close()`` no progress is reported, so that the caller receives all events in order.
final class BodyProgress: Sendable {
  private let length: Int64
  private let progress: HTTPTransport.SendProgress
  private let state = Mutex(State())

  private struct State {
    /// The number of bytes that the connection has accepted.
    var sent: Int64 = 0
    var reported: Int64 = 0
    var isReporting = false
    var isClosed = false
    /// The failure of a report. The response may already have ended the request, which then does not see it.
    var failure: UploadFailure?
    var waiter: CheckedContinuation<Void, Never>?
  }

  init(length: Int64, progress: @escaping HTTPTransport.SendProgress) {
    self.length = length
    self.progress = progress
  }

  /// Records the number of bytes that the connection has accepted.
  func advance(to sent: Int64) { state.withLock { $0.sent = sent } }

  /// Reports the progress and waits for the report to return. Must not be called concurrently.
  func report() async throws(UploadFailure) {
    let bytes: Int64? = state.withLock { state in
      guard !state.isClosed, state.reported < state.sent else { return nil }
      state.isReporting = true
      state.reported = state.sent
      return state.sent
    }
    guard let bytes else { return }
    defer {
      let waiter = state.withLock { state in
        state.isReporting = false
        return state.waiter.take()
      }
      waiter?.resume()
    }
    do throws(UploadFailure) {
      try await progress(bytes)
    } catch {
      state.withLock { $0.failure = error }
      throw error
    }
  }

  /// Stops reporting. Returns when no report is running.
  func close() async {
    await withCheckedContinuation { continuation in
      let isQuiet = state.withLock { state in
        state.isClosed = true
        if state.isReporting { state.waiter = continuation }
        return !state.isReporting
      }
      if isQuiet { continuation.resume() }
    }
  }

  /// Reports, after ``close()``, that the whole body was sent, unless that has already been reported. Throws the
  /// failure of an earlier report.
  func reportEnd() async throws(UploadFailure) {
    let (isDue, failure) = state.withLock { ($0.sent == length && $0.reported < length, $0.failure) }
    if let failure { throw failure }
    if isDue { try await progress(length) }
  }
}
