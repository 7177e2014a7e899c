import Glibc

/// A failed system call of a test.
struct SystemCallError: Error, CustomStringConvertible {
  let call: String
  let code: Int32

  init(_ call: String, _ code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  var description: String { "\(call): \(String(cString: strerror(code)))" }

  /// Returns the result of a system call, or throws if it is -1.
  static func check(_ call: String, _ result: Int32) throws(SystemCallError) -> Int32 {
    guard result >= 0 else { throw SystemCallError(call) }
    return result
  }
}
