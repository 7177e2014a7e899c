import ReactorTerminal

/// One thing that a tape does, and where it says so.
public struct TapeCommand: Sendable, Hashable {
  /// What there is to do.
  public enum Action: Sendable, Hashable {
    /// Presses `key` `count` times; `interval` is the pause after each, the tape's typing speed if nil.
    case press(Key, count: Int, interval: Duration?)
    /// Turns the wheel by so many notches: up for a positive number. In the middle of the screen.
    case scroll(Int, interval: Duration?)
    /// Types `text`, a key for each character.
    case type(String, interval: Duration?)
    /// Lets time pass.
    case sleep(Duration)
    /// Waits until the screen shows something.
    case wait(TapeWait)
    /// The recording leaves out what follows, and the time it takes.
    case hide
    /// The recording goes on.
    case show
    /// Writes the screen to a file, as text or as a picture.
    case screenshot(TapeFile)
    /// Puts a text on the tape's own clipboard.
    case copy(String)
    /// Pastes what was copied last, as a terminal does.
    case paste
    /// From here on, the pause after each key.
    case typingSpeed(Duration)
    /// What a watcher is told; nothing takes it away.
    case caption(String)
    /// Gives the screen another size.
    case resize(Size)
    /// Fails unless the screen shows this now.
    case expect(TapePattern)
    /// Fails if the screen shows this now.
    case refute(TapePattern)
    /// Presses the left mouse button in a cell and lets it go; `count` is 2 for the second press of a double click.
    case click(Point, count: Int)
  }

  /// What there is to do.
  public let action: Action
  /// Where the tape says so.
  public let position: TapePosition
}

/// What a `Wait` waits for.
public struct TapeWait: Sendable, Hashable {
  /// Where to look.
  public enum Scope: String, Sendable, Hashable {
    /// All rows, with a newline between two.
    case screen = "Screen"
    /// The row of the caret; without one, the last row that is not empty.
    case line = "Line"
  }

  /// Where to look.
  public let scope: Scope
  /// What has to be there; nil waits until the screen has stood still for a moment.
  public let pattern: TapePattern?
  /// How long at most; the tape's `WaitTimeout` if nil.
  public let timeout: Duration?
}

/// A file that a tape writes.
public struct TapeFile: Sendable, Hashable {
  /// What is written.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A recording, asciicast v2.
    case recording = "cast"
    /// A screen as text.
    case text = "txt"
    /// A screen as a picture.
    case picture = "svg"
  }

  /// As the tape names it.
  public let path: String
  /// By the end of its name.
  public let kind: Kind
  /// Where the tape names it.
  public let position: TapePosition
}
