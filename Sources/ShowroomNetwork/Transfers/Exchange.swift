import Synchronization

/// A request and its response, shared by the caller and the network thread. Neither blocks the other: the caller
/// suspends, and the thread pauses the request.
final class Exchange: Sendable {
  /// The head of a response.
  struct Head: Sendable {
    let status: Int
    let headers: HeaderFields
    /// The number of bytes of the request's body that the connection had accepted.
    let sent: Int64
  }

  /// The next piece of the request's body.
  enum Piece: Sendable {
    case bytes([UInt8])
    /// The next piece is being read.
    case pending
    /// The stream ended.
    case end
    /// Reading failed.
    case failure(any Error)
  }

  let request: WebRequest
  private let send: @Sendable (NetworkThread.Command) -> Void
  private let state = Mutex(State())

  /// The number of bytes of a response to buffer while the caller does not read.
  static let buffered = 256 << 10

  private struct State {
    var head: Head?
    var headWaiter: CheckedContinuation<Void, Never>?
    var bytes: [UInt8] = []
    var bytesWaiter: CheckedContinuation<Void, Never>?
    /// Whether the network thread has paused the response.
    var isHeld = false
    var end: Result<Void, any Error>?

    var upload = Upload()
  }

  private struct Upload {
    var piece = Piece.pending
    /// Whether the network thread is waiting for a piece.
    var isStarved = false
    var pieceWaiter: CheckedContinuation<Void, Never>?
    /// The number of times that reading the body has begun.
    var generation = 0
    var reader: Task<Void, Never>?
    var sent: Int64 = 0
  }

  /// - Parameter send: Passes a command to the network thread.
  init(_ request: WebRequest, send: @escaping @Sendable (NetworkThread.Command) -> Void) {
    self.request = request
    self.send = send
  }

  // MARK: The caller

  /// Waits for the head of the response and returns it.
  func head() async throws -> Head {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isReady = state.withLock { state in
          if state.head == nil, state.end == nil { state.headWaiter = waiter }
          return state.headWaiter == nil
        }
        if isReady { waiter.resume() }
      }
    } onCancel: {
      cancel()
    }
    return try state.withLock { state in
      if let head = state.head { return head }
      try state.end?.get()
      throw WebError.closed
    }
  }

  /// Returns the bytes that have arrived, waiting for at least one, or `nil` at the end of the response.
  func next() async throws -> [UInt8]? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isReady = state.withLock { state in
          if state.bytes.isEmpty, state.end == nil { state.bytesWaiter = waiter }
          return state.bytesWaiter == nil
        }
        if isReady { waiter.resume() }
      }
    } onCancel: {
      cancel()
    }
    let (bytes, isHeld, end) = state.withLock { state in
      defer { (state.bytes, state.isHeld) = ([], false) }
      return (state.bytes, state.isHeld, state.end)
    }
    if isHeld { send(.resumeResponse(self)) }
    if !bytes.isEmpty { return bytes }
    try end?.get()
    return nil
  }

  /// Limits the time for the rest of the response.
  func limitBody(seconds: Double) { send(.limitBody(self, seconds: seconds)) }

  /// Ends the exchange unless it has already ended.
  func cancel() {
    if state.withLock({ $0.end == nil }) { send(.cancel(self)) }
  }

  // MARK: The network thread

  func deliver(_ head: Head) {
    let waiter = state.withLock { state in
      state.head = head
      return state.headWaiter.take()
    }
    waiter?.resume()
  }

  /// Adds bytes of the response. Returns `false` if the buffer is full; the response is then paused until the caller
  /// reads.
  func deliver(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let (isAccepted, waiter) = state.withLock { state in
      guard state.bytes.count < Self.buffered else {
        state.isHeld = true
        return (false, CheckedContinuation<Void, Never>?.none)
      }
      state.bytes.append(contentsOf: bytes)
      return (true, state.bytesWaiter.take())
    }
    waiter?.resume()
    return isAccepted
  }

  /// Ends the exchange, including the reading of the body.
  func finish(_ end: Result<Void, any Error>) {
    let (waiters, reader) = state.withLock { state in
      if state.end == nil { state.end = end }
      state.upload.generation += 1
      state.upload.piece = .end
      let waiters = [state.headWaiter.take(), state.bytesWaiter.take(), state.upload.pieceWaiter.take()]
      return (waiters, state.upload.reader.take())
    }
    reader?.cancel()
    for waiter in waiters { waiter?.resume() }
  }

  /// Records the number of bytes of the body that the connection has accepted.
  func record(sent: Int64) { state.withLock { $0.upload.sent = sent } }

  /// Returns the next piece of the body and starts reading the one after it.
  func takePiece() -> Piece {
    let (piece, waiter) = state.withLock { state in
      let piece = state.upload.piece
      switch piece {
      case .bytes:
        state.upload.piece = .pending
        return (piece, state.upload.pieceWaiter.take())
      case .pending: state.upload.isStarved = true
      case .end, .failure: break
      }
      return (piece, nil)
    }
    waiter?.resume()
    return piece
  }

  /// Begins reading a body from the start.
  func beginReading(_ stream: WebBodyStream) {
    let (generation, waiter, earlier) = state.withLock { state in
      state.upload.generation += 1
      (state.upload.piece, state.upload.isStarved, state.upload.sent) = (.pending, false, 0)
      return (state.upload.generation, state.upload.pieceWaiter.take(), state.upload.reader.take())
    }
    earlier?.cancel()
    waiter?.resume()
    let reader = Task.detached { await self.read(stream, generation) }
    let isCurrent = state.withLock { state in
      guard state.upload.generation == generation else { return false }
      state.upload.reader = reader
      return true
    }
    if !isCurrent { reader.cancel() }
  }

  // MARK: The reader

  private func read(_ stream: WebBodyStream, _ generation: Int) async {
    do {
      let next = try await stream.open()
      while let bytes = try await next(state.withLock { $0.upload.sent }) {
        if bytes.isEmpty { continue }
        guard offer(.bytes(bytes), generation) else { return }
        await waitUntilTaken(generation)
      }
      _ = offer(.end, generation)
    } catch {
      _ = offer(.failure(error), generation)
    }
  }

  /// Offers a piece to the network thread. Returns whether the body is still being sent.
  private func offer(_ piece: Piece, _ generation: Int) -> Bool {
    let (isCurrent, wasStarved) = state.withLock { state in
      guard state.upload.generation == generation else { return (false, false) }
      state.upload.piece = piece
      defer { state.upload.isStarved = false }
      return (true, state.upload.isStarved)
    }
    if wasStarved { send(.resumeBody(self)) }
    return isCurrent
  }

  private func waitUntilTaken(_ generation: Int) async {
    await withCheckedContinuation { waiter in
      let isTaken = state.withLock { state in
        guard state.upload.generation == generation, case .bytes = state.upload.piece else { return true }
        state.upload.pieceWaiter = waiter
        return false
      }
      if isTaken { waiter.resume() }
    }
  }
}
