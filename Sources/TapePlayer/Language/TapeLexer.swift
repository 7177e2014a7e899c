/// Cuts a tape into tokens.
///
/// The rules are those of charmbracelet's vhs: `#` comments to the end of the line, strings in three kinds of quotes
/// without escapes, `/regex/` with `\/`, and newlines that are white space. A comment that begins with `#! ` is ours.
struct TapeLexer {
  private let characters: [Character]
  private let file: String
  private var index = 0
  private var line = 1
  private var column = 1
  private var previousLine = 0
  private var previousEnd = -1
  private var isInDirective = false

  init(_ text: String, file: String) {
    // A mark of the byte order is no part of the text.
    characters = Array(text.first == "\u{FEFF}" ? text.dropFirst() : text[...])
    self.file = file
  }

  /// Everything up to the end, which is the last token.
  static func tokens(of text: String, file: String) throws(TapeError) -> [TapeToken] {
    var lexer = TapeLexer(text, file: file)
    var tokens: [TapeToken] = []
    repeat { tokens.append(try lexer.next()) } while tokens.last?.kind != .end
    return tokens
  }

  private var position: TapePosition { TapePosition(file: file, line: line, column: column) }
  private var current: Character? { index < characters.count ? characters[index] : nil }
  private var following: Character? { index + 1 < characters.count ? characters[index + 1] : nil }

  private mutating func advance() {
    if characters[index].isNewline {
      line += 1
      column = 1
    } else {
      column += 1
    }
    index += 1
  }

  private mutating func next() throws(TapeError) -> TapeToken {
    if let end = skipBlanks() { return end }
    let start = position
    let isAttached = index == previousEnd
    let isOnLine = line == previousLine
    let kind = try kind(at: start)
    previousLine = line
    previousEnd = index
    return TapeToken(kind: kind, position: start, isOnLineOfPrevious: isOnLine, isAttached: isAttached)
  }

  /// Passes over white space and comments; answers the end of a directive where it comes to one.
  private mutating func skipBlanks() -> TapeToken? {
    while let character = current {
      if isInDirective, character.isNewline || character == "#" {
        isInDirective = false
        return TapeToken(kind: .directiveEnd, position: position, isOnLineOfPrevious: true, isAttached: false)
      }
      if character == "#" {
        if isDirective { return nil }
        while let character = current, !character.isNewline { advance() }
      } else if character.isWhitespace {
        advance()
      } else {
        return nil
      }
    }
    guard isInDirective else { return nil }
    isInDirective = false
    return TapeToken(kind: .directiveEnd, position: position, isOnLineOfPrevious: true, isAttached: false)
  }

  /// `#!` and a blank: `#!/usr/bin/env` and `#!important` are comments like any other.
  private var isDirective: Bool {
    guard following == "!", index + 2 < characters.count else { return false }
    return characters[index + 2].isWhitespace && !characters[index + 2].isNewline
  }

  private mutating func kind(at start: TapePosition) throws(TapeError) -> TapeToken.Kind {
    guard let character = current else { return .end }
    switch character {
    case "#": return directive()
    case "\"", "'", "`": return .string(try delimited(by: character, start, what: "text"))
    case "/": return .regex(try delimited(by: "/", start, what: "pattern"))
    case "{": return try json(start)
    default: break
    }
    if character.isASCIIDigit || character == "." && following?.isASCIIDigit == true { return .number(number()) }
    if Self.isWordCharacter(character) { return .word(take(while: Self.isWordCharacter)) }
    advance()
    return .symbol(character)
  }

  private mutating func directive() -> TapeToken.Kind {
    advance()
    advance()
    while let character = current, character.isWhitespace, !character.isNewline { advance() }
    isInDirective = true
    return .directive(take { !$0.isWhitespace })
  }

  private mutating func delimited(
    by mark: Character, _ start: TapePosition, what: String
  ) throws(TapeError) -> String {
    advance()
    var text = ""
    while let character = current, !character.isNewline {
      if character == mark {
        advance()
        return text
      }
      if mark == "/", character == "\\" {
        advance()
        // Only the slash loses its backslash: the others are the pattern's own.
        if current != "/" { text.append("\\") }
        guard let escaped = current, !escaped.isNewline else { break }
        text.append(escaped)
        advance()
      } else {
        text.append(character)
        advance()
      }
    }
    throw TapeError("This \(what) has no closing \(mark) on its line.", at: start)
  }

  private mutating func json(_ start: TapePosition) throws(TapeError) -> TapeToken.Kind {
    var depth = 0
    while let character = current {
      advance()
      if character == "{" { depth += 1 }
      if character == "}" { depth -= 1 }
      if depth == 0 { return .json }
    }
    throw TapeError("This brace is never closed.", at: start)
  }

  private mutating func number() -> String {
    var hasPoint = false
    return take { character in
      if character == ".", !hasPoint {
        hasPoint = true
        return true
      }
      return character.isASCIIDigit
    }
  }

  private mutating func take(while condition: (Character) -> Bool) -> String {
    var text = ""
    while let character = current, condition(character) {
      text.append(character)
      advance()
    }
    return text
  }

  /// Also what file names are made of. A word does not begin with a slash: that is a pattern.
  private static func isWordCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isASCIIDigit || "-_./%".contains(character)
  }
}

extension Character {
  var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
