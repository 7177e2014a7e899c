import Synchronization

/// How far the body of one request is, and who is told. The client reads a body on a task of its own, which the answer can
/// overtake: after ``close()`` nobody is told any more, so that whoever made the request hears things in their order.
final class BodyProgress: Sendable {
  private let length: Int64
  private let progress: HTTPTransport.SendProgress
  private let state = Mutex(State())

  private struct State {
    /// Bytes handed to the connection.
    var sent: Int64 = 0
    /// When the connection last took some.
    var moved = ContinuousClock.now
    /// Whether the connection waits for the disk.
    var isReading = false
    var told: Int64 = 0
    var isTelling = false
    var isClosed = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  init(length: Int64, progress: @escaping HTTPTransport.SendProgress) {
    self.length = length
    self.progress = progress
  }

  /// Bytes handed to the connection so far.
  var sent: Int64 { state.withLock { $0.sent } }

  func advance(to sent: Int64) {
    state.withLock { state in
      state.sent = sent
      state.moved = .now
      state.isReading = false
    }
  }

  /// The connection wants the next bytes, which the disk has still to give.
  func beginReading() {
    state.withLock { state in
      state.moved = .now
      state.isReading = true
    }
  }

  /// Whether the answer is there, and the rest of the body wanted by nobody.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// What the request is waiting for.
  enum Phase: Sendable, Hashable {
    /// The disk.
    case reading
    /// The connection, to take more bytes.
    case sending
    /// The answer.
    case sent
  }

  /// What the request is waiting for, and for how many seconds.
  var idle: (phase: Phase, seconds: Double) {
    state.withLock { state in
      let phase: Phase = state.sent == length ? .sent : state.isReading ? .reading : .sending
      return (phase, state.moved.duration(to: .now) / .seconds(1))
    }
  }

  /// Tells how far it is, and waits until that is heard. To be called by one task only.
  func tell() async throws(UploadFailure) {
    let bytes: Int64? = state.withLock { state in
      guard !state.isClosed, state.told < state.sent else { return nil }
      state.isTelling = true
      state.told = state.sent
      return state.sent
    }
    guard let bytes else { return }
    defer {
      let waiter = state.withLock { state in
        state.isTelling = false
        return state.waiter.take()
      }
      waiter?.resume()
    }
    try await progress(bytes)
  }

  /// Returns when nobody is being told, and nobody will be.
  func close() async {
    await withCheckedContinuation { continuation in
      let isQuiet = state.withLock { state in
        state.isClosed = true
        if state.isTelling { state.waiter = continuation }
        return !state.isTelling
      }
      if isQuiet { continuation.resume() }
    }
  }

  /// After ``close()``: tells that the whole body is sent, if it is and that was not told yet.
  func tellEnd() async throws(UploadFailure) {
    let isDue = state.withLock { $0.sent == length && $0.told < length }
    if isDue { try await progress(length) }
  }
}
