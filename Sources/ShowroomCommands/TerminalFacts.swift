import CNcurses
import Glibc

/// The properties of a terminal that can be determined without taking control of it.
struct TerminalFacts: Sendable, Hashable {
  /// `TERM`.
  var type: String
  /// Whether the terminfo database describes the terminal type.
  var isDescribed: Bool
  /// Whether the terminal can position its cursor, which is required for a screen.
  var canShowScreen: Bool
  /// The size; `nil` if standard output is a file or a pipe.
  var size: (columns: Int, rows: Int)? { columns.flatMap { columns in rows.map { (columns, $0) } } }
  /// The number of columns, if known.
  var columns: Int?
  /// The number of rows, if known.
  var rows: Int?
  /// The number of colors.
  var colors: Int
  /// The locale that determines the encoding of text.
  var locale: String
  var ncursesVersion: String

  /// Whether the text encoding is UTF-8.
  var isUTF8: Bool {
    let name = locale.lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }
}

extension TerminalFacts {
  /// Reads the properties from the environment, the system and the terminfo database.
  @MainActor
  init(environment: [String: String], descriptor: Int32 = STDOUT_FILENO) {
    type = environment["TERM"] ?? ""
    var window = winsize()
    if isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 {
      columns = Int(window.ws_col)
      rows = Int(window.ws_row)
    }
    // Without a location for the error, an unknown type would end the process.
    var error: Int32 = 0
    isDescribed = !type.isEmpty && setupterm(type, descriptor, &error) == OK
    let address = isDescribed ? tigetstr("cup") : nil
    canShowScreen = address.map { Int(bitPattern: $0) != -1 } ?? false
    colors = isDescribed ? max(0, Int(tigetnum("colors"))) : 0
    locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    ncursesVersion = String(cString: curses_version()).replacing("ncurses ", with: "")
  }
}
