// The standard library composes text to compare strings. The public interface to composition is in Foundation, which
// would add to the start-up time and memory of every terminal program.
@_spi(_Unicode) import Swift

/// Canonical composition (NFC), needed because terminals and ncurses lose the vowels of decomposed Hangul and misplace
/// accents.
enum Composition {
  /// Returns `false` if composition cannot change `text`. Otherwise returns `true`, including in some uncertain cases.
  static func mayChange(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    let last = text.count - 2
    while index <= last {
      let byte = text[index]
      if byte < 0xCC || byte > 0xF0 {
        index += 1
        continue
      }
      let next = text[index + 1]
      switch byte {
      case 0xCC, 0xCD, 0xE0: return true
      case 0xF0 where next == 0x91: return true
      case 0xD9 where (0x93...0x95).contains(next): return true
      case 0xE1 where (0x84...0x87).contains(next) || next == 0x80 || next == 0xAC: return true
      case 0xE3 where next == 0x82 && index < last && (text[index + 2] == 0x99 || text[index + 2] == 0x9A): return true
      default: index += 1
      }
    }
    return false
  }

  /// Returns the composed form of `text` in UTF-8.
  static func composed(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for scalar in String(decoding: text, as: UTF8.self)._nfc {
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    return bytes
  }
}
