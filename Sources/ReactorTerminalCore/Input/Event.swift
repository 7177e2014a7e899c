/// An event that an application receives from its terminal.
package enum Event: Sendable, Hashable {
  /// A key was pressed.
  case key(Key)
  /// A mouse button was pressed or released, or the mouse was dragged or its wheel turned.
  case mouse(MouseEvent)
  /// Text was pasted. A paste is one event, regardless of its length.
  case paste(Paste)
  /// The size of the terminal changed.
  case resize(Size)
  /// The terminal window gained the keyboard focus.
  case focusGained
  /// The terminal window lost the keyboard focus.
  case focusLost
  /// The program is in the foreground again after a suspension, and must redraw the whole screen.
  case resumed
  /// The program has to end, because of a signal or because the terminal is gone.
  case terminate(TerminationCause)
}

/// Pasted text.
public struct Paste: Sendable, Hashable {
  /// The text, with line breaks as `\n`. It may contain any other characters; a canvas neutralizes them.
  public var text: String
  /// Whether a part is missing: the text exceeded 1 MiB, or its end did not arrive.
  public var isTruncated: Bool

  /// Creates a paste of `text`.
  public init(_ text: String, isTruncated: Bool = false) {
    self.text = text
    self.isTruncated = isTruncated
  }
}

/// The reason why a program has to end.
public enum TerminationCause: Sendable, Hashable {
  /// A signal, by its number (15 for SIGTERM). Raise it again after restoring the terminal, so that the exit status
  /// reports it.
  case signal(Int32)
  /// The terminal was closed.
  case endOfInput
}
