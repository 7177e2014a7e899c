import Glibc

/// The brightness of a terminal's background.
public enum Appearance: Sendable, Hashable {
  /// A background on which light text is readable.
  case dark
  /// A background on which dark text is readable.
  case light

  /// The appearance of a background color: light if black text has a higher contrast on it than white text.
  package init(background: (red: UInt8, green: UInt8, blue: UInt8)) {
    // The relative luminance of WCAG. Black and white have the same contrast at about 0.18.
    func linear(_ component: UInt8) -> Double {
      let value = Double(component) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let luminance =
      0.2126 * linear(background.red) + 0.7152 * linear(background.green) + 0.0722 * linear(background.blue)
    self = luminance > 0.18 ? .light : .dark
  }
}

/// The two themes of a program that adapts to the terminal's background.
///
/// ```swift
/// window.adaptiveTheme = AdaptiveTheme(dark: .sea, light: .beach)
/// ```
public struct AdaptiveTheme: Sendable, Hashable {
  /// The name of a theme that adapts, in a configuration file.
  package static let name = "auto"

  /// The theme on a dark background.
  public var dark: Theme
  /// The theme on a light background.
  public var light: Theme
  /// The theme if the terminal has not reported its background within a second; `nil` to keep the current theme.
  public var unknown: Theme?

  /// Creates a pair of themes. By default, these are the built-in ones.
  public init(dark: Theme = .dark, light: Theme = .light, unknown: Theme? = nil) {
    self.dark = dark
    self.light = light
    self.unknown = unknown
  }

  /// Returns the theme for an appearance.
  public func theme(for appearance: Appearance) -> Theme { appearance == .dark ? dark : light }
}
