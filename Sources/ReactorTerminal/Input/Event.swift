/// Everything that can reach an application from its terminal.
public enum Event: Sendable, Hashable {
  /// A key was pressed.
  case key(Key)
  /// The mouse was pressed, released, dragged or its wheel turned.
  case mouse(MouseEvent)
  /// Text was pasted: one event whatever its length, with line ends as `\n`.
  case paste(Paste)
  /// The terminal has another size now.
  case resize(Size)
  /// The terminal window got the keyboard.
  case focusGained
  /// The terminal window lost the keyboard.
  case focusLost
  /// The program is in the foreground again after a suspension: everything must be drawn anew.
  case resumed
  /// The program has to end: a signal, or the terminal is gone.
  case terminate(TerminationCause)
}

/// Pasted text.
public struct Paste: Sendable, Hashable {
  /// What was pasted, with line ends as `\n`. May hold any other character: a canvas makes it harmless when drawn.
  public var text: String
  /// Whether it was longer than `InputDecoder.pasteLimit` and the rest was thrown away.
  public var isTruncated: Bool

  /// A paste of `text`.
  public init(_ text: String, isTruncated: Bool = false) {
    self.text = text
    self.isTruncated = isTruncated
  }
}

/// Why a program has to end.
public enum TerminationCause: Sendable, Hashable {
  /// A signal by its number (SIGTERM is 15). To be raised again once the terminal is restored, so that the exit status
  /// tells it.
  case signal(Int32)
  /// The terminal was closed.
  case endOfInput
}
