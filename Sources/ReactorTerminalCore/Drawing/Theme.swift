/// The styles of all roles.
///
/// The screen keeps the terminal's own background, and each style that sets a background also sets the foreground. Both
/// colored themes have a contrast of at least 4.5:1, and every theme also marks the selection without relying on
/// colors.
public struct Theme: Sendable, Hashable {
  /// The theme's name in a configuration file.
  public let name: String
  /// The styles of the roles in `Role.allCases`, then those of the custom roles by their numbers.
  private var styles: [Style]

  /// Creates a theme from the style of each role.
  ///
  /// - Parameters:
  ///   - name: The theme's name in a configuration file.
  ///   - style: A closure that returns the style of a role. It is not called for custom roles, which ``styling(_:)``
  ///     adds.
  public init(name: String, style: (Role) -> Style) {
    self.name = name
    styles = Role.allCases.map(style)
  }

  /// The style of `role`.
  @inlinable public subscript(role: Role) -> Style { style(role) }

  /// Returns the style of `role`. If it is a custom role that the theme does not define, returns the style of its
  /// fallback.
  public func style(_ role: Role) -> Style {
    guard case .custom(let custom) = role else { return styles[role.index] }
    let index = Role.allCases.count + custom.number
    return index < styles.count && styles[index] != Self.undefined ? styles[index] : styles[custom.fallbackIndex]
  }

  /// Returns the theme with different styles for some roles, which may be custom roles.
  ///
  /// A surface replaces the colors with the nearest ones that the terminal supports. On a terminal without colors, a
  /// style with colors is replaced by that of ``mono``, which uses only attributes.
  ///
  /// ```swift
  /// let dark = Theme.dark.styling([
  ///   .work: Style(foreground: .hex(0xffaf5f)), .accent: Style(foreground: .hex(0x87ffd7)),
  /// ])
  /// let mono = Theme.mono.styling([.work: .plain.bold])
  /// ```
  public func styling(_ styles: [Role: Style]) -> Theme {
    var theme = self
    for (role, style) in styles {
      var index = role.index
      if case .custom(let custom) = role {
        index = Role.allCases.count + custom.number
        let missing = max(0, index + 1 - theme.styles.count)
        theme.styles.append(contentsOf: repeatElement(Self.undefined, count: missing))
      }
      theme.styles[index] = style
    }
    return theme
  }

  /// Returns the theme with which a window is drawn on a terminal with `depth`.
  ///
  /// Up to 16 colors include only a few grays, so a selection in gray becomes white on blue, and a selection without
  /// the keyboard focus consists of attributes. None of these colors is known to be readable on both black and white,
  /// so ``neutral`` uses none of them.
  func suited(to depth: ColorDepth) -> Theme {
    switch depth {
    case .palette256, .trueColor: return self
    case .monochrome: return withoutColors
    case .ansi8, .ansi16:
      if name == Theme.neutral.name { return withoutColors }
      var theme = self
      for role in [Role.selection, .buttonFocused] where self[role].background.degraded(to: depth).isGray {
        theme.styles[role.index].foreground = .indexed(15)
        theme.styles[role.index].background = .indexed(4)
      }
      if self[.selectionInactive].hasColors {
        theme.styles[Role.selectionInactive.index] = Theme.mono[.selectionInactive]
      }
      return theme
    }
  }

  /// The theme with the styles of ``mono`` instead of those with colors.
  private var withoutColors: Theme {
    var theme = self
    for (index, style) in styles.enumerated() where style.hasColors {
      theme.styles[index] = index < Role.allCases.count ? Theme.mono.styles[index] : Self.undefined
    }
    return theme
  }

  /// The placeholder for a custom role that the theme does not define. No other style has these bits.
  private static let undefined = Style(packed: .max)

  /// The built-in themes.
  public static let all: [Theme] = [.dark, .light, .mono]

  /// Returns the built-in theme with a name.
  public static func named(_ name: String) -> Theme? { all.first { $0.name == name.lowercased() } }

  /// Returns the theme that suits an environment.
  ///
  /// The theme is `mono` if `NO_COLOR` is set and not empty (https://no-color.org), `light` if `COLORFGBG`, which some
  /// terminals set to the palette entries of their colors, names a light background, and `dark` otherwise.
  ///
  /// - Parameters:
  ///   - environment: The environment variables.
  ///   - isBackgroundUnknown: Whether the terminal is known not to report its background color. Without `COLORFGBG`,
  ///     the theme is then `neutral`.
  public static func automatic(environment: [String: String], isBackgroundUnknown: Bool = false) -> Theme {
    if environment["NO_COLOR"]?.isEmpty == false { return .mono }
    let background = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    if background == nil, isBackgroundUnknown { return .neutral }
    return background == 7 || background.map { $0 >= 9 && $0 <= 15 } == true ? .light : .dark
  }
}
