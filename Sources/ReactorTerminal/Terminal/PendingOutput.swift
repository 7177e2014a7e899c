import CTerminal
import Glibc

/// Bytes that a terminal has not taken yet.
struct PendingOutput {
  private var bytes: [UInt8] = []
  private var start = 0

  var isEmpty: Bool { start == bytes.count }

  mutating func append(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    start = 0
  }

  /// Writes as much as `descriptor` takes without waiting. What cannot be written any more is forgotten.
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

  /// Writes all of it, unless `descriptor` takes nothing for as long as `patience`: what is left is forgotten.
  mutating func drain(to descriptor: Int32, patience: Duration) {
    bytes[start...].withUnsafeBufferPointer {
      _ = ct_write_patiently(descriptor, $0.baseAddress, $0.count, Int32(patience / .milliseconds(1)))
    }
    removeAll()
  }
}
