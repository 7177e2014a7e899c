import ReactorTerminalCore

/// A command of a tape and its position in the text.
package struct TapeCommand: Sendable, Hashable {
  /// The effect of a command.
  package enum Action: Sendable, Hashable {
    /// Presses `key` `count` times, with a pause of `interval` after each press; `nil` means the tape's typing speed.
    case press(Key, count: Int, interval: Duration?)
    /// Turns the wheel in the middle of the screen by a number of notches; a positive number scrolls up.
    case scroll(Int, interval: Duration?)
    /// Types `text`, one key per character.
    case type(String, interval: Duration?)
    /// Pauses.
    case sleep(Duration)
    /// Waits until the screen satisfies a condition.
    case wait(TapeWait)
    /// Leaves the following commands and their duration out of recordings and animated pictures.
    case hide
    /// Resumes recordings and animated pictures.
    case show
    /// Writes the screen to a file, as text or as a picture.
    case screenshot(TapeFile)
    /// Puts text on the clipboard of the tape.
    case copy(String)
    /// Pastes the clipboard of the tape, as a terminal does.
    case paste
    /// Changes the pause after each key.
    case typingSpeed(Duration)
    /// Shows a caption; an empty string removes it.
    case caption(String)
    /// Starts or stops showing the keys that the tape presses, next to the caption.
    case showKeys(Bool)
    /// Ends the animated picture of the last `animate`, if there is one, and begins another unless the file is `nil`.
    case animate(TapeFile?)
    /// Makes the current screen the one that animated pictures show to viewers who prefer reduced motion.
    case poster
    /// Changes the size of the screen.
    case resize(Size)
    /// Fails unless the screen currently shows a pattern.
    case expect(TapePattern)
    /// Fails if the screen currently shows a pattern.
    case refute(TapePattern)
    /// Presses and releases the left mouse button in a cell; `count` is 2 for the second press of a double click.
    case click(Point, count: Int)
  }

  /// The effect of the command.
  package let action: Action
  /// The position of the command.
  package let position: TapePosition
}

/// The condition of a `Wait`.
package struct TapeWait: Sendable, Hashable {
  /// The part of the screen to search.
  package enum Scope: String, Sendable, Hashable {
    /// All rows, separated by line breaks.
    case screen = "Screen"
    /// The row of the caret or, if there is no caret, the last row that is not empty.
    case line = "Line"
  }

  /// The part of the screen to search.
  package let scope: Scope
  /// The pattern to find; `nil` to use the tape's `WaitPattern` or, if that is not set, to wait until the screen stops
  /// changing.
  package let pattern: TapePattern?
  /// The time limit; `nil` to use the tape's `WaitTimeout`.
  package let timeout: Duration?
}

/// A file that a tape writes.
package struct TapeFile: Sendable, Hashable {
  /// The contents of a file, named by its extension.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A recording, asciicast version 2.
    case recording = "cast"
    /// A screen as text.
    case text = "txt"
    /// A picture: of a screen, or animated.
    case picture = "svg"
  }

  /// The path, as written in the tape.
  package let path: String
  /// The components of the path. The last one is the name of the file.
  package let components: [String]
  /// The kind, from the extension of the path.
  package let kind: Kind
  /// The position of the path in the tape.
  package let position: TapePosition
}
