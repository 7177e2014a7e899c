/// A script that plays a terminal program: read from a `.tape` file, played by a ``Player``.
///
/// The language is that of charmbracelet's vhs. What it lacks stands in comments that begin with `#! `, so that the
/// other tool reads the same file: `caption "…"`, `resize 60x20`, `expect /re/`, `refute /re/`, `paste "…"`, `click 3,4`.
public struct Tape: Sendable, Hashable {
  /// The name in errors and failures.
  public let file: String
  /// What the top of the tape settles.
  public let settings: TapeSettings
  /// What it does, in order; what other tapes do stands where `Source` names them.
  public let commands: [TapeCommand]
  /// What it writes when it has been played.
  public let outputs: [TapeFile]
  /// The programs that it needs.
  public let requirements: [Requirement]
  /// What it says in vain.
  public let warnings: [TapeWarning]
  /// Commands that vhs itself refuses, although they are no comments: a tape without any is read by both.
  public let extensions: [TapeWarning]

  /// A program that has to be installed.
  public struct Requirement: Sendable, Hashable {
    /// Its name, looked for on the `PATH`.
    public let program: String
    /// Where the tape asks for it.
    public let position: TapePosition
  }

  /// The tape in `text`.
  ///
  /// - Parameters:
  ///   - file: what errors call it; what it sources is looked for beside it.
  ///   - read: gives the bytes of a file that `Source` names.
  /// - Throws: ``TapeError`` for the first thing that is not in the language.
  public init(
    parsing text: String, file: String = "tape", read: @escaping TapeSource.Reader = TapeSource.bytes(of:)
  ) throws(TapeError) {
    let tokens = try TapeLexer.tokens(of: text, file: file)
    var parser = TapeParser(
      source: TapeSource(path: file, openTapes: [file]), tokens: tokens, bytesRead: text.utf8.count, read: read)
    self = try parser.tape()
  }

  /// The tape in the file at `path`.
  /// - Throws: ``TapeError`` for the first thing that is not in the language, or when the file cannot be read.
  public init(contentsOf path: String) throws(TapeError) {
    let bytes: [UInt8]
    do {
      bytes = try TapeSource.bytes(of: path)
    } catch {
      throw TapeError(error.sentence(on: path, advice: "check the path and its permissions"), at: nil)
    }
    try self.init(parsing: try TapeSource.text(of: bytes, file: path), file: path)
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
