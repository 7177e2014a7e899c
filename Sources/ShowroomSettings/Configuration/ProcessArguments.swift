import CReactorTerminal
import Glibc

/// The arguments and environment of the process, byte for byte. They are available even without /proc.
package enum ProcessArguments {
  /// The arguments after the name of the program. Bytes that are not UTF-8 are replaced with U+FFFD.
  package static var all: [String] {
    (1..<max(1, ct_argument_count())).compactMap { index in ct_argument(index).map { String(cString: $0) } }
  }

  /// Returns the bytes of the argument whose decoded form is `text`; `nil` if there is none.
  package static func bytes(of text: String) -> [CChar]? {
    (0..<ct_argument_count()).lazy.compactMap { ct_argument($0) }.first { String(cString: $0) == text }
      .map { Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1)) }
  }

  /// The environment variables. Bytes that are not UTF-8 are replaced with U+FFFD.
  package static var environment: [String: String] {
    var variables: [String: String] = [:]
    var index: Int32 = 0
    while let bytes = ct_variable(index) {
      index += 1
      let text = String(cString: bytes)
      // If several variables have the same name, the first one is used, as by getenv.
      if let end = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
        let name = String(text[..<end])
        if variables[name] == nil { variables[name] = String(text[text.utf8.index(after: end)...]) }
      }
    }
    return variables
  }

  /// The path with which the program was started; `nil` if it is unknown.
  static var executable: String? { ct_executable().map { String(cString: $0) } }
}
