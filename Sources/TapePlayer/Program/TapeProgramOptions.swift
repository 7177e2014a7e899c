extension TapeProgram {
  /// The options of a program: the tape to play, and the files to write.
  public struct Options: Sendable, Hashable {
    /// The tape to play: `--tape FILE`.
    public var tape: String?
    /// Whether the tape is played instantly without a terminal, and the last screen is printed: `--headless`.
    public var isHeadless = false
    /// Whether the program stays open after the tape has ended: `--stay`.
    public var staysOpen = false
    /// The asciicast to write: `--record FILE`.
    public var recording: String?
    /// Whether the asciicast contains the keys: `--input`.
    public var recordsInput = false
    /// The tape to write, which contains the user's actions: `--write FILE`.
    public var writtenTape: String?

    /// Creates options without a tape.
    public init() {}

    /// Parses arguments.
    ///
    /// - Parameter arguments: The arguments, without the name of the program.
    /// - Throws: ``TapeProgramError`` for the first argument that is unknown or lacks its value.
    public init(parsing arguments: [String]) throws(TapeProgramError) {
      var rest = arguments[...]
      while let argument = rest.popFirst() {
        switch argument {
        case "--headless": isHeadless = true
        case "--stay": staysOpen = true
        case "--input": recordsInput = true
        case "--tape", "--record", "--write":
          guard let value = rest.popFirst() else { throw .missingValue(argument) }
          switch argument {
          case "--tape": tape = value
          case "--record": recording = value
          default: writtenTape = value
          }
        default: throw .unknownArgument(argument)
        }
      }
      if isHeadless, tape == nil { throw .missingTape }
    }
  }
}

/// An error in the arguments of a ``TapeProgram``.
public enum TapeProgramError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The program has no such argument.
  case unknownArgument(String)
  /// The argument must be followed by a file.
  case missingValue(String)
  /// The tape to write would replace another kind of file.
  case notATape(String)
  /// A tape is required, because there is no terminal.
  case missingTape

  /// The error, followed by the arguments that the program accepts.
  public var description: String {
    let usage = "Arguments for tapes: [--tape FILE [--headless | --stay]] [--record FILE [--input]] [--write FILE]"
    return switch self {
    case .unknownArgument(let argument): "\(argument) is not an argument of this program.\n\(usage)"
    case .missingValue(let argument): "\(argument) must be followed by a file.\n\(usage)"
    case .notATape(let path): "\"\(path)\" already exists and is not the tape of a session. Choose another path."
    case .missingTape: "--headless requires a tape: add --tape FILE.\n\(usage)"
    }
  }
}
