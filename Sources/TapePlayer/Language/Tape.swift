/// A script that plays a terminal program. It is read from a `.tape` file and played by a ``Player``.
///
/// The language is that of charmbracelet's vhs. Extensions are written as comments that begin with `#! `, so that vhs
/// reads the same file: `caption "…"`, `resize 60x20`, `expect /re/`, `refute /re/`, `paste "…"`, `click 3,4`,
/// `keys on`, `animate file.svg`, `poster`.
public struct Tape: Sendable, Hashable {
  /// The name of the tape in errors and failures.
  public let file: String
  /// The settings at the top of the tape.
  public let settings: TapeSettings
  /// The commands, in order. Each `Source` is replaced with the commands of the other tape.
  package let commands: [TapeCommand]
  /// The files to write after the last command.
  package let outputs: [TapeFile]
  /// The programs that must be installed.
  package let requirements: [Requirement]
  /// The parts of the tape that have no effect.
  public let warnings: [TapeWarning]
  /// The commands that vhs would reject although they are not comments. If there are none, vhs can read the tape.
  package let extensions: [TapeWarning]

  /// A program that must be installed.
  package struct Requirement: Sendable, Hashable {
    /// The name to look up on the `PATH`, or a path.
    package let program: String
    /// The position of the command.
    package let position: TapePosition
  }

  /// Parses the text of a tape.
  ///
  /// - Parameters:
  ///   - text: The text of the tape.
  ///   - file: The path of the tape, for errors and for the relative paths of `Source`.
  /// - Throws: ``TapeError`` for the first error in the tape.
  public init(parsing text: String, file: String = "tape") throws(TapeError) {
    try self.init(parsing: text, file: file, read: TapeSource.reader(beside: file))
  }

  /// Reads and parses the tape at `path`.
  ///
  /// - Throws: ``TapeError`` for the first error in the tape, or if the file cannot be read.
  public init(contentsOf path: String) throws(TapeError) {
    let bytes: [UInt8]
    do {
      bytes = try TapeSource.bytes(of: path)
    } catch {
      throw TapeError(error.message(for: path, advice: "Check the path and its permissions."), at: nil)
    }
    try self.init(parsing: try TapeSource.text(of: bytes, file: path), file: path)
  }

  /// Parses the text of a tape.
  ///
  /// - Parameter read: A closure that returns the contents of a file named by `Source`.
  init(parsing text: String, file: String, read: @escaping TapeSource.Reader) throws(TapeError) {
    let tokens = try TapeLexer.tokens(of: text, file: file)
    var parser = TapeParser(
      source: TapeSource(path: file, openTapes: [file]), tokens: tokens, bytesRead: text.utf8.count, read: read)
    self = try parser.tape()
  }

  init(
    file: String, settings: TapeSettings, commands: [TapeCommand], outputs: [TapeFile], requirements: [Requirement],
    warnings: [TapeWarning], extensions: [TapeWarning]
  ) {
    self.file = file
    self.settings = settings
    self.commands = commands
    self.outputs = outputs
    self.requirements = requirements
    self.warnings = warnings
    self.extensions = extensions
  }
}
