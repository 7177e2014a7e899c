import CReactorTerminal
import Glibc

/// The bytes that a terminal has not accepted yet.
struct PendingOutput {
  private var bytes: [UInt8] = []
  private var start = 0

  var isEmpty: Bool { start == bytes.count }

  mutating func append(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    start = 0
  }

  /// Writes as many bytes as `descriptor` accepts without blocking. After an error, discards all bytes.
  mutating func write(to descriptor: Int32) {
    while !isEmpty {
      let count = bytes.withUnsafeBytes {
        ct_write_now(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start)
      }
      if count > 0 {
        start += count
      } else if count < 0, errno == EAGAIN {
        return
      } else if count < 0, errno == EINTR {
        continue
      } else {
        break
      }
    }
    removeAll()
  }

  /// Writes all bytes. Discards the rest if `descriptor` accepts nothing for `timeout`.
  mutating func drain(to descriptor: Int32, timeout: Duration) {
    bytes[start...].withUnsafeBufferPointer {
      _ = ct_write_before_timeout(descriptor, $0.baseAddress, $0.count, Int32(timeout / .milliseconds(1)))
    }
    removeAll()
  }
}
