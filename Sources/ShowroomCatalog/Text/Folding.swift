import Foundation

/// Case and diacritic folding, for comparing text. Folded text is lower case, without diacritics, and canonically
/// composed (NFC), so that `citroen` finds `Citroën`, and Korean text is found in either of its encodings.
package enum Folding {
  /// Returns the folded form of a text.
  static func fold(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var scalars = String.UnicodeScalarView()
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars
    where scalar.properties.generalCategory != .nonspacingMark {
      scalars.append(scalar)
    }
    return String(scalars).lowercased().precomposedStringWithCanonicalMapping
  }

  /// Appends folded UTF-8 to `output`. ASCII, which is nearly all text, is folded without creating a string.
  package static func fold(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) {
    guard bytes.allSatisfy({ $0 < 0x80 }) else {
      output.append(contentsOf: fold(String(decoding: bytes, as: UTF8.self)).utf8)
      return
    }
    for byte in bytes {
      output.append(byte &- 65 < 26 ? byte | 0x20 : byte)
    }
  }
}

/// A content hash: FNV-1a over eight bytes at a time, with a final mix. Unlike `Hasher` it is stable between runs. It
/// detects changes; it does not resist an attacker.
struct ContentHash {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func combine(_ word: UInt64) {
    state = (state ^ word) &* 0x0000_0100_0000_01b3
    state ^= state >> 29
  }

  mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    var index = 0
    while index + 8 <= bytes.count {
      combine(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    var tail = UInt64(bytes.count) << 56
    for byte in bytes[index...] { tail = tail << 8 | UInt64(byte) }
    combine(tail)
  }

  var value: UInt64 {
    var mixed = state
    mixed = (mixed ^ mixed >> 33) &* 0xff51_afd7_ed55_8ccd
    return mixed ^ mixed >> 33
  }
}
