import Glibc

/// A system call that the test itself needs and that failed.
struct SystemFailure: Error, CustomStringConvertible {
  let call: String
  let code: Int32

  init(_ call: String, _ code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  var description: String { "\(call): \(String(cString: strerror(code)))" }

  /// The result of a call that says -1 when it fails.
  static func check(_ call: String, _ result: Int32) throws(SystemFailure) -> Int32 {
    guard result >= 0 else { throw SystemFailure(call) }
    return result
  }
}
