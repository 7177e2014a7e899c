import ReactorTerminalCore

/// The default colors of a picture, which in a terminal are determined by the terminal itself.
public struct ScreenColors: Sendable, Hashable {
  /// The color of text without a color of its own.
  public var foreground: String
  /// The color of the background.
  public var background: String
  /// The color of the title bar.
  public var bar: String

  /// Light text on a dark background.
  public static let dark = ScreenColors(foreground: "#e4e4e4", background: "#1b1d23", bar: "#2b2e37")
  /// Dark text on a light background.
  public static let light = ScreenColors(foreground: "#24292f", background: "#fdfdfb", bar: "#e6e6e2")

  /// Returns the colors of a glyph and its background. The background is `nil` if it is that of the picture.
  func resolved(_ style: Style) -> (glyph: String, background: String?) {
    let glyph = Self.hex(style.foreground)
    let background = Self.hex(style.background)
    guard style.attributes.contains(.reverse) else { return (glyph ?? foreground, background) }
    return (background ?? self.background, glyph ?? foreground)
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
