/// Why the screen could not be taken over. The process should end with status 2; commands without a screen still work.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Input or output is a file or a pipe.
  case notATerminal
  /// `TERM` names a terminal that cannot move its cursor.
  case cannotAddressCursor(term: String)
  /// ncurses refused to start.
  case cannotStart(term: String)
  /// A system call failed.
  case system(call: String, errno: Int32)

  /// A sentence that says what to do.
  public var description: String {
    switch self {
    case .notATerminal:
      "The screen needs a terminal for input and output: run this directly in one, or use a command without a screen."
    case .cannotAddressCursor(let term):
      "The terminal type \"\(term)\" (TERM) cannot show a screen: use another terminal, or a command without a screen."
    case .cannotStart(let term):
      "The terminal type \"\(term)\" (TERM) is not known here: try again with TERM=xterm-256color."
    case .system(let call, let code):
      "The terminal could not be set up (\(call) failed with error \(code)): try again in another terminal."
    }
  }
}
