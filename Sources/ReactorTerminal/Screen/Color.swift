/// A colour as an application asks for it. The surface degrades it to what the terminal has.
///
/// Packed into 26 bits, so that a whole `Style` fits one machine word: two bits say which kind, 24 hold the value.
@frozen
public struct Color: Sendable, Hashable {
  @usableFromInline let packed: UInt32

  @inlinable
  init(packed: UInt32) { self.packed = packed }

  /// The terminal's own colour, whatever the user chose.
  public static let `default` = Color(packed: 0)

  /// An entry of the terminal's palette: 0–7 the ANSI colours, 8–15 their bright forms, 16–255 the xterm cube and greys.
  @inlinable
  public static func indexed(_ index: UInt8) -> Color { Color(packed: 1 << 24 | UInt32(index)) }

  /// A colour by its red, green and blue parts, 0–255 each.
  @inlinable
  public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
    Color(packed: 2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// A colour written as `0xRRGGBB`.
  @inlinable
  public static func hex(_ value: UInt32) -> Color { Color(packed: 2 << 24 | value & 0xFF_FFFF) }

  /// Which of the three kinds it is, with its value.
  public enum Kind: Sendable, Hashable {
    /// The terminal's own colour.
    case `default`
    /// An entry of the palette.
    case indexed(UInt8)
    /// Red, green and blue.
    case rgb(UInt8, UInt8, UInt8)
  }

  /// The colour taken apart.
  public var kind: Kind {
    switch packed >> 24 {
    case 1: .indexed(UInt8(truncatingIfNeeded: packed))
    case 2:
      .rgb(
        UInt8(truncatingIfNeeded: packed >> 16), UInt8(truncatingIfNeeded: packed >> 8),
        UInt8(truncatingIfNeeded: packed))
    default: .default
    }
  }
}

extension Color: CustomStringConvertible {
  /// `default`, `indexed(4)` or `#1e90ff`.
  public var description: String {
    switch kind {
    case .default: "default"
    case .indexed(let index): "indexed(\(index))"
    case .rgb(let red, let green, let blue):
      "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }
}
