/// A color. The surface replaces it with the nearest color that the terminal supports.
///
/// A color is packed into 26 bits, two for the kind and 24 for the value, so that a ``Style`` fits into a machine word.
@frozen
public struct Color: Sendable, Hashable {
  @usableFromInline let packed: UInt32

  @inlinable
  init(packed: UInt32) { self.packed = packed }

  /// The terminal's default color, which the user chose.
  public static let `default` = Color(packed: 0)

  /// Returns an entry of the terminal's palette: 0–7 are the ANSI colors, 8–15 their bright variants, and 16–255
  /// xterm's color cube and grays.
  @inlinable
  public static func indexed(_ index: UInt8) -> Color { Color(packed: 1 << 24 | UInt32(index)) }

  /// Returns a color by its red, green and blue components, each from 0 to 255.
  @inlinable
  public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
    Color(packed: 2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// Returns a color from a number in the form `0xRRGGBB`.
  @inlinable
  public static func hex(_ value: UInt32) -> Color { Color(packed: 2 << 24 | value & 0xFF_FFFF) }

  /// The kinds of colors, with their values.
  package enum Kind: Sendable, Hashable {
    /// The terminal's default color.
    case `default`
    /// An entry of the palette.
    case indexed(UInt8)
    /// Red, green and blue components.
    case rgb(UInt8, UInt8, UInt8)
  }

  /// The kind of the color, with its value.
  package var kind: Kind {
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
