/// The number of colors that a terminal supports.
public enum ColorDepth: Int, Sendable, Hashable, Comparable {
  /// No colors, only attributes.
  case monochrome = 0
  /// The eight ANSI colors.
  case ansi8 = 8
  /// The ANSI colors and their bright variants.
  case ansi16 = 16
  /// The xterm palette.
  case palette256 = 256
  /// 24-bit colors.
  case trueColor = 16_777_216

  /// Orders depths by the number of colors.
  public static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}

/// The properties of a terminal that affect drawing.
public struct Capabilities: Sendable, Hashable {
  /// The number of colors.
  public var colors: ColorDepth
  /// Whether views draw only ASCII characters: no box-drawing characters, braille, ellipses or animations. Text that
  /// they display keeps its letters.
  public var isASCII: Bool
  /// Whether mouse input is enabled.
  public var hasMouse: Bool

  /// Creates capabilities. The defaults describe nearly every terminal in use.
  public init(colors: ColorDepth = .palette256, isASCII: Bool = false, hasMouse: Bool = true) {
    self.colors = colors
    self.isASCII = isASCII
    self.hasMouse = hasMouse
  }
}
