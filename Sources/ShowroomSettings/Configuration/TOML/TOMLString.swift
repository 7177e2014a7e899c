/// Functions that parse the strings of a TOML document.
enum TOMLString {
  /// Parses a single-line string: `"…"` or `'…'`.
  static func line(_ text: inout TOMLText) throws(TOMLError) -> String {
    let start = text
    text.advance()
    return try read(&text, from: start, isMultiline: false)
  }

  /// Parses a single-line string or, between triple quotes, a multiline string.
  static func any(_ text: inout TOMLText) throws(TOMLError) -> String {
    let start = text
    guard text.take("'''") || text.take("\"\"\"") else { return try line(&text) }
    // A line break after the opening quotes is not part of the string.
    if text.isAtLineEnd { text.skipLineEnd() }
    return try read(&text, from: start, isMultiline: true)
  }

  private static func read(
    _ text: inout TOMLText, from start: TOMLText, isMultiline: Bool
  ) throws(TOMLError) -> String {
    let isLiteral = start.current == UInt8(ascii: "'")
    let quote = UInt8(ascii: isLiteral ? "'" : "\"")
    var bytes: [UInt8] = []
    while let byte = text.current {
      if byte == quote {
        let quotes = text.take(while: { $0 == quote }, atMost: isMultiline ? 5 : 1)
        guard isMultiline else { return String(decoding: bytes, as: UTF8.self) }
        // The last three quotes end the string: `""""a"""""` contains quotes at both ends.
        bytes.append(contentsOf: repeatElement(quote, count: quotes >= 3 ? quotes - 3 : quotes))
        if quotes >= 3 { return String(decoding: bytes, as: UTF8.self) }
      } else if byte == UInt8(ascii: "\\"), !isLiteral {
        text.advance()
        try takeEscape(&text, isMultiline: isMultiline, into: &bytes)
      } else if text.isAtLineEnd, isMultiline {
        text.skipLineEnd()
        bytes.append(TOMLText.newline)
      } else if TOMLText.isControl(byte) {
        break
      } else {
        bytes.append(byte)
        text.advance()
      }
    }
    throw start.error("a string is not closed or contains a control character")
  }

  private static func takeEscape(
    _ text: inout TOMLText, isMultiline: Bool, into bytes: inout [UInt8]
  ) throws(TOMLError) {
    if isMultiline, skipLineBreak(&text) { return }
    guard let sign = text.current else { return }
    text.advance()
    if let plain = plain[sign] { return bytes.append(plain) }
    guard let count = [UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8][sign] else {
      throw text.error("unknown escape sequence; write a backslash as \\\\, or enclose the string in single quotes")
    }
    var digits = ""
    while digits.utf8.count < count, let digit = text.current, digit < 0x80 {
      digits.unicodeScalars.append(Unicode.Scalar(digit))
      text.advance()
    }
    guard digits.utf8.count == count, digits.allSatisfy(\.isHexDigit),
      let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    else { throw text.error("\\\(Unicode.Scalar(sign)) must be followed by \(count) hexadecimal digits") }
    bytes.append(contentsOf: Array(String(scalar).utf8))
  }

  /// Skips the whitespace and line breaks after a backslash at the end of a line.
  private static func skipLineBreak(_ text: inout TOMLText) -> Bool {
    var ahead = text
    ahead.skipBlanks()
    guard ahead.isAtLineEnd else { return false }
    while true {
      ahead.skipBlanks()
      guard ahead.isAtLineEnd else { break }
      ahead.skipLineEnd()
    }
    text = ahead
    return true
  }

  private static let plain: [UInt8: UInt8] = [
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "f"): 0x0C,
    UInt8(ascii: "r"): 0x0D, UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C,
  ]
}

extension TOMLText {
  /// Consumes bytes while they satisfy a condition, up to a limit, and returns their number.
  fileprivate mutating func take(while condition: (UInt8) -> Bool, atMost limit: Int) -> Int {
    var count = 0
    while count < limit, let byte = current, condition(byte) {
      advance()
      count += 1
    }
    return count
  }
}
