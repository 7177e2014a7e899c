import Glibc

/// A reserved loopback port without a listener. The port of a closed server could be reused by another test.
package final class ReservedPort: Sendable {
  /// The port number.
  package let number: UInt16
  private let descriptor: Int32

  /// Reserves a port.
  package init() {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        _ = bind(descriptor, generic, size)
        _ = getsockname(descriptor, generic, &size)
      }
    }
    number = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }
}
