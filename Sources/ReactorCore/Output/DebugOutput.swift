import Glibc

/// The destination of the lines that `debug(_:)` writes.
@MainActor
public enum DebugOutput {
  /// The closure that receives each line, without a line break. By default, writes it to standard error.
  ///
  /// While a terminal program shows its screen, standard error is collected and written when the screen closes. To read
  /// the lines immediately, redirect it (`my-program 2> debug.log`) or show the lines in a view.
  public static var handler: @MainActor (_ line: String) -> Void = { StandardError.write($0) }

  /// Writes a line.
  ///
  /// - Parameter line: The line. Control characters in it are escaped, and only the beginning of a long one is written.
  static func write(_ line: String) {
    handler(StandardError.escaped(ShortText.beginning(of: line, most: 2_000)))
  }
}

/// Lines on standard error, each written with one call to `write`.
enum StandardError {
  static func write(_ line: String) {
    (line + "\n").utf8.withContiguousStorageIfAvailable { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Returns a line without control characters, which a terminal would interpret.
  static func escaped(_ line: String) -> String {
    guard line.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return line }
    return line.unicodeScalars.reduce(into: "") { text, scalar in
      text += scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
    }
  }
}
