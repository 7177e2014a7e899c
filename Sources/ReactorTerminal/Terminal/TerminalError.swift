/// An error that prevents a program from entering the screen. The process should exit with status 2; commands without a
/// screen still work.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Input or output is a file or a pipe.
  case notATerminal
  /// The terminal type in `TERM` cannot move the cursor.
  case cannotAddressCursor(term: String)
  /// ncurses does not support the terminal type.
  case cannotStart(term: String)
  /// A system call failed.
  case system(call: String, errno: Int32)

  /// A message with the cause and a remedy.
  public var description: String {
    switch self {
    case .notATerminal:
      "The screen needs a terminal for input and output: run this directly in one, or use a command without a screen."
    case .cannotAddressCursor(let term):
      "The terminal type \"\(term)\" (TERM) cannot show a screen: use another terminal, or a command without a screen."
    case .cannotStart(let term):
      "The terminal type \"\(term)\" (TERM) is not installed on this system: try again with TERM=xterm-256color."
    case .system(let call, let code):
      "The terminal could not be set up (\(call) failed with error \(code)): try again in another terminal."
    }
  }
}
