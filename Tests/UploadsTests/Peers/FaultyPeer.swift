import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A web server on loopback that answers as a test tells it, faults included.
final class FaultyPeer: Sendable {
  struct Request: Sendable {
    let method: String
    let path: String
    let headers: [(name: String, value: String)]
    /// The body once it is whole, of a large one its first four megabytes.
    var body: [UInt8] = []
    /// How many bytes of the body have come.
    var received = 0

    func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    var line: String { "\(method) \(path)" }
  }

  /// What is done with a connection.
  enum Reply: Sendable {
    /// An answer; the connection stays open for the next request.
    case answer(Int, [String: String] = [:], String = "")
    /// A file: 200 and its bytes.
    case content([UInt8])
    /// These bytes, as they are; the connection stays open.
    case bytes(String)
    /// These bytes, and then the connection is closed.
    case bytesAndClose(String)
    /// Nothing more is read and nothing is said.
    case stall
    /// The connection is reset.
    case reset
    /// No more will be said, but what comes is read.
    case halfClose
  }

  /// A reply that comes before the request's body is through.
  struct Early: Sendable {
    /// After so many bytes of the body.
    let after: Int
    let reply: Reply
  }

  typealias Answer = @Sendable (Request) -> Reply

  private let channel: any Channel
  private let log: RequestLog
  private let scheme: String

  /// Starts to listen.
  /// - Parameters:
  ///   - early: is asked when a request's head has come, whether to reply before its end.
  ///   - answer: is given each whole request.
  init(
    tls: NIOSSLContext? = nil, early: @escaping @Sendable (Request) -> Early? = { _ in nil }, answer: @escaping Answer
  )
    async throws
  {
    scheme = tls == nil ? "http" : "https"
    let log = RequestLog()
    self.log = log
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
          try channel.pipeline.syncOperations.addHandler(PeerHandler(log: log, early: early, answer: answer))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  deinit { channel.close(promise: nil) }

  /// The requests whose head has come, in order.
  var requests: [Request] { log.requests.withLock { $0 } }

  var lines: [String] { requests.map(\.line) }

  func url(_ path: String = "/", host: String = "127.0.0.1") -> String {
    "\(scheme)://\(host):\(channel.localAddress?.port ?? 0)\(path)"
  }
}

final class RequestLog: Sendable {
  let requests = Mutex<[FaultyPeer.Request]>([])
}
