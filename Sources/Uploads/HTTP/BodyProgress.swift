import Synchronization

/// The progress of a request's body. The client reads a body in a task of its own, which the response can overtake.
/// After ``close()`` no progress is reported, so that the caller receives all events in order.
final class BodyProgress: Sendable {
  private let length: Int64
  private let now: @Sendable () -> ContinuousClock.Instant
  private let progress: HTTPTransport.SendProgress
  private let state: Mutex<State>

  private struct State {
    /// The number of bytes handed to the connection.
    var sent: Int64 = 0
    /// The time at which the connection last accepted bytes.
    var moved: ContinuousClock.Instant
    /// Whether the connection waits for the disk.
    var isReading = false
    var reported: Int64 = 0
    var isReporting = false
    var isClosed = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  init(
    length: Int64, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    progress: @escaping HTTPTransport.SendProgress
  ) {
    self.length = length
    self.now = now
    self.progress = progress
    state = Mutex(State(moved: now()))
  }

  /// The number of bytes handed to the connection.
  var sent: Int64 { state.withLock { $0.sent } }

  func advance(to sent: Int64) {
    state.withLock { state in
      state.sent = sent
      state.moved = now()
      state.isReading = false
    }
  }

  /// Notes that the connection waits for the next bytes from the disk.
  func beginReading() {
    state.withLock { state in
      state.moved = now()
      state.isReading = true
    }
  }

  /// Whether a response has arrived, so that the rest of the body is not needed.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// The part of the system that a request waits for.
  enum Phase: Sendable, Hashable {
    /// The disk.
    case reading
    /// The connection, which must accept more bytes.
    case sending
    /// The response.
    case sent
  }

  /// The part of the system that the request waits for, and the number of seconds so far.
  var idle: (phase: Phase, seconds: Double) {
    state.withLock { state in
      let phase: Phase = state.sent == length ? .sent : state.isReading ? .reading : .sending
      return (phase, state.moved.duration(to: now()) / .seconds(1))
    }
  }

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
    try await progress(bytes)
  }

  /// Ends reporting. Returns when no report is running.
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

  /// Reports after ``close()`` that the whole body was sent, unless that has been reported.
  func reportEnd() async throws(UploadFailure) {
    let isDue = state.withLock { $0.sent == length && $0.reported < length }
    if isDue { try await progress(length) }
  }
}
