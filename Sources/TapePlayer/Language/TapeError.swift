/// Why a text is not a tape: nothing of it has been played. A program ends with status 2.
public struct TapeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where; nil when no text could be read, and the sentence names the file.
  public let position: TapePosition?
  /// A sentence that says what to write instead.
  public let sentence: String

  /// An error at `position`.
  public init(_ sentence: String, at position: TapePosition?) {
    self.position = position
    self.sentence = sentence
  }

  /// `demo.tape:3:9: "Entre" is not a command: did you mean Enter?`
  public var description: String { position.map { "\($0): \(sentence)" } ?? sentence }
}

/// Something in a tape that has no effect here. It is played all the same.
public struct TapeWarning: Sendable, Hashable, CustomStringConvertible {
  /// Where.
  public let position: TapePosition
  /// A sentence that says what is ignored, and why.
  public let sentence: String

  /// `demo.tape:2:5: FontSize is in pixels and has no effect in a terminal.`
  public var description: String { "\(position): \(sentence)" }
}
