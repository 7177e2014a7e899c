import Foundation

/// A folded word, ready to be looked for in folded texts.
struct Needle: Sendable {
  private let bytes: [UInt8]

  init(_ word: String) { bytes = Array(word.utf8) }

  /// True when it consists of digits.
  var isNumber: Bool { !bytes.isEmpty && bytes.allSatisfy { $0 &- 48 < 10 } }

  func occurrence(in text: String) -> Occurrence {
    var text = text
    return text.withUTF8 { occurrence(in: UnsafeRawBufferPointer($0)) }
  }

  func occurrence(in bytes: ArraySlice<UInt8>) -> Occurrence {
    bytes.withUnsafeBytes { occurrence(in: $0) }
  }

  /// The best occurrence in a text: at the beginning of a word, where there is one.
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

  /// Letters and digits, and every byte of a character beyond ASCII.
  private static func continuesWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte &- 48 < 10 || byte &- 97 < 26 || byte &- 65 < 26
  }
}

/// Remembers for each text of a pool how a word occurs in it; a text is looked at when the first car asks.
final class PoolMemo {
  private let pool: StringPool
  private let needle: Needle
  private let known: UnsafeMutableBufferPointer<UInt8>

  init(_ pool: StringPool, needle: Needle) {
    self.pool = pool
    self.needle = needle
    known = .allocate(capacity: pool.count)
    known.initialize(repeating: 0)
  }

  deinit { known.deallocate() }

  @inline(__always)
  func occurrence(at number: Int32) -> Occurrence {
    if number < 0 { return .none }
    return Occurrence(rawValue: known[Int(number)]) ?? look(at: Int(number))
  }

  private func look(at number: Int) -> Occurrence {
    let found = pool.withBytes(at: number) { needle.occurrence(in: $0) }
    known[number] = found.rawValue
    return found
  }
}
