import Glibc
import Synchronization

/// Free ports for servers that are about to start.
package enum FreePort {
  /// The last port. Each port is used only once, so that two servers never get the same one. The ports are outside the
  /// range that the kernel assigns.
  private static let next = Mutex(Int.random(in: 20_000..<29_000))

  /// Returns a loopback port without a listener that no other process of the tests takes. The port is checked by
  /// connecting to it, because a child process started by another test at the same time could inherit a listening
  /// socket.
  package static func take() -> Int {
    while true {
      let port = next.withLock { next in
        next += 1
        return next
      }
      if isReserved(port), !isTaken(port) { return port }
    }
  }

  /// Reserves the number of a port until the process ends, by binding a UDP socket. It does not prevent a server from
  /// listening on TCP. Returns `false` if another process has reserved the number.
  private static func isReserved(_ port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let isFree = withAddress(of: port) { bind(descriptor, $0, $1) == 0 }
    if !isFree { close(descriptor) }
    return isFree
  }

  private static func isTaken(_ port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    return withAddress(of: port) { connect(descriptor, $0, $1) == 0 }
  }

  private static func withAddress(of port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
