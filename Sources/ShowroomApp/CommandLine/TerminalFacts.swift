import CNcurses
import Glibc

/// What can be told about a terminal without taking it over.
struct TerminalFacts: Sendable, Hashable {
  /// `TERM`.
  var type: String
  /// Whether the terminfo database describes it.
  var isDescribed: Bool
  /// Whether its cursor can be placed, without which there is no screen.
  var canShowScreen: Bool
  /// Columns and rows; nil when standard output is a file or a pipe.
  var size: (columns: Int, rows: Int)? { columns.flatMap { columns in rows.map { (columns, $0) } } }
  /// Columns, where known.
  var columns: Int?
  /// Rows, where known.
  var rows: Int?
  /// How many colours it has.
  var colors: Int
  /// The locale by which programs choose how to encode text.
  var locale: String
  /// The version of the library that draws.
  var ncursesVersion: String

  /// Whether text is encoded as UTF-8.
  var isUTF8: Bool {
    let name = locale.lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }
}

extension TerminalFacts {
  /// Asks the environment, the system and the terminfo database about the terminal on `descriptor`.
  @MainActor
  init(environment: [String: String], descriptor: Int32 = STDOUT_FILENO) {
    type = environment["TERM"] ?? ""
    var window = winsize()
    if isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 {
      columns = Int(window.ws_col)
      rows = Int(window.ws_row)
    }
    // With somewhere to put the error, an unknown type is told; without, it ends the process.
    var error: Int32 = 0
    isDescribed = !type.isEmpty && setupterm(type, descriptor, &error) == OK
    let address = isDescribed ? tigetstr("cup") : nil
    canShowScreen = address.map { Int(bitPattern: $0) != -1 } ?? false
    colors = isDescribed ? max(0, Int(tigetnum("colors"))) : 0
    locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    ncursesVersion = String(cString: curses_version()).replacing("ncurses ", with: "")
  }
}
