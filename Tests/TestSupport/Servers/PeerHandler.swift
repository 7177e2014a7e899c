import NIOCore
import NIOPosix
import Synchronization

/// Reads the requests of one connection of a ``FaultyPeer`` and performs the replies.
final class PeerHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let log: RequestLog
  private let early: @Sendable (FaultyPeer.Request) -> FaultyPeer.Early?
  private let answer: FaultyPeer.Answer
  private var received: [UInt8] = []
  private var current: Current?
  private var isDeaf = false

  private struct Current {
    var request: FaultyPeer.Request
    let length: Int
    var early: FaultyPeer.Early?
    let index: Int
  }

  init(
    log: RequestLog, early: @escaping @Sendable (FaultyPeer.Request) -> FaultyPeer.Early?,
    answer: @escaping FaultyPeer.Answer
  ) {
    self.log = log
    self.early = early
    self.answer = answer
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isDeaf { return }
    received.append(contentsOf: unwrapInboundIn(data).readableBytesView)
    // 0x16 begins a TLS handshake. A server without TLS responds to it at once.
    if current == nil, received.first == 0x16 {
      return perform(.bytesAndClose("HTTP/1.1 400 Bad Request\r\n\r\n"), context)
    }
    while !isDeaf, step(context) {}
  }

  /// Processes the received bytes of one request. Returns whether there may be more to process.
  private func step(_ context: ChannelHandlerContext) -> Bool {
    if current == nil {
      guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
      begin(received[..<end.lowerBound])
      received.removeFirst(end.upperBound)
    }
    guard let length = current?.length, let index = current?.index, let before = current?.request.received else {
      return false
    }
    let count = min(received.count, length - before)
    // The bytes of a large body are counted but not kept.
    let kept = min(count, max(0, (4 << 20) - before))
    current?.request.body += received[..<kept]
    current?.request.received += count
    received.removeFirst(count)
    log.requests.withLock { $0[index].received = before + count }
    if let early = current?.early, before + count >= early.after {
      current?.early = nil
      perform(early.reply, context)
      return false
    }
    guard before + count == length, let request = current?.request else { return false }
    log.requests.withLock { $0[index] = request }
    current = nil
    perform(answer(request), context)
    return !received.isEmpty
  }

  private func begin(_ head: ArraySlice<UInt8>) {
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    let headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (name: String(parts.first ?? ""), value: parts.count > 1 ? parts[1].drop { $0 == " " }.description : "")
    }
    let request = FaultyPeer.Request(
      method: String(words.first ?? ""), path: words.count > 1 ? String(words[1]) : "", headers: headers)
    let index = log.requests.withLock { requests in
      requests.append(request)
      return requests.count - 1
    }
    current = Current(
      request: request, length: request.header("Content-Length").flatMap { Int($0) } ?? 0, early: early(request),
      index: index)
  }

  private func perform(_ reply: FaultyPeer.Reply, _ context: ChannelHandlerContext) {
    let channel = context.channel
    switch reply {
    case .answer(let status, let headers, let body):
      var text = "HTTP/1.1 \(status) Status\r\n"
      if headers["Content-Length"] == nil { text += "Content-Length: \(body.utf8.count)\r\n" }
      for (name, value) in headers { text += "\(name): \(value)\r\n" }
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text + "\r\n" + body)), promise: nil)
    case .content(let bytes):
      var buffer = ByteBuffer(string: "HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n")
      buffer.writeBytes(bytes)
      context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
    case .raw(let bytes, closes: false): context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    case .raw(let bytes, closes: true):
      isDeaf = true
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes))).whenComplete { _ in channel.close(promise: nil) }
    case .trickle(let head, let piece, let milliseconds):
      let pause = TimeAmount.milliseconds(milliseconds)
      channel.writeAndFlush(ByteBuffer(string: head), promise: nil)
      let pieces = channel.eventLoop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { _ in
        channel.writeAndFlush(ByteBuffer(bytes: piece), promise: nil)
      }
      let end = channel.eventLoop.scheduleTask(in: pause * 6000) { channel.close(promise: nil) }
      channel.closeFuture.whenComplete { _ in
        pieces.cancel()
        end.cancel()
      }
    case .stall:
      isDeaf = true
      // The kernel's buffers fill up until the client cannot send any more.
      channel.setOption(.autoRead, value: false).whenFailure { _ in channel.close(promise: nil) }
    case .reset:
      isDeaf = true
      let linger = linger(l_onoff: 1, l_linger: 0)
      guard let options = channel as? any SocketOptionProvider else { return channel.close(promise: nil) }
      options.setSoLinger(linger).whenComplete { _ in channel.close(promise: nil) }
    case .halfClose: channel.close(mode: .output, promise: nil)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
