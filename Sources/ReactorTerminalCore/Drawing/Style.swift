/// The attributes of a cell besides its colors.
@frozen
public struct Attributes: OptionSet, Sendable, Hashable {
  /// One bit for each attribute.
  public let rawValue: UInt8

  /// Creates the attributes whose bits are set in `rawValue`.
  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Bold text; some terminals use a brighter color instead.
  public static let bold = Attributes(rawValue: 1)
  /// Faint text.
  public static let dim = Attributes(rawValue: 2)
  /// Italic text, on terminals that support it.
  public static let italic = Attributes(rawValue: 4)
  /// Underlined text.
  public static let underline = Attributes(rawValue: 8)
  /// Text with foreground and background exchanged.
  public static let reverse = Attributes(rawValue: 16)
}

/// Two colors and a set of attributes in one machine word, so that cells can be compared as memory.
///
/// A style can be merged over another: where its color is `.default`, the other style's color shows through.
@frozen
public struct Style: Sendable, Hashable {
  @usableFromInline var packed: UInt64

  @usableFromInline static let colorMask: UInt64 = 0x3FF_FFFF

  @inlinable
  init(packed: UInt64) { self.packed = packed }

  /// Creates a style from colors and attributes.
  @inlinable
  public init(foreground: Color = .default, background: Color = .default, attributes: Attributes = []) {
    packed = UInt64(foreground.packed) | UInt64(background.packed) << 26 | UInt64(attributes.rawValue) << 52
  }

  /// The terminal's default colors without attributes.
  public static let plain = Style()

  /// The color of the glyph.
  @inlinable public var foreground: Color {
    get { Color(packed: UInt32(truncatingIfNeeded: packed & Self.colorMask)) }
    set { packed = packed & ~Self.colorMask | UInt64(newValue.packed) }
  }

  /// The color behind the glyph.
  @inlinable public var background: Color {
    get { Color(packed: UInt32(truncatingIfNeeded: packed >> 26 & Self.colorMask)) }
    set { packed = packed & ~(Self.colorMask << 26) | UInt64(newValue.packed) << 26 }
  }

  /// The attributes.
  @inlinable public var attributes: Attributes {
    get { Attributes(rawValue: UInt8(truncatingIfNeeded: packed >> 52)) }
    set { packed = packed & ~(0xFF << 52) | UInt64(newValue.rawValue) << 52 }
  }

  /// Whether the style has colors other than the terminal's default colors.
  var hasColors: Bool { foreground != .default || background != .default }

  /// Returns this style merged over `base`: its colors replace those of `base` unless they are `.default`, and the
  /// attributes of both apply.
  @inlinable
  public func merging(over base: Style) -> Style {
    var packed = self.packed | base.packed & (0xFF << 52)
    if packed & Self.colorMask == 0 { packed |= base.packed & Self.colorMask }
    if packed & (Self.colorMask << 26) == 0 { packed |= base.packed & (Self.colorMask << 26) }
    return Style(packed: packed)
  }

  /// Returns the style with a different foreground.
  @inlinable
  public func foreground(_ color: Color) -> Style {
    var style = self
    style.foreground = color
    return style
  }

  /// Returns the style with a different background.
  @inlinable
  public func background(_ color: Color) -> Style {
    var style = self
    style.background = color
    return style
  }

  /// Returns the style with `attributes` added.
  @inlinable
  public func adding(_ attributes: Attributes) -> Style {
    Style(packed: packed | UInt64(attributes.rawValue) << 52)
  }

  /// The style in bold.
  @inlinable public var bold: Style { adding(.bold) }
  /// The style in faint text.
  @inlinable public var dim: Style { adding(.dim) }
  /// The style in italics.
  @inlinable public var italic: Style { adding(.italic) }
  /// The style with an underline.
  @inlinable public var underline: Style { adding(.underline) }
  /// The style with foreground and background exchanged.
  @inlinable public var reverse: Style { adding(.reverse) }
}

extension Style: CustomStringConvertible {
  /// The colors and attributes, such as `#d70000 on default bold`.
  public var description: String {
    let names: [(Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
    ]
    let set = names.filter { attributes.contains($0.0) }.map(\.1)
    return (["\(foreground) on \(background)"] + set).joined(separator: " ")
  }
}
