/// How many colours a terminal has.
public enum ColorDepth: Int, Sendable, Hashable, Comparable {
  /// None: attributes only.
  case monochrome = 0
  /// The eight ANSI colours.
  case ansi8 = 8
  /// The ANSI colours and their bright forms.
  case ansi16 = 16
  /// The xterm palette.
  case palette256 = 256
  /// 24 bits.
  case trueColor = 16_777_216

  /// By number.
  public static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}

/// What views need to know about the terminal they are drawn on.
public struct Capabilities: Sendable, Hashable {
  /// Colours.
  public var colors: ColorDepth
  /// Whether only ASCII may be drawn of our own accord: no boxes, braille, ellipses or animation. Text from outside
  /// keeps its letters.
  public var isASCII: Bool
  /// Whether the mouse is heard.
  public var hasMouse: Bool

  /// Capabilities; the default is what nearly every terminal has today.
  public init(colors: ColorDepth = .palette256, isASCII: Bool = false, hasMouse: Bool = true) {
    self.colors = colors
    self.isASCII = isASCII
    self.hasMouse = hasMouse
  }
}
