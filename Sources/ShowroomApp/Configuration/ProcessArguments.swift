import CTerminal
import Glibc

/// What the process was started with, byte for byte, also where there is no /proc to read it from.
public enum ProcessArguments {
  /// The arguments after the program's name. Bytes that are not UTF-8 are replaced by U+FFFD.
  public static var all: [String] {
    (1..<max(1, ct_argument_count())).compactMap { index in ct_argument(index).map { String(cString: $0) } }
  }

  /// The bytes of the argument that reads as `text`; nil where there is none.
  public static func bytes(of text: String) -> [CChar]? {
    (0..<ct_argument_count()).lazy.compactMap { ct_argument($0) }.first { String(cString: $0) == text }
      .map { Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1)) }
  }

  /// The variables of the environment. Bytes that are not UTF-8 are replaced by U+FFFD.
  public static var environment: [String: String] {
    var variables: [String: String] = [:]
    var index: Int32 = 0
    while let bytes = ct_variable(index) {
      index += 1
      let text = String(cString: bytes)
      // Of two variables of a name the first counts, as it does for getenv.
      if let end = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
        let name = String(text[..<end])
        if variables[name] == nil { variables[name] = String(text[text.utf8.index(after: end)...]) }
      }
    }
    return variables
  }

  /// The path that the program was started by.
  static var executable: String? { ct_executable().map { String(cString: $0) } }
}
