import Glibc

/// A pseudo-terminal for a test: `person` is the end of the user, and `terminal` the end of the program.
final class PseudoTerminal {
  /// The descriptor on which the user reads and types.
  let person: Int32
  /// The descriptor of the program's input and output.
  let terminal: Int32

  struct Unavailable: Error {}

  // TIOCSPTLCK and TIOCGPTN are macros that Swift does not import.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    person = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK)
    var locked: Int32 = 0
    var number: Int32 = 0
    guard person >= 0, ioctl(person, Self.setLock, &locked) == 0, ioctl(person, Self.getNumber, &number) == 0 else {
      throw Unavailable()
    }
    terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    guard terminal >= 0 else { throw Unavailable() }
    resize(columns: columns, rows: rows)
  }

  deinit {
    close(person)
    close(terminal)
  }

  func resize(columns: UInt16, rows: UInt16) {
    var window = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(person, UInt(TIOCSWINSZ), &window)
  }

  /// Returns the text written to the terminal since the last call.
  func shown() -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(person, &chunk, chunk.count), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the terminal edits and echoes lines, as it does for a shell.
  var isCooked: Bool {
    var modes = termios()
    tcgetattr(terminal, &modes)
    return modes.c_lflag & UInt32(ICANON | ECHO | ISIG) == UInt32(ICANON | ECHO | ISIG)
  }
}
