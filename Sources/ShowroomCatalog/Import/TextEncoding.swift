/// Functions that validate UTF-8 and guess the encoding of other text.
enum TextEncoding {
  /// Returns an error for the first line that is not UTF-8, or `nil`.
  static func error(in bytes: UnsafeRawBufferPointer, firstLine: Int) -> SourceError? {
    if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
      return .notUTF8(line: firstLine, looksLike: "UTF-16")
    }
    guard let index = firstInvalidByte(in: bytes) else { return nil }
    let line = bytes[..<index].reduce(firstLine) { $0 + ($1 == 0x0a ? 1 : 0) }
    return .notUTF8(line: line, looksLike: looksLikeCP949(bytes) ? "CP949" : nil)
  }

  /// Returns the offset of the first byte that is not valid UTF-8 (Unicode Standard, table 3-7).
  static func firstInvalidByte(in bytes: UnsafeRawBufferPointer) -> Int? {
    var index = 0
    while index < bytes.count {
      let lead = bytes[index]
      let (length, second): (Int, ClosedRange<UInt8>)
      switch lead {
      case 0...0x7f: (length, second) = (1, 0...0)
      case 0xc2...0xdf: (length, second) = (2, 0x80...0xbf)
      case 0xe0: (length, second) = (3, 0xa0...0xbf)
      case 0xed: (length, second) = (3, 0x80...0x9f)
      case 0xe1...0xef: (length, second) = (3, 0x80...0xbf)
      case 0xf0: (length, second) = (4, 0x90...0xbf)
      case 0xf1...0xf3: (length, second) = (4, 0x80...0xbf)
      case 0xf4: (length, second) = (4, 0x80...0x8f)
      default: return index
      }
      guard index + length <= bytes.count else { return index }
      if length > 1, !second.contains(bytes[index + 1]) { return index }
      for offset in 2..<max(length, 2) where bytes[index + offset] & 0xc0 != 0x80 { return index }
      index += length
    }
    return nil
  }

  /// Returns whether bytes are probably Korean Windows text: all bytes beyond ASCII form pairs, most of which are
  /// Hangul syllables of KS X 1001.
  static func looksLikeCP949(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var pairs = 0
    var hangul = 0
    var index = 0
    while index < bytes.count {
      guard bytes[index] >= 0x80 else {
        index += 1
        continue
      }
      guard (0x81...0xfe).contains(bytes[index]), index + 1 < bytes.count, bytes[index + 1] >= 0x41 else {
        return false
      }
      pairs += 1
      if (0xb0...0xc8).contains(bytes[index]), bytes[index + 1] >= 0xa1 { hangul += 1 }
      index += 2
    }
    return pairs > 0 && hangul * 2 >= pairs
  }
}
