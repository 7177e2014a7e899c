import Foundation

/// A folded word to find in folded text.
struct Needle: Sendable {
  private let bytes: [UInt8]

  init(_ word: String) { bytes = Array(word.utf8) }

  /// Whether the word consists of digits.
  var isNumber: Bool { !bytes.isEmpty && bytes.allSatisfy { $0 &- 48 < 10 } }

  func occurrence(in text: String) -> Occurrence {
    var text = text
    return text.withUTF8 { occurrence(in: UnsafeRawBufferPointer($0)) }
  }

  func occurrence(in bytes: ArraySlice<UInt8>) -> Occurrence {
    bytes.withUnsafeBytes { occurrence(in: $0) }
  }

  /// Returns the best occurrence in the text. An occurrence at the beginning of a word is best.
  func occurrence(in text: UnsafeRawBufferPointer) -> Occurrence {
    guard let base = text.baseAddress, !bytes.isEmpty else { return bytes.isEmpty ? .wordStart : .none }
    var found = Occurrence.none
    var start = 0
    while start + bytes.count <= text.count,
      let hit = memchr(base + start, Int32(bytes[0]), text.count - bytes.count - start + 1)
    {
      let position = UnsafeRawPointer(hit) - base
      guard memcmp(hit, bytes, bytes.count) == 0 else {
        start = position + 1
        continue
      }
      if position == 0 || Self.separatesWords(text[position - 1]) || !Self.continuesWord(bytes[0]) { return .wordStart }
      found = .inside
      start = position + 1
    }
    return found
  }

  private static func separatesWords(_ byte: UInt8) -> Bool { !continuesWord(byte) }

  /// Returns whether a byte belongs to a word: letters, digits, and all bytes of non-ASCII characters.
  private static func continuesWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte &- 48 < 10 || byte &- 97 < 26 || byte &- 65 < 26
  }
}

/// The best occurrence of a word in text.
enum Occurrence: UInt8, Comparable {
  case none = 1
  case inside = 2
  /// At the beginning of a word of the text.
  case wordStart = 3

  static func < (left: Occurrence, right: Occurrence) -> Bool { left.rawValue < right.rawValue }
}
