import ReactorTerminal

/// A command of a tape and its position in the text.
public struct TapeCommand: Sendable, Hashable {
  /// The effect of a command.
  public enum Action: Sendable, Hashable {
    /// Presses `key` `count` times, with a pause of `interval` after each; `nil` means the typing speed of the tape.
    case press(Key, count: Int, interval: Duration?)
    /// Turns the wheel in the middle of the screen by a number of notches; a positive number scrolls up.
    case scroll(Int, interval: Duration?)
    /// Types `text`, one key for each character.
    case type(String, interval: Duration?)
    /// Pauses.
    case sleep(Duration)
    /// Waits until the screen meets a condition.
    case wait(TapeWait)
    /// Leaves the following commands, and the time that they take, out of a recording.
    case hide
    /// Resumes a recording.
    case show
    /// Writes the screen to a file, as text or as a picture.
    case screenshot(TapeFile)
    /// Puts text on the clipboard of the tape.
    case copy(String)
    /// Pastes the clipboard of the tape, as a terminal does.
    case paste
    /// Changes the pause after each key.
    case typingSpeed(Duration)
    /// Shows a caption; an empty text removes it.
    case caption(String)
    /// Shows the keys that the tape presses next to the caption, or stops showing them.
    case showKeys(Bool)
    /// Changes the size of the screen.
    case resize(Size)
    /// Fails unless the screen shows a pattern now.
    case expect(TapePattern)
    /// Fails if the screen shows a pattern now.
    case refute(TapePattern)
    /// Presses and releases the left mouse button in a cell; `count` is 2 for the second press of a double click.
    case click(Point, count: Int)
  }

  /// The effect of the command.
  public let action: Action
  /// The position of the command.
  public let position: TapePosition
}

/// The condition of a `Wait`.
public struct TapeWait: Sendable, Hashable {
  /// The part of the screen to search.
  public enum Scope: String, Sendable, Hashable {
    /// All rows, separated by line breaks.
    case screen = "Screen"
    /// The row of the caret; without a caret, the last row that is not empty.
    case line = "Line"
  }

  /// The part of the screen to search.
  public let scope: Scope
  /// The pattern to find; `nil` means the `WaitPattern` of the tape or, without one, a screen that has stopped
  /// changing.
  public let pattern: TapePattern?
  /// The time limit; `nil` means the `WaitTimeout` of the tape.
  public let timeout: Duration?
}

/// A file that a tape writes.
public struct TapeFile: Sendable, Hashable {
  /// The contents of a file, named by its extension.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A recording, asciicast version 2.
    case recording = "cast"
    /// A screen as text.
    case text = "txt"
    /// A screen as a picture.
    case picture = "svg"
  }

  /// The path, as the tape writes it.
  public let path: String
  /// The kind, from the extension of the path.
  public let kind: Kind
  /// The position of the path in the tape.
  public let position: TapePosition
}
