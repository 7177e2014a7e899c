import Glibc
import Synchronization

/// Free ports for servers that are about to start.
package enum FreePort {
  /// The last port. Each port is used only once, so that two servers never get the same one. The ports are outside the
  /// range that the kernel assigns.
  private static let next = Mutex(Int.random(in: 20_000..<29_000))

  /// Returns a loopback port without a listener. The port is checked by connecting to it, because a child process
  /// started by another test at the same time could inherit a listening socket.
  package static func take() -> Int {
    while true {
      let port = next.withLock { next in
        next += 1
        return next
      }
      if !isTaken(port) { return port }
    }
  }

  private static func isTaken(_ port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
