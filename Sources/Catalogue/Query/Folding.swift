import Foundation

/// The form in which text is compared: lower case, without diacritics, canonically composed (NFC), so that `Citroën`
/// is found by `citroen` and Korean by either of its encodings.
public enum Folding {
  /// The folded form of a text.
  static func fold(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var scalars = String.UnicodeScalarView()
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars
    where scalar.properties.generalCategory != .nonspacingMark {
      scalars.append(scalar)
    }
    return String(scalars).lowercased().precomposedStringWithCanonicalMapping
  }

  /// Folds UTF-8 bytes into `output`; ASCII, nearly everything there is, without making a string.
  public static func fold(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) {
    guard bytes.allSatisfy({ $0 < 0x80 }) else {
      output.append(contentsOf: fold(String(decoding: bytes, as: UTF8.self)).utf8)
      return
    }
    for byte in bytes {
      output.append(byte &- 65 < 26 ? byte | 0x20 : byte)
    }
  }
}
