import Foundation
import Synchronization

/// A web server on loopback that serves one request per connection, one connection at a time.
final class LoopbackServer: Sendable {
  /// A request. Its body has been read and discarded.
  struct Request: Sendable {
    var method: String
    var path: String
    var bodyLength: Int
  }

  /// A response, whose `contentLength` may differ from the length of its body.
  struct Response: Sendable {
    var status: String
    var headers: [String] = []
    var body = ""
    var contentLength: Int?

    fileprivate var text: String {
      let headers = headers + ["Content-Length: \(contentLength ?? body.utf8.count)", "Connection: close"]
      return "HTTP/1.1 \(status)\r\n\(headers.joined(separator: "\r\n"))\r\n\r\n\(body)"
    }
  }

  let port: UInt16
  private let descriptor: Int32
  private let log = Log()

  private final class Log: Sendable {
    let text = Mutex("")
  }

  init(_ respond: @escaping @Sendable (Request) -> Response) throws {
    let descriptor = try SystemCallError.check("socket", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 8) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isListening else { throw SystemCallError("listen") }
    self.descriptor = descriptor
    port = UInt16(bigEndian: address.sin_port)
    let log = log
    let thread = Thread { Self.serve(descriptor, log, respond) }
    thread.start()
  }

  // Ends the thread, because `accept` fails.
  deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// The heads of all requests so far.
  var requests: String { log.text.withLock { $0 } }

  private static func serve(_ descriptor: Int32, _ log: Log, _ respond: (Request) -> Response) {
    defer { close(descriptor) }
    while true {
      let connection = accept(descriptor, nil, nil)
      guard connection >= 0 else {
        if errno == EINTR { continue }
        return
      }
      defer { close(connection) }
      guard let (head, request) = receive(connection) else { continue }
      log.text.withLock { $0 += head }
      _ = respond(request).text.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    }
  }

  private static func receive(_ connection: Int32) -> (head: String, Request)? {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var head = ""
    var excess = 0
    while true {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { return nil }
      head += String(decoding: buffer[..<count], as: UTF8.self)
      if let end = head.range(of: "\r\n\r\n") {
        excess = head[end.upperBound...].utf8.count
        head = String(head[..<end.upperBound])
        break
      }
    }
    let words = head.prefix { $0 != "\r\n" }.split(separator: " ").map(String.init)
    guard words.count == 3 else { return nil }
    let length = head.firstMatch(of: /(?i)\r\ncontent-length: (\d+)/).flatMap { Int($0.1) } ?? 0
    while excess < length {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { return nil }
      excess += count
    }
    return (head, Request(method: words[0], path: words[1], bodyLength: length))
  }
}

extension LoopbackServer {
  /// Returns a server that requires a sign-in and rejects all credentials.
  static func refusing() throws -> LoopbackServer {
    try LoopbackServer { _ in Response(status: "401 Unauthorized", headers: ["WWW-Authenticate: Basic realm=\"cars\""])
    }
  }

  /// Returns a server that serves one document at every path.
  static func serving(_ document: String) throws -> LoopbackServer {
    try LoopbackServer { _ in Response(status: "200 OK", body: document) }
  }

  /// Returns a server that stores files with `PUT` and otherwise supports only `HEAD`.
  static func storing() throws -> LoopbackServer {
    let sizes = Files()
    return try LoopbackServer { request in
      switch request.method {
      case "PUT":
        sizes.byPath.withLock { $0[request.path] = request.bodyLength }
        return Response(status: "201 Created")
      case "HEAD":
        guard let size = sizes.byPath.withLock({ $0[request.path] }) else { return Response(status: "404 Not Found") }
        return Response(status: "200 OK", contentLength: size)
      case "OPTIONS": return Response(status: "200 OK", headers: ["Allow: OPTIONS, HEAD, PUT"])
      default: return Response(status: "405 Method Not Allowed", headers: ["Allow: OPTIONS, HEAD, PUT"])
      }
    }
  }

  private final class Files: Sendable {
    let byPath = Mutex<[String: Int]>([:])
  }
}
