/// A piece of a tape.
struct TapeToken: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    /// A command, a setting, a file name, a bare word.
    case word(String)
    /// What stood between quotes.
    case string(String)
    /// As it was written: `3`, `0.5`, `.5`.
    case number(String)
    /// What stood between slashes, `\/` being a slash.
    case regex(String)
    /// Braces and what stands between them: a colour theme of the other tool.
    case json
    /// `@`, `+` and whatever else means nothing by itself.
    case symbol(Character)
    /// The name after `#!`.
    case directive(String)
    /// The end of the line of a directive, which its arguments do not leave.
    case directiveEnd
    /// The end of the tape.
    case end
  }

  let kind: Kind
  let position: TapePosition
  /// Whether nothing but blanks stands between this and the token before it, on one line.
  let isOnLineOfPrevious: Bool
  /// Whether nothing at all stands between them.
  let isAttached: Bool

  /// As errors quote it.
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
