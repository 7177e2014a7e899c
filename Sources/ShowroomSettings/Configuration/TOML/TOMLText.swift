/// The bytes of a TOML document and the parser's position.
struct TOMLText {
  private let bytes: [UInt8]
  private var index = 0
  /// The number of the current line, starting at 1.
  private(set) var line = 1

  init(_ text: String) { bytes = Array((text.first == "\u{FEFF}" ? text.dropFirst() : text[...]).utf8) }

  /// The next byte; `nil` at the end.
  var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// The byte after the next one; `nil` at the end.
  var following: UInt8? { index + 1 < bytes.count ? bytes[index + 1] : nil }

  mutating func advance() {
    guard index < bytes.count else { return }
    if current == Self.newline { line += 1 }
    index += 1
  }

  /// Consumes a word if it comes next. Returns whether it did.
  mutating func take(_ word: StaticString) -> Bool {
    let matches = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
    if matches { for _ in 0..<word.utf8CodeUnitCount { advance() } }
    return matches
  }

  /// Consumes and returns bytes while they satisfy a condition.
  mutating func take(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = index
    while let byte = current, condition(byte) { advance() }
    return bytes[start..<index]
  }

  /// Returns an error at the current line.
  func error(_ reason: String) -> TOMLError { TOMLError(line: line, reason: reason) }

  // MARK: Whitespace

  static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Whether the position is at the end of a line.
  var isAtLineEnd: Bool { current == Self.newline || current == Self.carriageReturn && following == Self.newline }

  /// Returns whether a byte is a control character, which neither strings nor comments may contain.
  static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }

  mutating func skipBlanks() { _ = take { $0 == 0x20 || $0 == 0x09 } }

  /// Skips whitespace, line breaks and comments.
  mutating func skipBlankLines() throws(TOMLError) {
    while true {
      skipBlanks()
      try skipComment()
      guard isAtLineEnd else { return }
      skipLineEnd()
    }
  }

  mutating func skipLineEnd() {
    if current == Self.carriageReturn { advance() }
    advance()
  }

  /// Skips the rest of a statement's line: whitespace, a comment and the line break.
  mutating func endLine() throws(TOMLError) {
    skipBlanks()
    try skipComment()
    guard current == nil || isAtLineEnd else { throw error("unexpected text at the end of the line") }
    if current != nil { skipLineEnd() }
  }

  private mutating func skipComment() throws(TOMLError) {
    guard current == UInt8(ascii: "#") else { return }
    _ = take { !Self.isControl($0) }
    guard current == nil || isAtLineEnd else { throw error("a comment contains a control character") }
  }
}
