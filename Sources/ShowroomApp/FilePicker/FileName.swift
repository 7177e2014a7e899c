/// The name of something in a folder: bytes without a slash, which are text by custom only.
public struct FileName: Sendable, Hashable {
  /// The bytes.
  public let bytes: [UInt8]

  /// A name of these bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// The name that text stands for, as UTF-8.
  public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// Whether it is one of those that are shown only on demand.
  public var isHidden: Bool { bytes.first == Self.dot }

  /// All bytes at once: names are looked up by the ten thousand.
  public func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  static let slash = UInt8(ascii: "/")
  static let dot = UInt8(ascii: ".")
}

extension FileName: CustomStringConvertible {
  /// A form that can be read, in one line: bytes that are no text as `\xE9`, and control characters as `\x0A`.
  public var description: String { readable(bytes) }
}

/// `bytes` as text in one line. What is not UTF-8 is written as `\xE9`, so that two names never read the same for it; and
/// so are control characters, a line end among them, as they are typed in the line for paths.
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

/// A byte as `\x0F`.
func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return "\\x" + (digits.count < 2 ? "0" : "") + digits
}
