import CLibraries

/// A request in progress. Used only on the network thread.
final class CurlTransfer {
  let exchange: Exchange
  private let configuration: WebConfiguration
  private(set) var handle: CurlHandle
  private var clock: TransferClock
  private var head: ResponseHead
  /// The failure that occurred in a callback. libcurl only reports that the callback aborted the request.
  private var failure: (any Error)?

  private var isStarted = false
  private var isRepeated = false
  /// The number of bytes of the body passed to libcurl.
  private var given = 0
  private var piece: [UInt8] = []
  private var taken = 0
  private var isStarved = false
  private var isBodyPaused = false
  private var isResponsePaused = false
  private var received: Int64 = 0
  private var bodyReceived: Int64 = 0
  private var status = 0
  /// Whether the response arrived before the whole request was sent. The rest of the request is not sent.
  private var isAnsweredEarly = false

  private var request: WebRequest { exchange.request }

  /// Returns `nil` if memory is exhausted.
  init?(_ exchange: Exchange, _ configuration: WebConfiguration, at now: ContinuousClock.Instant) {
    guard let handle = CurlHandle() else { return nil }
    self.handle = handle
    self.exchange = exchange
    self.configuration = configuration
    clock = TransferClock(exchange.request.limits, at: now)
    head = ResponseHead(exchange.request.limits)
    prepare()
  }

  private func prepare() {
    handle.setServer(request, configuration)
    handle.setMessage(request)
    cn_set_callbacks(handle.easy, Self.callbacks, Unmanaged.passUnretained(self).toOpaque())
    if isRepeated || !request.isRepeatable { cn_set_number(handle.easy, CURLOPT_FRESH_CONNECT, 1) }
    rewind()
  }

  private func rewind() {
    (piece, taken, given, isStarved) = ([], 0, 0, false)
    switch request.body {
    case .none: break
    case .bytes(let bytes): piece = bytes
    case .stream(let stream): if stream.length > 0 { exchange.beginReading(stream) }
    }
  }

  /// Whether the body can be sent again, because the connection may have been dead from the start. On a dead
  /// connection, the system's buffers and the first packets absorb less than this limit before the failure shows.
  private var canRewind: Bool { given <= 384 << 10 }

  /// Prepares the request to be sent again if a reused connection ended before the first byte of a response. libcurl
  /// itself repeats most such requests. Returns whether the request must be added again.
  func repeats(after code: CURLcode) -> Bool {
    guard request.isRepeatable, !isRepeated, failure == nil, isStarted, received == 0, canRewind,
      [CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING].contains(code),
      cn_number(handle.easy, CURLINFO_NUM_CONNECTS) == 0, let handle = CurlHandle()
    else { return false }
    self.handle = handle
    (isRepeated, isStarted, isBodyPaused, isResponsePaused) = (true, false, false, false)
    prepare()
    return true
  }

  // MARK: Progress

  func limitBody(seconds: Double, at now: ContinuousClock.Instant) { clock.limitBody(seconds: seconds, at: now) }

  /// Returns the error if the request has exceeded a limit.
  func check(at now: ContinuousClock.Instant) -> WebError? {
    var progress = TransferClock.Progress(sent: sent, received: received)
    if head.isComplete {
      progress.phase = isResponsePaused ? .held : .receiving
    } else if !isStarted {
      progress.phase = .connecting
    } else if progress.sent < request.body.length {
      progress.phase = isStarved ? .reading : .sending
    } else {
      progress.phase = .waiting
    }
    if !head.isComplete, request.body.length > 0 { exchange.record(sent: progress.sent) }
    return clock.update(progress, at: now)
  }

  var nextCheck: ContinuousClock.Instant? { clock.next }

  /// Whether a response that arrived before the end of the request is complete. libcurl would wait for the rest of the
  /// request, which is never sent.
  func isComplete(at now: ContinuousClock.Instant) -> Bool {
    guard isAnsweredEarly, !isResponsePaused else { return false }
    let length = cn_size(handle.easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
    let hasNoBody = status == 204 || status == 304 || request.method == "HEAD"
    return hasNoBody || length >= 0 && bodyReceived >= length || clock.idle(at: now) >= Self.earlySeconds
  }

  /// The time in seconds to wait for the rest of a response that arrived before the end of the request.
  private static let earlySeconds = 1.0

  /// The next time at which ``isComplete(at:)`` may have changed.
  func nextCompletion(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    isAnsweredEarly && !isResponsePaused ? now + .milliseconds(100) : nil
  }

  private var sent: Int64 {
    request.body.length == 0 ? 0 : cn_size(handle.easy, CURLINFO_SIZE_UPLOAD_T)
  }

  func resumeBody() {
    guard isBodyPaused, !isAnsweredEarly else { return }
    (isBodyPaused, isStarved) = (false, false)
    unpause()
  }

  func resumeResponse() {
    guard isResponsePaused else { return }
    isResponsePaused = false
    unpause()
  }

  private func unpause() {
    let mask = (isBodyPaused ? CURLPAUSE_SEND : 0) | (isResponsePaused ? CURLPAUSE_RECV : 0)
    cn_easy_pause(handle.easy, mask)
  }

  /// Returns the outcome for a libcurl result code.
  func outcome(_ code: CURLcode) -> Result<Void, any Error> {
    if let failure { return .failure(failure) }
    if code == CURLE_OK { return head.isComplete ? .success(()) : .failure(WebError.closed) }
    return .failure(
      CurlFailure(
        code: code, handle: handle, request: request, isStarted: isStarted,
        proxy: configuration.proxies.setting(for: request.url)
      ).error)
  }

  // MARK: Callbacks

  private func start() { isStarted = true }

  private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    // Once the response has begun, the rest of the request is not sent.
    if head.isComplete {
      isBodyPaused = true
      return Int(CURL_READFUNC_PAUSE)
    }
    if taken == piece.count {
      if case .bytes = request.body { return 0 }
      switch exchange.takePiece() {
      case .bytes(let next): (piece, taken) = (next, 0)
      case .pending:
        (isBodyPaused, isStarved) = (true, true)
        return Int(CURL_READFUNC_PAUSE)
      case .end:
        failure = WebError.failed("the body is shorter than announced")
        return Int(CURL_READFUNC_ABORT)
      case .failure(let error):
        failure = error
        return Int(CURL_READFUNC_ABORT)
      }
    }
    let count = min(buffer.count, piece.count - taken)
    piece.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[taken..<taken + count])) }
    taken += count
    given += count
    return count
  }

  private func receiveHead(_ bytes: UnsafeRawBufferPointer) -> Bool {
    received += Int64(bytes.count)
    do throws(WebError) {
      guard let (status, headers) = try head.add(Substring(decoding: bytes, as: UTF8.self)) else { return true }
      self.status = status
      let sent = sent
      isAnsweredEarly = sent < request.body.length
      // The server still expects the unsent bytes and would mistake the next request for them.
      if isAnsweredEarly { cn_set_number(handle.easy, CURLOPT_FORBID_REUSE, 1) }
      exchange.deliver(Exchange.Head(status: status, headers: headers, sent: sent))
      return true
    } catch {
      failure = error
      return false
    }
  }

  private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard exchange.deliver(bytes) else {
      isResponsePaused = true
      return false
    }
    received += Int64(bytes.count)
    bodyReceived += Int64(bytes.count)
    return true
  }

  private static let callbacks = cn_callbacks(
    write: { bytes, size, count, context in
      let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return CurlTransfer.of(context).receiveBody(buffer) ? buffer.count : Int(CURL_WRITEFUNC_PAUSE)
    },
    header: { bytes, size, count, context in
      let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return CurlTransfer.of(context).receiveHead(buffer) ? buffer.count : 0
    },
    read: { bytes, size, count, context in
      CurlTransfer.of(context).read(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
    },
    seek: { context, offset, _ in
      let transfer = CurlTransfer.of(context)
      guard offset == 0, transfer.canRewind else { return Int32(CURL_SEEKFUNC_FAIL) }
      transfer.rewind()
      return Int32(CURL_SEEKFUNC_OK)
    },
    started: { context, _, _, _, _ in
      CurlTransfer.of(context).start()
      return Int32(CURL_PREREQFUNC_OK)
    })

  /// Returns the transfer that a callback belongs to. libcurl invokes callbacks only while the thread retains the
  /// transfer.
  private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
    guard let context else { preconditionFailure("libcurl called back without its context") }
    return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
  }
}
