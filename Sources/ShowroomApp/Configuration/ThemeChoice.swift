import ReactorTerminal

/// The themes that a person can ask for.
public enum ThemeChoice: String, Sendable, Hashable, CaseIterable {
  /// What the environment suggests.
  case auto
  /// For dark backgrounds.
  case dark
  /// For light backgrounds.
  case light
  /// Without colours.
  case mono

  /// The theme to draw with. Only `auto` looks at the environment: who names a theme gets it, also with `NO_COLOR` set,
  /// as https://no-color.org has it.
  public func theme(environment: [String: String]) -> Theme {
    switch self {
    case .auto: .automatic(environment: environment)
    case .dark: .dark
    case .light: .light
    case .mono: .mono
    }
  }
}
