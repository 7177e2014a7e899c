import Foundation
import Synchronization

/// A web server on loopback that wants to know who one is, and is content with nobody.
final class RefusingServer: Sendable {
  private let descriptor: Int32
  let port: UInt16
  private let log = Log()

  private final class Log: Sendable {
    let text = Mutex("")
  }

  private static let answer =
    "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"cars\"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

  init() throws {
    let descriptor = try SystemFailure.check("socket", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 8) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isListening else { throw SystemFailure("listen") }
    self.descriptor = descriptor
    port = UInt16(bigEndian: address.sin_port)
    let log = log
    let thread = Thread { Self.serve(descriptor, log) }
    thread.start()
  }

  // Ends the thread: `accept` fails then.
  deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// All requests so far, without their bodies.
  var requests: String { log.text.withLock { $0 } }

  private static func serve(_ descriptor: Int32, _ log: Log) {
    defer { close(descriptor) }
    while true {
      let connection = accept(descriptor, nil, nil)
      guard connection >= 0 else {
        if errno == EINTR { continue }
        return
      }
      defer { close(connection) }
      var head: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while !String(decoding: head, as: UTF8.self).contains("\r\n\r\n") {
        let count = read(connection, &buffer, buffer.count)
        if count <= 0 { break }
        head += buffer[..<count]
      }
      log.text.withLock { $0 += String(decoding: head, as: UTF8.self) }
      _ = answer.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    }
  }
}
