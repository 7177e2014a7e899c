/// The name of an entry in a folder: bytes without a slash, which are not necessarily valid UTF-8.
package struct FileName: Sendable, Hashable {
  package let bytes: [UInt8]

  /// Creates a name from its bytes.
  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// Creates a name from the UTF-8 bytes of `text`.
  package init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// Whether the name starts with a dot.
  package var isHidden: Bool { bytes.first == Self.dot }

  /// Hashes all bytes at once, because folders with tens of thousands of names are common.
  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  static let slash = UInt8(ascii: "/")
  static let dot = UInt8(ascii: ".")
}

extension FileName: CustomStringConvertible {
  /// The name as one line of text. Invalid UTF-8 is written as `\xE9`, and control characters as `\x0A`.
  package var description: String { readable(bytes) }
}

/// Returns `bytes` as one line of text.
///
/// Invalid UTF-8 is written as `\xE9`, so that different names never look the same. Control characters, including line
/// breaks, are escaped in the same way, which is also the form that the path bar accepts.
func readable(_ bytes: [UInt8]) -> String {
  if !bytes.contains(where: { $0 < 0x20 || $0 >= 0x7F }) { return String(decoding: bytes, as: UTF8.self) }
  var text = String.UnicodeScalarView()
  var parser = Unicode.UTF8.ForwardParser()
  var iterator = bytes.makeIterator()
  var position = 0
  while true {
    switch parser.parseScalar(from: &iterator) {
    case .valid(let encoded):
      let scalar = Unicode.UTF8.decode(encoded)
      if scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}" {
        for byte in encoded { text.append(contentsOf: hexadecimal(byte).unicodeScalars) }
      } else {
        text.append(scalar)
      }
      position += encoded.count
    case .error(let length):
      for byte in bytes[position..<position + length] { text.append(contentsOf: hexadecimal(byte).unicodeScalars) }
      position += length
    case .emptyInput: return String(text)
    }
  }
}

/// Returns a byte in the form `\x0F`.
func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return "\\x" + (digits.count < 2 ? "0" : "") + digits
}
