import Glibc
import ReactorFiles

/// An error in the text of a tape. The tape is not played at all. A program exits with status 2.
public struct TapeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The position of the error; `nil` if the file could not be read.
  public let position: TapePosition?
  /// A message that describes the error and says what to write instead.
  public let message: String

  /// Creates an error at `position`.
  package init(_ message: String, at position: TapePosition?) {
    self.position = position
    self.message = message
  }

  /// The position and the message, such as `demo.tape:3:9: "Entre" is not a command. Did you mean Enter?`.
  public var description: String { position.map { "\($0): \(message)" } ?? message }
}

/// A warning about a part of a tape that has no effect. The tape is still played.
public struct TapeWarning: Sendable, Hashable, CustomStringConvertible {
  /// The position of that part.
  public let position: TapePosition
  /// A message that names the part and the reason.
  public let message: String

  /// The position and the message, such as `demo.tape:2:5: FontSize has no effect: …`.
  public var description: String { "\(position): \(message)" }
}

/// A file that cannot be read as a tape.
enum TapeReadError: Error, Hashable {
  /// A folder, a pipe, or a device.
  case notAFile
  /// A symbolic link, or a path that contains one.
  case link
  /// A file that exceeds the limit, alone or together with the tapes that source it.
  case tooLarge
  /// A failed system call.
  case system(errno: Int32)

  /// Creates the error of a file that could not be opened or read.
  init(_ error: SystemError) {
    self =
      switch error.number {
      case EISDIR, EINVAL: .notAFile
      case ELOOP: .link
      case EFBIG: .tooLarge
      default: .system(errno: error.number)
      }
  }

  /// Returns a message about the tape at `path`. After a system error, it ends with `advice`.
  func message(for path: String, advice: String) -> String {
    switch self {
    case .notAFile: "The tape \"\(path)\" is not a regular file. Choose the text file that contains the tape."
    case .link: "The tape \"\(path)\" is a symbolic link, or in a folder that is one. Use a copy of it instead."
    case .tooLarge: "The tape \"\(path)\" is too large. A tape and the tapes that it sources are limited to 1 MB."
    case .system(let code): "The tape \"\(path)\" could not be read (\(systemReason(code))). \(advice)"
    }
  }
}

/// A position in a tape, for errors and failures.
public struct TapePosition: Sendable, Hashable, CustomStringConvertible {
  /// The path of the tape, as passed or as resolved by `Source`.
  public let file: String
  /// The line, counted from 1.
  public let line: Int
  /// The column in characters, counted from 1.
  public let column: Int

  /// Creates a position.
  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// The position in a form that editors and terminals turn into a link, such as `demo.tape:3:9`.
  public var description: String { "\(file):\(line):\(column)" }
}
