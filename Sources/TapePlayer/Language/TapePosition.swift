/// A position in a tape, for errors and failures.
public struct TapePosition: Sendable, Hashable, CustomStringConvertible {
  /// The path of the tape, as it was given or as `Source` resolved it.
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
