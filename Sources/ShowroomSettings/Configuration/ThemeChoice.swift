import ReactorTerminal

/// The values of the theme setting.
package enum ThemeChoice: String, Sendable, Hashable, CaseIterable {
  /// The theme that fits the environment.
  case auto
  /// The theme for dark backgrounds.
  case dark
  /// The theme for light backgrounds.
  case light
  /// The theme without colors.
  case mono

  /// Returns the theme. Only `auto` depends on the environment: a theme that the user chose overrides `NO_COLOR`, as
  /// https://no-color.org specifies.
  package func theme(environment: [String: String]) -> Theme {
    switch self {
    case .auto: .automatic(environment: environment)
    case .dark: .dark
    case .light: .light
    case .mono: .mono
    }
  }
}
