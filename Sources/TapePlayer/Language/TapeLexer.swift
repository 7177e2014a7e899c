/// A lexer that splits a tape into tokens.
///
/// The rules are those of charmbracelet's vhs: comments from `#` to the end of the line, strings in three kinds of
/// quotes without escapes, `/regex/` with `\/`, and newlines as white space. A comment that begins with `#! ` is a
/// directive.
///
/// The lexer compares scalars rather than characters, because a quote and a following combining mark form one
/// character.
struct TapeLexer {
  private let scalars: [Unicode.Scalar]
  private let file: String
  private var index = 0
  private var line = 1
  private var column = 1
  /// The index up to which `column` has been counted.
  private var countedIndex = 0
  private var previousLine = 0
  private var previousEnd = -1
  private var isInDirective = false

  init(_ text: String, file: String) {
    // A byte order mark is not part of the text.
    let scalars = Array(text.unicodeScalars)
    self.scalars = scalars.first == "\u{FEFF}" ? Array(scalars.dropFirst()) : scalars
    self.file = file
  }

  /// Returns the tokens of `text`; the last one is the end.
  static func tokens(of text: String, file: String) throws(TapeError) -> [TapeToken] {
    var lexer = TapeLexer(text, file: file)
    var tokens: [TapeToken] = []
    repeat { tokens.append(try lexer.next()) } while tokens.last?.kind != .end
    return tokens
  }

  /// Returns the current position. A column is a character, which may consist of several scalars, so the characters
  /// since the last position are counted.
  private mutating func position() -> TapePosition {
    column += String(String.UnicodeScalarView(scalars[countedIndex..<index])).count
    countedIndex = index
    return TapePosition(file: file, line: line, column: column)
  }

  private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }
  private var following: Unicode.Scalar? { index + 1 < scalars.count ? scalars[index + 1] : nil }

  private mutating func advance() {
    let isHalfOfLineEnd = current == "\r" && following == "\n"
    let isLineEnd = scalars[index].isNewline && !isHalfOfLineEnd
    index += 1
    guard isLineEnd else { return }
    line += 1
    column = 1
    countedIndex = index
  }

  private mutating func next() throws(TapeError) -> TapeToken {
    if let end = skipBlanks() { return end }
    let start = position()
    let isAttached = index == previousEnd
    let isOnLine = line == previousLine
    let kind = try kind(at: start)
    previousLine = line
    previousEnd = index
    return TapeToken(kind: kind, position: start, isOnLineOfPrevious: isOnLine, isAttached: isAttached)
  }

  /// Skips white space and comments. If it reaches the end of a directive, returns it.
  private mutating func skipBlanks() -> TapeToken? {
    while let scalar = current {
      if isInDirective, scalar.isNewline || scalar == "#" {
        isInDirective = false
        return TapeToken(kind: .directiveEnd, position: position(), isOnLineOfPrevious: true, isAttached: false)
      }
      if scalar == "#" {
        if isDirective { return nil }
        while let scalar = current, !scalar.isNewline { advance() }
      } else if scalar.properties.isWhitespace {
        advance()
      } else {
        return nil
      }
    }
    guard isInDirective else { return nil }
    isInDirective = false
    return TapeToken(kind: .directiveEnd, position: position(), isOnLineOfPrevious: true, isAttached: false)
  }

  /// Whether the comment is a directive: `#!` followed by a space. `#!/usr/bin/env` and `#!important` are ordinary
  /// comments.
  private var isDirective: Bool {
    guard following == "!", index + 2 < scalars.count else { return false }
    return scalars[index + 2].isBlank
  }

  private mutating func kind(at start: TapePosition) throws(TapeError) -> TapeToken.Kind {
    guard let scalar = current else { return .end }
    switch scalar {
    case "#": return directive()
    case "\"", "'", "`": return .string(try delimited(by: scalar, start, what: "text"))
    case "/": return .regex(try delimited(by: "/", start, what: "pattern"))
    case "{": return try json(start)
    default: break
    }
    if scalar.isASCIIDigit || scalar == "." && following?.isASCIIDigit == true { return .number(number()) }
    if scalar.isWordScalar { return .word(take(while: \.isWordScalar)) }
    advance()
    return .symbol(Character(scalar))
  }

  private mutating func directive() -> TapeToken.Kind {
    advance()
    advance()
    while let scalar = current, scalar.isBlank { advance() }
    isInDirective = true
    return .directive(take { !$0.properties.isWhitespace })
  }

  private mutating func delimited(
    by mark: Unicode.Scalar, _ start: TapePosition, what: String
  ) throws(TapeError) -> String {
    advance()
    var text = String.UnicodeScalarView()
    while let scalar = current, !scalar.isNewline {
      if scalar == mark {
        advance()
        return String(text)
      }
      if mark == "/", scalar == "\\" {
        advance()
        // Only an escaped slash loses its backslash: other escapes belong to the pattern.
        if current != "/" { text.append("\\") }
        guard let escaped = current, !escaped.isNewline else { break }
        text.append(escaped)
        advance()
      } else {
        text.append(scalar)
        advance()
      }
    }
    throw TapeError("This \(what) has no closing \(mark) on the same line.", at: start)
  }

  private mutating func json(_ start: TapePosition) throws(TapeError) -> TapeToken.Kind {
    var depth = 0
    while let scalar = current {
      advance()
      if scalar == "{" { depth += 1 }
      if scalar == "}" { depth -= 1 }
      if depth == 0 { return .json }
    }
    throw TapeError("This brace has no closing }.", at: start)
  }

  private mutating func number() -> String {
    var hasPoint = false
    return take { scalar in
      if scalar == ".", !hasPoint {
        hasPoint = true
        return true
      }
      return scalar.isASCIIDigit
    }
  }

  private mutating func take(while condition: (Unicode.Scalar) -> Bool) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = current, condition(scalar) {
      text.append(scalar)
      advance()
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar ends a line. The two scalars of CRLF together end one line.
  var isNewline: Bool {
    switch self {
    case "\n"..."\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  fileprivate var isBlank: Bool { properties.isWhitespace && !isNewline }

  var isASCIIDigit: Bool { ("0"..."9").contains(self) }

  /// Whether the scalar can be part of a word: a letter, a mark, or a character used in file names. A slash at the
  /// start of a token begins a pattern instead.
  var isWordScalar: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: properties.isAlphabetic || isASCIIDigit || "-_./%".unicodeScalars.contains(self)
    }
  }
}
