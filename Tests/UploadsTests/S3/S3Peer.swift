import NIOCore
import NIOHTTP1
import NIOPosix

@testable import Uploads

/// An S3 store on loopback that verifies every signature and produces faults as a test specifies.
final class S3Peer: Sendable {
  /// The deviation from the correct response.
  enum Fault: Sendable {
    /// Send this response without processing the request.
    case answers(S3Reply)
    /// Process the request and reset the connection.
    case losesAnswer
    /// Reset the connection in the middle of the request.
    case hangsUp
    /// Accept the request without responding.
    case stalls
  }

  let store: S3Store
  private let channel: any Channel

  /// Starts the server. `fault` is called with the head of each request.
  init(
    store: S3Store = S3Store(), fault: @escaping @Sendable (S3Received) -> Fault? = { _ in nil }
  ) async throws {
    self.store = store
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(S3PeerHandler(store: store, fault: fault))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  deinit { channel.close(promise: nil) }

  /// The address of the server.
  var endpoint: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)" }

  /// Returns a location with the bucket `cars` and the prefix `scans`.
  func location(bucket: String = "cars", prefix: String = "scans", options: String = "") throws -> S3Location {
    try S3Location(parsing: "s3://\(bucket)/\(prefix)?endpoint=\(endpoint)\(options)")
  }
}

private final class S3PeerHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let store: S3Store
  private let fault: @Sendable (S3Received) -> S3Peer.Fault?
  private var request: S3Received?
  private var verdict: S3Peer.Fault?

  init(store: S3Store, fault: @escaping @Sendable (S3Received) -> S3Peer.Fault?) {
    self.store = store
    self.fault = fault
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      let received = S3Received(head)
      request = received
      verdict = fault(received)
      if case .hangsUp = verdict {
        store.remember(received)
        context.close(promise: nil)
      }
    case .body(let bytes):
      request?.body += Array(bytes.readableBytesView)
    case .end:
      guard let received = request else { return }
      request = nil
      store.remember(received)
      switch verdict {
      case .hangsUp, .stalls: break
      case .answers(let reply): write(reply, to: received, context: context)
      case .losesAnswer:
        _ = store.reply(to: received)
        context.close(promise: nil)
      case nil: write(store.reply(to: received), to: received, context: context)
      }
    }
  }

  private func write(_ reply: S3Reply, to received: S3Received, context: ChannelHandlerContext) {
    var headers = HTTPHeaders(reply.headers.map { ($0.key, $0.value) })
    if headers["Content-Length"].isEmpty { headers.add(name: "Content-Length", value: "\(reply.body.count)") }
    let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: reply.status), headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if received.method != "HEAD" {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: reply.body)))), promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
