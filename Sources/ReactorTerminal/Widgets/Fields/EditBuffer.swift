/// Text that is being typed and the place in it. Everything counts in characters as a person sees them.
struct EditBuffer: Equatable {
  /// The text, character by character.
  private(set) var characters: [Character] = []
  /// Characters before the caret.
  private(set) var caret = 0

  /// `text`, with the caret at its end.
  init(_ text: String = "") {
    characters = Array(text)
    caret = characters.count
  }

  /// The text.
  var text: String { String(characters) }

  // MARK: Changing

  /// Puts `text` in at the caret, as much of it as there is room for.
  mutating func insert(_ text: String, limit: Int?) {
    let head = String(characters[..<caret])
    let tail = String(characters[caret...])
    var added = text
    // A mark joins the character before it: what counts is how many there are together.
    if let limit {
      while !added.isEmpty, (head + added + tail).count > limit { added.removeLast() }
    }
    caret = (head + added).count
    characters = Array(head + added + tail)
    caret = min(caret, characters.count)
  }

  /// Takes away the character before the caret.
  mutating func deleteBackward() { delete(to: caret - 1) }

  /// Takes away the character behind the caret.
  mutating func deleteForward() { delete(to: caret + 1) }

  /// Takes away everything between the caret and `position`.
  mutating func delete(to position: Int) {
    let other = min(max(0, position), characters.count)
    characters.removeSubrange(min(caret, other)..<max(caret, other))
    caret = min(caret, other)
  }

  // MARK: Moving

  /// Puts the caret before the character at `position`.
  mutating func move(to position: Int) { caret = min(max(0, position), characters.count) }

  /// Where the word before the caret begins.
  var previousWord: Int {
    var index = caret
    while index > 0, !Self.isWord(characters[index - 1]) { index -= 1 }
    while index > 0, Self.isWord(characters[index - 1]) { index -= 1 }
    return index
  }

  /// Where the word at or behind the caret ends.
  var nextWord: Int {
    var index = caret
    while index < characters.count, !Self.isWord(characters[index]) { index += 1 }
    while index < characters.count, Self.isWord(characters[index]) { index += 1 }
    return index
  }

  /// Where the text before the caret begins that is free of spaces: what Ctrl-W takes away, as a shell does.
  var previousSpace: Int {
    var index = caret
    while index > 0, characters[index - 1].isWhitespace { index -= 1 }
    while index > 0, !characters[index - 1].isWhitespace { index -= 1 }
    return index
  }

  /// Where the line of the caret begins.
  var lineStart: Int {
    characters[..<caret].lastIndex(of: "\n").map { $0 + 1 } ?? 0
  }

  /// Where the line of the caret ends.
  var lineEnd: Int {
    characters[caret...].firstIndex(of: "\n") ?? characters.count
  }

  private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  // MARK: Keys

  /// Does what `key` does in every text field. Returns whether it means something there.
  mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .left, .control("b"): move(to: caret - 1)
    case .right, .control("f"): move(to: caret + 1)
    case .home, .control("a"): move(to: lineStart)
    case .end, .control("e"): move(to: lineEnd)
    case .alt("b"), Key(.left, .control), Key(.left, .alt): move(to: previousWord)
    case .alt("f"), Key(.right, .control), Key(.right, .alt): move(to: nextWord)
    case .backspace, .control("h"): deleteBackward()
    case .delete, .control("d"): deleteForward()
    case .control("w"), Key(.backspace, .alt), Key(.backspace, .control): delete(to: previousSpace)
    case .alt("d"): delete(to: nextWord)
    case .control("u"): delete(to: lineStart)
    case .control("k"): delete(to: lineEnd)
    default: return false
    }
    return true
  }
}

/// `text` without control characters. Line ends become `\n` where `keepsLines`, else spaces, as tabs do.
func typeable(_ text: String, keepsLines: Bool) -> String {
  var result = String.UnicodeScalarView()
  var wasReturn = false
  for scalar in text.unicodeScalars {
    defer { wasReturn = scalar == "\r" }
    switch scalar {
    case "\n" where wasReturn: break
    case "\n", "\r", "\u{2028}", "\u{2029}", "\u{85}": result.append(keepsLines ? "\n" : " ")
    case "\t": result.append(" ")
    default: if scalar.properties.generalCategory != .control { result.append(scalar) }
    }
  }
  return String(result)
}
