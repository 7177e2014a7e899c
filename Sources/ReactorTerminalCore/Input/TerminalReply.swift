/// The terminal's answer to a query, or an unsolicited report.
///
/// Replies are never events, so neither a terminal nor a program that imitates one can press keys by sending them.
package enum TerminalReply: Sendable, Hashable {
  /// The color of the background.
  case background(red: UInt8, green: UInt8, blue: UInt8)
  /// The preferred color scheme has changed.
  case colorScheme(Appearance)
  /// The name and the version of the terminal.
  case version(String)

  /// The maximum number of characters in a version.
  private static let versionLimit = 64

  /// Creates a reply from an operating system command or a device control string; `nil` if it is not a reply that we
  /// use.
  ///
  /// - Parameters:
  ///   - kind: The byte after the Escape.
  ///   - content: The bytes between that byte and the terminator.
  init?(string kind: UInt8, _ content: Slice<UnsafeBufferPointer<UInt8>>) {
    switch kind {
    case 0x5D:
      guard content.starts(with: "11;".utf8), let color = Self.color(content.dropFirst(3)) else { return nil }
      self = .background(red: color[0], green: color[1], blue: color[2])
    default:
      let name = content.dropFirst(2)
      guard content.starts(with: ">|".utf8), name.count <= Self.versionLimit,
        name.allSatisfy({ (0x20...0x7E).contains($0) })
      else { return nil }
      self = .version(String(decoding: name, as: UTF8.self))
    }
  }

  /// Creates a reply from a sequence with a final byte; `nil` if it is not a reply that we use.
  init?(sequence parameters: Slice<UnsafeBufferPointer<UInt8>>, final: UInt8) {
    guard final == 0x6E else { return nil }
    if parameters.elementsEqual("?997;1".utf8) {
      self = .colorScheme(.dark)
    } else if parameters.elementsEqual("?997;2".utf8) {
      self = .colorScheme(.light)
    } else {
      return nil
    }
  }

  /// Returns the components of `rgb:RRRR/GGGG/BBBB` or `rgba:R/G/B/A`, with one to four digits each, or of `#RRGGBB`.
  private static func color(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
    var parts: [Slice<UnsafeBufferPointer<UInt8>>]
    if text.first == 0x23 {
      let digits = text.dropFirst()
      guard digits.count % 3 == 0 else { return nil }
      let length = digits.count / 3
      parts = (0..<3).map { digits.dropFirst($0 * length).prefix(length) }
    } else {
      guard let colon = text.firstIndex(of: 0x3A) else { return nil }
      parts = text[(colon + 1)...].split(separator: 0x2F, omittingEmptySubsequences: false)
      let names = [3: "rgb", 4: "rgba"]
      guard let name = names[parts.count], text[..<colon].elementsEqual(name.utf8) else { return nil }
    }
    let components = parts.compactMap(component)
    return components.count == parts.count ? components : nil
  }

  /// Returns the value of one to four hexadecimal digits, scaled to a byte.
  private static func component(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt8? {
    guard (1...4).contains(digits.count) else { return nil }
    var value = 0
    for digit in digits {
      guard let number = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      value = value * 16 + number
    }
    return UInt8(value * 255 / (1 << (4 * digits.count) - 1))
  }
}
