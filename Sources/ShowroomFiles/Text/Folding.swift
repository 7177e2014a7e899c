import Foundation

/// Case and diacritic folding for comparing text. Folded text is lowercase, has no diacritics, and is canonically
/// composed (NFC), so that `citroen` finds `Citroën`, and Korean text is found in either encoding.
package enum Folding {
  /// Returns the folded form of text.
  package static func fold(_ text: String) -> String {
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
