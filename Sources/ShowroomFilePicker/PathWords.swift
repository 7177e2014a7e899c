/// Typed or pasted text, split into words as in a shell.
///
/// Quotes and backslashes protect spaces, as in the paths that terminals paste for dropped files. `\xE9` stands for a
/// single byte, so that every name can be typed.
struct PathWords {
  struct Word: Equatable {
    /// The start of the word, as a UTF-8 offset in the text.
    var start: Int
    /// The spelling of the home folder at the beginning of the word, if any: `~`, `$HOME`, or `${HOME}`.
    var home: String?
    /// The rest of the word, without quotes and backslashes.
    var bytes: [UInt8] = []
  }

  private(set) var words: [Word] = []
  /// Whether the text contains quotes or backslashes and is therefore not a literal path.
  private(set) var isQuoted = false
  /// Whether the text can be one path with spaces: nothing is quoted, and no word but the first is an absolute path or
  /// a path in the home folder.
  var canBeOnePath: Bool { !isQuoted && !words.dropFirst().contains { $0.bytes.first == FileName.slash } }
  private let text: [UInt8]
  private var position = 0

  /// Splits `text` into words.
  init(_ text: String) {
    self.text = Array(text.utf8)
    while let start = nextWord() { readWord(from: start) }
  }

  private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
  private static let backslash = UInt8(ascii: "\\")
  private static let quote = UInt8(ascii: "'")
  private static let doubleQuote = UInt8(ascii: "\"")
  private static let dollar = UInt8(ascii: "$")

  private mutating func nextWord() -> Int? {
    while position < text.count, Self.blanks.contains(text[position]) { position += 1 }
    return position < text.count ? position : nil
  }

  private mutating func readWord(from start: Int) {
    var word = Word(start: start)
    word.home = takeHome()
    while position < text.count, !Self.blanks.contains(text[position]) {
      let byte = text[position]
      position += 1
      switch byte {
      case Self.quote: readQuoted(&word)
      case Self.doubleQuote: readDoubleQuoted(&word)
      case Self.dollar where position < text.count && text[position] == Self.quote:
        position += 1
        readEscaped(&word)
      case Self.backslash: readBackslash(&word)
      default: word.bytes.append(byte)
      }
    }
    words.append(word)
  }

  /// Consumes and returns a spelling of the home folder that is followed by a slash, a quote, or the end of the word.
  private mutating func takeHome() -> String? {
    for spelling in Self.homeSpellings where text[position...].starts(with: spelling.utf8) {
      let end = position + spelling.utf8.count
      let closing: Set<UInt8> = [FileName.slash, Self.doubleQuote]
      guard end == text.count || Self.blanks.contains(text[end]) || closing.contains(text[end]) else { continue }
      position = end
      return spelling
    }
    return nil
  }

  /// The spellings of the home folder at the beginning of a path.
  static let homeSpellings = ["~", "$HOME", "${HOME}"]

  private mutating func readQuoted(_ word: inout Word) {
    isQuoted = true
    while position < text.count, text[position] != Self.quote {
      word.bytes.append(text[position])
      position += 1
    }
    position += 1
  }

  private mutating func readDoubleQuoted(_ word: inout Word) {
    isQuoted = true
    if word.bytes.isEmpty, word.home == nil, position < text.count, text[position] == Self.dollar {
      word.home = takeHome()
    }
    let special: Set<UInt8> = [Self.backslash, Self.doubleQuote, Self.dollar, UInt8(ascii: "`")]
    while position < text.count, text[position] != Self.doubleQuote {
      if text[position] == Self.backslash, position + 1 < text.count, special.contains(text[position + 1]) {
        position += 1
      }
      word.bytes.append(text[position])
      position += 1
    }
    position += 1
  }

  /// Reads the characters after a backslash: a literal character, as in `\ `, or a byte, as in `\x20`.
  private mutating func readBackslash(_ word: inout Word) {
    isQuoted = true
    guard position < text.count else { return word.bytes.append(Self.backslash) }
    if text[position] == UInt8(ascii: "x"), let byte = number(at: position + 1, digits: 2, radix: 16) {
      word.bytes.append(byte)
      position += 3
    } else {
      word.bytes.append(text[position])
      position += 1
    }
  }

  /// Reads `$'…'`, the form in which `ls` and shells write names that contain control characters.
  private mutating func readEscaped(_ word: inout Word) {
    isQuoted = true
    while position < text.count, text[position] != Self.quote {
      guard text[position] == Self.backslash, position + 1 < text.count else {
        word.bytes.append(text[position])
        position += 1
        continue
      }
      position += 1
      if let byte = Self.controls[text[position]] {
        word.bytes.append(byte)
        position += 1
      } else if let byte = number(at: position, digits: 3, radix: 8) {
        word.bytes.append(byte)
        position += 3
      } else {
        readBackslash(&word)
      }
    }
    position += 1
  }

  private static let controls: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "e"): 0x1B,
    UInt8(ascii: "E"): 0x1B, UInt8(ascii: "a"): 0x07, UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
    UInt8(ascii: "v"): 0x0B,
  ]

  private func number(at start: Int, digits: Int, radix: Int) -> UInt8? {
    guard start + digits <= text.count else { return nil }
    let spelled = String(decoding: text[start..<start + digits], as: UTF8.self)
    // `UInt8(_:radix:)` would also accept a sign.
    return spelled.allSatisfy(\.isHexDigit) ? UInt8(spelled, radix: radix) : nil
  }
}
