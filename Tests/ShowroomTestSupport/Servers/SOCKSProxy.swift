import Synchronization

/// A SOCKS5 proxy on loopback (RFC 1928 and 1929) that connects every client to the same port.
package final class SOCKSProxy: Sendable {
  /// The replies to a connection request, with the numbers of the standard.
  package enum Reply: UInt8, Sendable {
    case succeeded = 0, failed = 1, notAllowed = 2, hostUnreachable = 4, refused = 5
  }

  private let listener: PeerListener
  private let log: Log

  /// The state shared by the connections.
  private final class Log: Sendable {
    let targets = Mutex<[String]>([])
    let sockets = Mutex<[PeerSocket]>([])
  }

  /// Starts the proxy.
  /// - Parameters:
  ///   - port: the port to which clients are connected.
  ///   - login: the required user name and password, as `user:password`.
  package init(to port: Int, login: String? = nil, reply: Reply = .succeeded) throws {
    let listener = try PeerListener()
    let log = Log()
    (self.listener, self.log) = (listener, log)
    PeerThread.start {
      while let socket = listener.accept() {
        log.sockets.withLock { $0.append(socket) }
        PeerThread.start {
          Self.serve(socket, port, login, reply, log)
          socket.interrupt()
        }
      }
    }
  }

  deinit {
    listener.interrupt()
    for socket in log.sockets.withLock(\.self) { socket.interrupt() }
  }

  /// The port of the proxy.
  package var port: Int { listener.port }

  /// The servers that clients requested, as `host:port`. If the client has resolved a host, it is an address.
  package var targets: [String] { log.targets.withLock(\.self) }

  // Clients wait for the response to each message before sending the next one, so each message arrives separately.
  private static func serve(_ socket: PeerSocket, _ port: Int, _ login: String?, _ reply: Reply, _ log: Log) {
    guard let greeting = socket.read(), greeting.first == 5 else { return }
    let method: UInt8 = login == nil ? 0 : 2
    guard greeting.dropFirst(2).contains(method) else {
      socket.write([5, 0xFF])
      return
    }
    socket.write([5, method])
    if let login {
      guard let message = socket.read(), let user = text(message.dropFirst()), let password = text(user.rest) else {
        return
      }
      let isRight = "\(user.text):\(password.text)" == login
      socket.write([1, isRight ? 0 : 1])
      if !isRight { return }
    }
    guard let request = socket.read(), request.count > 4, let target = target(request[3...]) else { return }
    log.targets.withLock { $0.append(target) }
    socket.write([5, reply.rawValue, 0, 1, 127, 0, 0, 1, 0, 0])
    guard reply == .succeeded, let other = PeerSocket(connectingTo: port) else { return }
    log.sockets.withLock { $0.append(other) }
    socket.relay(to: other)
  }

  /// Returns a text that begins with its length, and the bytes after it.
  private static func text(_ bytes: ArraySlice<UInt8>) -> (text: String, rest: ArraySlice<UInt8>)? {
    guard let count = bytes.first, bytes.count > Int(count) else { return nil }
    return (String(decoding: bytes.dropFirst().prefix(Int(count)), as: UTF8.self), bytes.dropFirst(Int(count) + 1))
  }

  /// Returns the host and the port after the type of the host.
  private static func target(_ bytes: ArraySlice<UInt8>) -> String? {
    let address = bytes.dropFirst()
    let host: (text: String, rest: ArraySlice<UInt8>)? =
      switch bytes.first {
      case 1: (address.prefix(4).map(String.init).joined(separator: "."), address.dropFirst(4))
      case 3: text(address)
      default: nil
      }
    guard let host, host.rest.count == 2, let high = host.rest.first, let low = host.rest.last else { return nil }
    return "\(host.text):\(Int(high) << 8 | Int(low))"
  }
}
