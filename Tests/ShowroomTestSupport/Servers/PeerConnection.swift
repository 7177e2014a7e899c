import Glibc
import Synchronization

/// Reads the requests of one connection of a ``FaultyPeer`` and performs the replies.
struct PeerConnection {
  private let socket: PeerSocket
  private let shared: PeerState
  private var received: [UInt8] = []
  private var current: Current?
  private var requests = 0

  private struct Current {
    var request: FaultyPeer.Request
    let length: Int
    var early: FaultyPeer.Early?
    let index: Int
    var isAnswered = false
  }

  /// The action after a reply.
  private enum Next { case readsOn, ends }

  init(_ socket: PeerSocket, _ shared: PeerState) {
    self.socket = socket
    self.shared = shared
  }

  /// Serves the connection until it ends.
  mutating func run() {
    if let tls = shared.tls, !socket.begin(tls) { return socket.close() }
    while let bytes = socket.read() {
      received += bytes
      // 0x16 begins a TLS handshake. A server without TLS responds to it immediately.
      if current == nil, received.first == 0x16 {
        _ = perform(.bytesAndClose("HTTP/1.1 400 Bad Request\r\n\r\n"))
        return
      }
      while let next = step() {
        if case .ends = next { return }
      }
    }
    socket.close()
  }

  /// Processes the received bytes of one request. Returns `nil` if more bytes are needed.
  private mutating func step() -> Next? {
    if current == nil {
      guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
      begin(received[..<end.lowerBound])
      received.removeFirst(end.upperBound)
    }
    guard let length = current?.length, let index = current?.index, let before = current?.request.received else {
      return nil
    }
    let count = min(received.count, length - before)
    // The bytes of a large body are counted but not kept.
    let kept = min(count, max(0, shared.keptBytes - before))
    current?.request.body += received[..<kept]
    current?.request.received += count
    received.removeFirst(count)
    shared.log.withLock { $0[index].received = before + count }
    if let early = current?.early, before + count >= early.after {
      current?.early = nil
      if case .answer = early.reply { current?.isAnswered = true }
      return perform(early.reply)
    }
    guard before + count == length, let request = current?.request else { return nil }
    let isAnswered = current?.isAnswered == true
    shared.log.withLock { $0[index] = request }
    current = nil
    // A second response would be taken for that to the next request.
    let next: Next = isAnswered ? .readsOn : perform(shared.answer(request))
    if case .readsOn = next, received.isEmpty { return nil }
    return next
  }

  private mutating func begin(_ head: ArraySlice<UInt8>) {
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    let headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (name: String(parts.first ?? ""), value: parts.count > 1 ? parts[1].drop { $0 == " " }.description : "")
    }
    var request = FaultyPeer.Request(
      method: String(words.first ?? ""), path: words.count > 1 ? String(words[1]) : "", headers: headers,
      earlierOnConnection: requests)
    requests += 1
    let index = shared.log.withLock { requests in
      request.number = requests.count
      requests.append(request)
      return request.number
    }
    current = Current(
      request: request, length: request.header("Content-Length").flatMap { Int($0) } ?? 0,
      early: shared.early(request), index: index)
  }

  private func perform(_ reply: FaultyPeer.Reply) -> Next {
    switch reply {
    case .answer(let status, let headers, let body):
      var text = "HTTP/1.1 \(status) Status\r\n"
      if headers["Content-Length"] == nil { text += "Content-Length: \(body.utf8.count)\r\n" }
      for (name, value) in headers { text += "\(name): \(value)\r\n" }
      socket.write(Array((text + "\r\n" + body).utf8))
      return .readsOn
    case .content(let bytes):
      socket.write(Array("HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n".utf8) + bytes)
      return .readsOn
    case .raw(let bytes, let closes):
      socket.write(bytes)
      guard closes else { return .readsOn }
      socket.close()
      return .ends
    case .trickle(let head, let piece, let milliseconds):
      socket.write(Array(head.utf8))
      for _ in 0..<6000 {
        guard !socket.isEnded(within: milliseconds), socket.write(piece) else { break }
      }
      socket.close()
      return .ends
    case .tunnel(let port):
      tunnel(to: port)
      return .ends
    // The kernel's buffers fill up until the client cannot send any more.
    case .stall: return .ends
    case .reset:
      socket.reset()
      return .ends
    case .halfClose:
      socket.endWriting()
      return .readsOn
    }
  }

  /// Connects the client to another port, as a proxy does, until one side ends.
  private func tunnel(to port: Int) {
    guard let other = PeerSocket(connectingTo: port) else { return socket.close() }
    socket.write(Array("HTTP/1.1 200 Connected\r\n\r\n".utf8))
    shared.keep(other)
    socket.relay(to: other)
  }
}

/// The state shared by all connections of a peer.
final class PeerState: Sendable {
  let tls: ServerTLS?
  let keptBytes: Int
  let early: @Sendable (FaultyPeer.Request) -> FaultyPeer.Early?
  let answer: FaultyPeer.Answer
  let log = Mutex<[FaultyPeer.Request]>([])
  private let sockets = Mutex<(all: [PeerSocket], isEnded: Bool)>(([], false))

  init(
    tls: ServerTLS?, keptBytes: Int, early: @escaping @Sendable (FaultyPeer.Request) -> FaultyPeer.Early?,
    answer: @escaping FaultyPeer.Answer
  ) {
    (self.tls, self.keptBytes, self.early, self.answer) = (tls, keptBytes, early, answer)
  }

  /// Keeps a connection open until the peer ends.
  func keep(_ socket: PeerSocket) {
    let isEnded = sockets.withLock { sockets in
      if !sockets.isEnded { sockets.all.append(socket) }
      return sockets.isEnded
    }
    if isEnded { socket.interrupt() }
  }

  /// Ends all connections.
  func end() {
    let all = sockets.withLock { sockets in
      defer { sockets = ([], true) }
      return sockets.all
    }
    for socket in all { socket.interrupt() }
  }
}

/// A thread of a peer. Peers block, so they must not use the threads of the tests.
enum PeerThread {
  private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  static func start(_ work: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        // A connection closed by the client must not end the tests.
        var pipe = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipe, nil)
        context.map { Unmanaged<Work>.fromOpaque($0).takeRetainedValue() }?.run()
        return nil
      }, Unmanaged.passRetained(Work(work)).toOpaque())
    precondition(code == 0, "The system has no thread left.")
    pthread_detach(thread)
  }
}

extension PeerSocket {
  /// Connects to a loopback port.
  convenience init?(connectingTo port: Int) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else {
      Glibc.close(descriptor)
      return nil
    }
    self.init(descriptor)
  }
}
