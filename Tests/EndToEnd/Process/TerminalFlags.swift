import Glibc

/// The modes of a terminal, which can be compared.
struct TerminalFlags: Hashable {
  var input: UInt32 = 0
  var output: UInt32 = 0
  var control: UInt32 = 0
  var local: UInt32 = 0
  var characters: [UInt8] = []

  /// Reads the modes at either end of a pseudo-terminal.
  init(of descriptor: Int32) {
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0 else { return }
    input = modes.c_iflag
    output = modes.c_oflag
    control = modes.c_cflag
    local = modes.c_lflag
    characters = withUnsafeBytes(of: modes.c_cc) { Array($0) }
  }

  /// Whether keys arrive one by one without echo.
  var isRaw: Bool { local & UInt32(ICANON | ECHO) == 0 }
}
