struct TapeToken: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    /// A command, a setting, a file name, or another word without quotes.
    case word(String)
    /// The text between quotes.
    case string(String)
    /// A number as written: `3`, `0.5`, `.5`.
    case number(String)
    /// The text between slashes, with `\/` replaced by a slash.
    case regex(String)
    /// A vhs color theme, in braces.
    case json
    /// A punctuation character, such as `@` or `+`.
    case symbol(Character)
    /// The name after `#!`.
    case directive(String)
    /// The end of a directive's line, which also ends its arguments.
    case directiveEnd
    /// The end of the tape.
    case end
  }

  let kind: Kind
  let position: TapePosition
  /// Whether the token is on the same line as the token before it.
  let isOnLineOfPrevious: Bool
  /// Whether the token directly follows the token before it.
  let isAttached: Bool

  /// The token as named in an error.
  var quoted: String {
    switch kind {
    case .word(let text), .number(let text): "\"\(text)\""
    case .string(let text): "the text \"\(text)\""
    case .regex(let pattern): "the pattern /\(pattern)/"
    case .json: "a theme in braces"
    case .symbol(let character): "\"\(character)\""
    case .directive(let name): "\"#! \(name)\""
    case .directiveEnd: "the end of the line"
    case .end: "the end of the tape"
    }
  }
}
