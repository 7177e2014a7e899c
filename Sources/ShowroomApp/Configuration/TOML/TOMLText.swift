/// The bytes of a TOML document, and how far they are read.
struct TOMLText {
  private let bytes: [UInt8]
  private var index = 0
  /// The line that is being read, from 1.
  private(set) var line = 1

  init(_ text: String) { bytes = Array((text.first == "\u{FEFF}" ? text.dropFirst() : text[...]).utf8) }

  /// The next byte; nil at the end.
  var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// The byte after the next one.
  var following: UInt8? { index + 1 < bytes.count ? bytes[index + 1] : nil }

  mutating func advance() {
    guard index < bytes.count else { return }
    if current == Self.newline { line += 1 }
    index += 1
  }

  /// Takes a word where it stands next.
  mutating func take(_ word: StaticString) -> Bool {
    let matches = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
    if matches { for _ in 0..<word.utf8CodeUnitCount { advance() } }
    return matches
  }

  /// Takes bytes as long as they are of a kind.
  mutating func take(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = index
    while let byte = current, condition(byte) { advance() }
    return bytes[start..<index]
  }

  /// What is wrong in the line that is being read.
  func error(_ reason: String) -> TOMLError { TOMLError(line: line, reason: reason) }

  // MARK: Blanks

  static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Whether a line ends here.
  var isAtLineEnd: Bool { current == Self.newline || current == Self.carriageReturn && following == Self.newline }

  /// Whether a byte is a control character, which neither texts nor comments hold.
  static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }

  mutating func skipBlanks() { _ = take { $0 == 0x20 || $0 == 0x09 } }

  /// Passes over blanks, line ends and comments.
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

  /// Passes over what may follow a statement: blanks, a comment, the end of the line.
  mutating func endLine() throws(TOMLError) {
    skipBlanks()
    try skipComment()
    guard current == nil || isAtLineEnd else { throw error("there is something left at the end of the line") }
    if current != nil { skipLineEnd() }
  }

  private mutating func skipComment() throws(TOMLError) {
    guard current == UInt8(ascii: "#") else { return }
    _ = take { !Self.isControl($0) }
    guard current == nil || isAtLineEnd else { throw error("a comment holds a control character") }
  }
}
