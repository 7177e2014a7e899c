import NIOCore
import NIOHTTP1

/// The limits within which a server must respond.
package struct ResponseLimits: Sendable, Hashable {
  /// The seconds from the end of a request to the head of its response, regardless of interim responses.
  package var headSeconds: Double
  /// The seconds within which a body must deliver ``bytesInWindow``, unless the reader pauses.
  package var windowSeconds: Double
  /// The smallest number of bytes of a body in ``windowSeconds``.
  package var bytesInWindow: Int
  /// The seconds from the end of a request to the end of its response; `nil` for no limit.
  package var totalSeconds: Double?
  /// The largest number of interim responses (1xx) before the response itself.
  package var interimResponses: Int

  package init(
    headSeconds: Double = 60, windowSeconds: Double = 60, bytesInWindow: Int = 8 << 10, totalSeconds: Double? = nil,
    interimResponses: Int = 100
  ) {
    self.headSeconds = headSeconds
    self.windowSeconds = windowSeconds
    self.bytesInWindow = bytesInWindow
    self.totalSeconds = totalSeconds
    self.interimResponses = interimResponses
  }
}

/// The reason why a response was rejected before it reached the HTTP client.
package enum ResponseError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The status is not a valid HTTP status.
  case badStatus(Int)
  /// The server sends too many interim responses.
  case endlessInterim
  /// No response came within the time limit, except interim ones.
  case noHead(seconds: Double)
  /// The body arrives too slowly.
  case tooSlow(bytes: Int, seconds: Double)
  /// The response does not end within the time limit.
  case tooLong(seconds: Double)

  /// The reason as the second half of a sentence.
  package var description: String {
    switch self {
    case .badStatus(let code): "the server returned the status \(code), which is not a valid HTTP status"
    case .endlessInterim: "the server sends interim responses without end"
    case .noHead(let seconds): "the server did not respond within \(Self.seconds(seconds))"
    case .tooSlow(let bytes, let seconds): "only \(bytes) bytes arrived within \(Self.seconds(seconds))"
    case .tooLong(let seconds): "the response did not end within \(Self.seconds(seconds))"
    }
  }

  private static func seconds(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value)) seconds" : "\(value) seconds"
  }
}

/// A filter for responses between the parser and the HTTP client, which traps on a status below 100 and waits forever
/// for a server that sends a byte now and then.
final class ResponseGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTPClientRequestPart

  private enum Phase { case idle, head, body, refused }

  private let limits: ResponseLimits
  private var phase = Phase.idle
  private var isSending = false
  /// Whether the response has ended before its request.
  private var isAnsweredEarly = false
  private var interimResponses = 0
  private var received = 0
  private var isReading = false
  private var headDeadline: Scheduled<Void>?
  private var totalDeadline: Scheduled<Void>?
  private var window: Scheduled<Void>?

  init(_ limits: ResponseLimits) { self.limits = limits }

  // MARK: Requests

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head: isSending = true
    case .body: break
    case .end: requestEnded(context)
    }
    context.write(data, promise: promise)
  }

  func read(context: ChannelHandlerContext) {
    isReading = true
    context.read()
  }

  private func requestEnded(_ context: ChannelHandlerContext) {
    isSending = false
    if isAnsweredEarly { return isAnsweredEarly = false }
    // A server may respond before it has the whole request. The limits of the response are active already then.
    guard phase == .idle else { return }
    phase = .head
    interimResponses = 0
    headDeadline = schedule(limits.headSeconds, context) { $0.refuse(.noHead(seconds: $0.limits.headSeconds), $1) }
    totalDeadline = limits.totalSeconds.map { seconds in
      schedule(seconds, context) { $0.refuse(.tooLong(seconds: seconds), $1) }
    }
  }

  // MARK: Responses

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard phase != .refused else { return }
    switch unwrapInboundIn(data) {
    case .head(let head): guard admits(head, context) else { return }
    case .body(let bytes): received += bytes.readableBytes
    case .end where phase == .body:
      isAnsweredEarly = isSending
      responseEnded()
    case .end: break
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    isReading = false
    context.fireChannelReadComplete()
  }

  func channelInactive(context: ChannelHandlerContext) {
    responseEnded()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { responseEnded() }

  private func admits(_ head: HTTPResponseHead, _ context: ChannelHandlerContext) -> Bool {
    switch head.status.code {
    case 100..<200 where head.status != .switchingProtocols:
      interimResponses += 1
      guard interimResponses <= limits.interimResponses else {
        refuse(.endlessInterim, context)
        return false
      }
    case 101, 200...:
      phase = .body
      headDeadline?.cancel()
      watchBody(context)
    case let code:
      refuse(.badStatus(Int(code)), context)
      return false
    }
    return true
  }

  private func watchBody(_ context: ChannelHandlerContext) {
    let before = received
    window = schedule(limits.windowSeconds, context) { guardian, context in
      // When the reader pauses, the server is not responsible for the delay.
      let isSlow = guardian.isReading && guardian.received - before < guardian.limits.bytesInWindow
      if isSlow {
        guardian.refuse(
          .tooSlow(bytes: guardian.received - before, seconds: guardian.limits.windowSeconds), context)
      } else {
        guardian.watchBody(context)
      }
    }
  }

  private func responseEnded() {
    if phase != .refused { phase = .idle }
    for deadline in [headDeadline, totalDeadline, window] { deadline?.cancel() }
    (headDeadline, totalDeadline, window) = (nil, nil, nil)
  }

  private func refuse(_ error: ResponseError, _ context: ChannelHandlerContext) {
    responseEnded()
    phase = .refused
    context.fireErrorCaught(error)
    context.close(promise: nil)
  }

  private func schedule(
    _ seconds: Double, _ context: ChannelHandlerContext,
    _ action: @escaping (ResponseGuard, ChannelHandlerContext) -> Void
  ) -> Scheduled<Void> {
    let delay = TimeAmount(inSeconds: seconds)
    return context.eventLoop.assumeIsolated().scheduleTask(in: delay) { [weak self] in
      if let self { action(self, context) }
    }
  }
}

extension TimeAmount {
  /// Creates an amount from any number of seconds. Negative numbers count as zero, and more than a century as a
  /// century.
  package init(inSeconds seconds: Double) {
    self = .nanoseconds(Int64(min(max(seconds, 0), 3e9) * 1e9))
  }
}
