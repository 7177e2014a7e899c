import Glibc

/// Shell commands.
package enum ShellCommand {
  /// Returns the output of `command` without its last line break, or `nil` if the command fails.
  package static func output(of command: String) -> String? {
    guard let stream = popen(command, "r") else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
    guard pclose(stream) == 0 else { return nil }
    if bytes.last == 0x0A { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether a program is installed.
  package static func has(_ program: String) -> Bool { output(of: "command -v \(program) 2>/dev/null") != nil }
}
