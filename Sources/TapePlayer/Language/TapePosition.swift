/// A place in a tape: what errors and failures name.
public struct TapePosition: Sendable, Hashable, CustomStringConvertible {
  /// The tape's name, as it was given or as `Source` found it.
  public let file: String
  /// From 1.
  public let line: Int
  /// In characters, from 1.
  public let column: Int

  /// The place in `file` at `line` and `column`.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `demo.tape:3:9`, which editors and terminals turn into a link.
  public var description: String { "\(file):\(line):\(column)" }
}
