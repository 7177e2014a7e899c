import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A web server on loopback that answers as a test tells it, faults included.
final class FaultyPeer: Sendable {
  struct Request: Sendable {
    /// The request line and headers.
    let text: String

    var path: String { text.split(separator: " ").dropFirst().first.map(String.init) ?? "" }

    func header(_ name: String) -> String? {
      text.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
        .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
  }

  enum Reply: Sendable {
    /// Sends the bytes and closes.
    case send([UInt8])
    /// Sends the bytes and keeps the connection open without another word.
    case stall(after: [UInt8])
    /// Sends a head, and then a piece again and again as long as the connection stands.
    case trickle(head: String, piece: [UInt8], every: TimeAmount)

    static func ok(_ body: some Sequence<UInt8>, headers: String = "") -> Reply {
      let body = Array(body)
      return .send(Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\(headers)\r\n".utf8) + body)
    }

    static func status(_ line: String, headers: String = "") -> Reply {
      .send(Array("HTTP/1.1 \(line)\r\nContent-Length: 0\r\n\(headers)\r\n".utf8))
    }
  }

  private let channel: any Channel
  private let log: RequestLog
  let scheme: String

  /// Starts to listen; `reply` gets each request.
  init(tls: NIOSSLContext? = nil, reply: @escaping @Sendable (Request) -> Reply) async throws {
    let log = RequestLog()
    self.log = log
    scheme = tls == nil ? "http" : "https"
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
          try channel.pipeline.syncOperations.addHandler(PeerHandler(log: log, reply: reply))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  deinit { channel.close(promise: nil) }

  /// The requests so far, in order.
  var requests: [Request] { log.requests.withLock { $0 } }

  /// An address of this server.
  func url(_ path: String = "/catalogue", host: String = "127.0.0.1") -> String {
    "\(scheme)://\(host):\(channel.localAddress?.port ?? 0)\(path)"
  }
}

private final class RequestLog: Sendable {
  let requests = Mutex<[FaultyPeer.Request]>([])
}

private final class PeerHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let log: RequestLog
  private let reply: @Sendable (FaultyPeer.Request) -> FaultyPeer.Reply
  private var received = ""

  init(log: RequestLog, reply: @escaping @Sendable (FaultyPeer.Request) -> FaultyPeer.Reply) {
    self.log = log
    self.reply = reply
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received += String(buffer: unwrapInboundIn(data))
    // 0x16 begins a TLS handshake: a server that does not speak TLS answers that at once, too.
    guard received.hasSuffix("\r\n\r\n") || received.utf8.first == 0x16 else { return }
    let request = FaultyPeer.Request(text: received)
    received = ""
    log.requests.withLock { $0.append(request) }
    switch reply(request) {
    case .stall(let bytes): context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    case .trickle(let head, let piece, let pause):
      let channel = context.channel
      channel.writeAndFlush(ByteBuffer(string: head), promise: nil)
      let pieces = channel.eventLoop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { _ in
        channel.writeAndFlush(ByteBuffer(bytes: piece), promise: nil)
      }
      channel.closeFuture.whenComplete { _ in pieces.cancel() }
    case .send(let bytes):
      let channel = context.channel
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes))).whenComplete { _ in channel.close(promise: nil) }
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
