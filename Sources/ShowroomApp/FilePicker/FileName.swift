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
  /// A form that can be read: bytes that are no text as `\xE9`. What must not reach a terminal is still in it; the
  /// canvas replaces that.
  public var description: String { readable(bytes) }
}

/// `bytes` as text. What is not UTF-8 is written as `\xE9`, so that two names never read the same for it.
func readable(_ bytes: [UInt8]) -> String {
  if let text = String(validating: bytes, as: UTF8.self) { return text }
  var text = String.UnicodeScalarView()
  var parser = Unicode.UTF8.ForwardParser()
  var iterator = bytes.makeIterator()
  var position = 0
  while true {
    switch parser.parseScalar(from: &iterator) {
    case .valid(let encoded):
      text.append(Unicode.UTF8.decode(encoded))
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
