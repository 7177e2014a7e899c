import Glibc

/// The environment of the process, read without Foundation.
enum TerminalEnvironment {
  /// Returns the values of those variables among `names` that are set.
  static func values(of names: [String]) -> [String: String] {
    var result: [String: String] = [:]
    for name in names {
      if let value = getenv(name) { result[name] = String(cString: value) }
    }
    return result
  }
}
