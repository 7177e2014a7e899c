import Synchronization

/// A web server on loopback that responds as a test specifies, including faults.
package final class FaultyPeer: Sendable {
  /// A request whose head has arrived.
  package struct Request: Sendable {
    /// The method, such as `PUT`.
    package let method: String
    /// The path and query.
    package let path: String
    /// The header fields in order.
    package let headers: [(name: String, value: String)]
    /// The complete body, or the first bytes of a large one.
    package var body: [UInt8] = []
    /// The number of bytes of the body received.
    package var received = 0
    /// The number of earlier requests to the server.
    package var number = 0
    /// The number of earlier requests on the same connection.
    package var earlierOnConnection = 0

    /// Returns the value of a header field. The name is case-insensitive.
    package func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The method and the path.
    package var line: String { "\(method) \(path)" }
  }

  /// The server's reaction.
  package enum Reply: Sendable {
    /// Send a response and keep the connection open.
    case answer(Int, [String: String] = [:], String = "")
    /// Send a file with status 200.
    case content([UInt8])
    /// Send bytes unchanged, and either close the connection or keep it open.
    case raw([UInt8], closes: Bool)
    /// Send a head and then a piece up to 6000 times, and then close the connection.
    case trickle(head: String, piece: [UInt8], milliseconds: Int64)
    /// Connect the client to another loopback port, as a proxy does.
    case tunnel(port: Int)
    /// Neither read nor send anything else.
    case stall
    /// Reset the connection.
    case reset
    /// Send nothing else, but keep reading.
    case halfClose

    /// Sends text unchanged and keeps the connection open.
    package static func bytes(_ text: String) -> Reply { .raw(Array(text.utf8), closes: false) }

    /// Sends text unchanged and closes the connection.
    package static func bytesAndClose(_ text: String) -> Reply { .raw(Array(text.utf8), closes: true) }
  }

  /// A reply before the end of the request's body. If it is a response, the complete request gets no other one.
  package struct Early: Sendable {
    /// The number of bytes of the body to receive before the reply.
    let after: Int
    let reply: Reply

    /// Creates a reply that is sent after a number of bytes of the body.
    package init(after: Int, reply: Reply) {
      self.after = after
      self.reply = reply
    }
  }

  /// Returns the reply to a complete request.
  package typealias Answer = @Sendable (Request) -> Reply

  private let listener: PeerListener
  private let state: PeerState

  /// Starts the server.
  /// - Parameters:
  ///   - tls: the certificate and key for a server with TLS.
  ///   - keptBytes: the maximum number of bytes of a body to keep.
  ///   - early: returns a reply to send before the end of the body, or `nil`. Called with the head of each request.
  ///   - answer: returns the reply to a complete request.
  package init(
    tls: ServerTLS? = nil, keptBytes: Int = 4 << 20,
    early: @escaping @Sendable (Request) -> Early? = { _ in nil }, answer: @escaping Answer
  ) async throws {
    let listener = try PeerListener()
    let state = PeerState(tls: tls, keptBytes: keptBytes, early: early, answer: answer)
    (self.listener, self.state) = (listener, state)
    PeerThread.start {
      while let socket = listener.accept() {
        state.keep(socket)
        PeerThread.start {
          var connection = PeerConnection(socket, state)
          connection.run()
        }
      }
    }
  }

  deinit {
    listener.interrupt()
    state.end()
  }

  /// The requests whose heads have arrived, in order.
  package var requests: [Request] { state.log.withLock { $0 } }

  /// The method and the path of each request, in order.
  package var lines: [String] { requests.map(\.line) }

  /// The port of the server.
  package var port: Int { listener.port }

  /// Returns an address of the server.
  package func url(_ path: String, host: String = "127.0.0.1") -> String {
    "\(state.tls == nil ? "http" : "https")://\(host):\(port)\(path)"
  }
}
