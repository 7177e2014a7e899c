/// How a cell's glyph is drawn besides its colours.
@frozen
public struct Attributes: OptionSet, Sendable, Hashable {
  /// One bit an attribute.
  public let rawValue: UInt8

  /// The attributes whose bits are set in `rawValue`.
  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Heavier strokes; on some terminals a brighter colour.
  public static let bold = Attributes(rawValue: 1)
  /// Fainter than normal.
  public static let dim = Attributes(rawValue: 2)
  /// Slanted, where the terminal can.
  public static let italic = Attributes(rawValue: 4)
  /// A line below.
  public static let underline = Attributes(rawValue: 8)
  /// Foreground and background exchanged.
  public static let reverse = Attributes(rawValue: 16)
}

/// Two colours and a set of attributes in one machine word, so that cells compare as memory.
///
/// A style is a request that can be laid over another: what it leaves at `.default` shows through (`merging(over:)`).
@frozen
public struct Style: Sendable, Hashable {
  @usableFromInline var packed: UInt64

  @usableFromInline static let colorMask: UInt64 = 0x3FF_FFFF

  @inlinable
  init(packed: UInt64) { self.packed = packed }

  /// A style of these colours and attributes.
  @inlinable
  public init(foreground: Color = .default, background: Color = .default, attributes: Attributes = []) {
    packed = UInt64(foreground.packed) | UInt64(background.packed) << 26 | UInt64(attributes.rawValue) << 52
  }

  /// The terminal's own colours, no attributes.
  public static let plain = Style()

  /// The colour of the glyph.
  @inlinable public var foreground: Color {
    get { Color(packed: UInt32(truncatingIfNeeded: packed & Self.colorMask)) }
    set { packed = packed & ~Self.colorMask | UInt64(newValue.packed) }
  }

  /// The colour behind the glyph.
  @inlinable public var background: Color {
    get { Color(packed: UInt32(truncatingIfNeeded: packed >> 26 & Self.colorMask)) }
    set { packed = packed & ~(Self.colorMask << 26) | UInt64(newValue.packed) << 26 }
  }

  /// Bold, dim and the others.
  @inlinable public var attributes: Attributes {
    get { Attributes(rawValue: UInt8(truncatingIfNeeded: packed >> 52)) }
    set { packed = packed & ~(0xFF << 52) | UInt64(newValue.rawValue) << 52 }
  }

  /// This style laid over `base`: its colours win where they are not `.default`, the attributes add up.
  @inlinable
  public func merging(over base: Style) -> Style {
    var packed = self.packed | base.packed & (0xFF << 52)
    if packed & Self.colorMask == 0 { packed |= base.packed & Self.colorMask }
    if packed & (Self.colorMask << 26) == 0 { packed |= base.packed & (Self.colorMask << 26) }
    return Style(packed: packed)
  }

  /// The same with another foreground.
  @inlinable
  public func foreground(_ color: Color) -> Style {
    var style = self
    style.foreground = color
    return style
  }

  /// The same with another background.
  @inlinable
  public func background(_ color: Color) -> Style {
    var style = self
    style.background = color
    return style
  }

  /// The same with `attributes` added.
  @inlinable
  public func adding(_ attributes: Attributes) -> Style {
    Style(packed: packed | UInt64(attributes.rawValue) << 52)
  }

  /// The same in bold.
  @inlinable public var bold: Style { adding(.bold) }
  /// The same, fainter.
  @inlinable public var dim: Style { adding(.dim) }
  /// The same in italics.
  @inlinable public var italic: Style { adding(.italic) }
  /// The same, underlined.
  @inlinable public var underline: Style { adding(.underline) }
  /// The same with the two colours exchanged.
  @inlinable public var reverse: Style { adding(.reverse) }
}

extension Style: CustomStringConvertible {
  /// For failure messages: `#d70000 on default bold`.
  public var description: String {
    let names: [(Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
    ]
    let set = names.filter { attributes.contains($0.0) }.map(\.1)
    return (["\(foreground) on \(background)"] + set).joined(separator: " ")
  }
}
