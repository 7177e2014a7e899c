import ReactorTerminal

/// What a picture takes for the colours that a terminal would choose.
public struct ScreenColors: Sendable, Hashable {
  /// Of text without a colour.
  public var foreground: String
  /// Behind everything.
  public var background: String
  /// Of the bar with the title.
  public var bar: String

  /// Light on dark.
  public static let dark = ScreenColors(foreground: "#e4e4e4", background: "#1b1d23", bar: "#2b2e37")
  /// Dark on light.
  public static let light = ScreenColors(foreground: "#24292f", background: "#fdfdfb", bar: "#e6e6e2")

  /// The colours in which a glyph of `style` and its background are painted; nil for a background that is everybody's.
  func resolved(_ style: Style) -> (glyph: String, background: String?) {
    let glyph = Self.hex(style.foreground)
    let behind = Self.hex(style.background)
    guard style.attributes.contains(.reverse) else { return (glyph ?? foreground, behind) }
    return (behind ?? background, glyph ?? foreground)
  }

  private static func hex(_ color: Color) -> String? {
    switch color.kind {
    case .default: nil
    case .rgb: color.description
    case .indexed(let index):
      { Color.rgb($0.0, $0.1, $0.2).description }(Color.components(of: index))
    }
  }
}
