import NIOCore
import NIOHTTP1

/// How slowly and how oddly a server may answer.
package struct AnswerLimits: Sendable, Hashable {
  /// Seconds from the end of a request to the head of its answer, whatever comes before that.
  package var headSeconds: Double
  /// Seconds over which a body must bring at least ``bytesInWindow``, as long as bytes are asked for.
  package var windowSeconds: Double
  /// The fewest bytes of a body in ``windowSeconds``.
  package var bytesInWindow: Int
  /// Seconds from the end of a request to the end of its answer; nil for as long as bytes come.
  package var totalSeconds: Double?
  /// The most interim answers (1xx) before the answer itself.
  package var interimAnswers: Int

  /// The usual limits, unless told otherwise.
  package init(
    headSeconds: Double = 60, windowSeconds: Double = 60, bytesInWindow: Int = 8 << 10, totalSeconds: Double? = nil,
    interimAnswers: Int = 100
  ) {
    self.headSeconds = headSeconds
    self.windowSeconds = windowSeconds
    self.bytesInWindow = bytesInWindow
    self.totalSeconds = totalSeconds
    self.interimAnswers = interimAnswers
  }
}

/// The reason why an answer was not let through to the HTTP client.
package enum AnswerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The status is none that HTTP knows.
  case badStatus(Int)
  /// Interim answers come, and never the answer.
  case endlessInterim
  /// Nothing but interim answers came in this many seconds.
  case noHead(seconds: Double)
  /// Bytes come too slowly for the answer ever to end.
  case tooSlow(bytes: Int, seconds: Double)
  /// The answer does not end.
  case tooLong(seconds: Double)

  /// The reason as the second half of a sentence.
  package var description: String {
    switch self {
    case .badStatus(let code): "the server answered with the status \(code), which is not one of HTTP"
    case .endlessInterim: "the server sends interim answers without end"
    case .noHead(let seconds): "the server did not answer within \(Self.seconds(seconds))"
    case .tooSlow(let bytes, let seconds): "only \(bytes) bytes came in \(Self.seconds(seconds))"
    case .tooLong(let seconds): "the answer did not end within \(Self.seconds(seconds))"
    }
  }

  private static func seconds(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value)) seconds" : "\(value) seconds"
  }
}

/// Stands between the parser of answers and the HTTP client, which traps on a status below 100 and waits for ever for a server
/// that sends a byte now and then.
final class AnswerGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTPClientRequestPart

  private enum Phase { case idle, head, body, refused }

  private let limits: AnswerLimits
  private var phase = Phase.idle
  private var interimAnswers = 0
  private var received = 0
  private var isWanted = false
  private var headDeadline: Scheduled<Void>?
  private var totalDeadline: Scheduled<Void>?
  private var window: Scheduled<Void>?

  init(_ limits: AnswerLimits) { self.limits = limits }

  // MARK: Requests

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) { requestEnded(context) }
    context.write(data, promise: promise)
  }

  func read(context: ChannelHandlerContext) {
    isWanted = true
    context.read()
  }

  private func requestEnded(_ context: ChannelHandlerContext) {
    // A server may answer before it has the whole request: then the answer's own limits hold already.
    guard phase == .idle else { return }
    phase = .head
    interimAnswers = 0
    headDeadline = schedule(limits.headSeconds, context) { $0.refuse(.noHead(seconds: $0.limits.headSeconds), $1) }
    totalDeadline = limits.totalSeconds.map { seconds in
      schedule(seconds, context) { $0.refuse(.tooLong(seconds: seconds), $1) }
    }
  }

  // MARK: Answers

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard phase != .refused else { return }
    switch unwrapInboundIn(data) {
    case .head(let head): guard admits(head, context) else { return }
    case .body(let bytes): received += bytes.readableBytes
    case .end: if phase == .body { answerEnded() }
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    isWanted = false
    context.fireChannelReadComplete()
  }

  func channelInactive(context: ChannelHandlerContext) {
    answerEnded()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { answerEnded() }

  private func admits(_ head: HTTPResponseHead, _ context: ChannelHandlerContext) -> Bool {
    switch head.status.code {
    case 100..<200 where head.status != .switchingProtocols:
      interimAnswers += 1
      guard interimAnswers <= limits.interimAnswers else {
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
      // Nobody asked for more: the slowness is ours.
      let isSlow = guardian.isWanted && guardian.received - before < guardian.limits.bytesInWindow
      if isSlow {
        guardian.refuse(
          .tooSlow(bytes: guardian.received - before, seconds: guardian.limits.windowSeconds), context)
      } else {
        guardian.watchBody(context)
      }
    }
  }

  private func answerEnded() {
    if phase != .refused { phase = .idle }
    for deadline in [headDeadline, totalDeadline, window] { deadline?.cancel() }
    (headDeadline, totalDeadline, window) = (nil, nil, nil)
  }

  private func refuse(_ error: AnswerError, _ context: ChannelHandlerContext) {
    answerEnded()
    phase = .refused
    context.fireErrorCaught(error)
    context.close(promise: nil)
  }

  private func schedule(
    _ seconds: Double, _ context: ChannelHandlerContext,
    _ action: @escaping (AnswerGuard, ChannelHandlerContext) -> Void
  ) -> Scheduled<Void> {
    let delay = TimeAmount(inSeconds: seconds)
    return context.eventLoop.assumeIsolated().scheduleTask(in: delay) { [weak self] in
      if let self { action(self, context) }
    }
  }
}

extension TimeAmount {
  /// An amount of any number of seconds that is not negative; more than a century counts as one.
  package init(inSeconds seconds: Double) {
    self = .nanoseconds(Int64(min(max(seconds, 0), 3e9) * 1e9))
  }
}
