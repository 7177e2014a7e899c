/// The styles of all roles.
///
/// The screen keeps the terminal's own background, and each style with a background also sets the foreground. Both
/// colored themes have a contrast of at least 4.5:1, and every theme shows the selection without colors as well.
public struct Theme: Sendable, Hashable {
  /// The name in a configuration.
  public let name: String
  private let styles: [Style]

  /// Creates a theme from the style of each role.
  public init(name: String, style: (Role) -> Style) {
    self.name = name
    styles = Role.allCases.map(style)
  }

  /// The style of `role`.
  @inlinable public subscript(role: Role) -> Style { style(role) }

  /// Returns the style of `role`.
  public func style(_ role: Role) -> Style { styles[role.rawValue] }

  /// The built-in themes.
  public static let all: [Theme] = [.dark, .light, .mono]

  /// Returns the built-in theme with a name.
  public static func named(_ name: String) -> Theme? { all.first { $0.name == name.lowercased() } }

  /// Returns the theme that suits an environment.
  ///
  /// The theme is `mono` if `NO_COLOR` is set and not empty (https://no-color.org), `light` if `COLORFGBG`, which some
  /// terminals set to the palette entries of their colors, names a light background, and `dark` otherwise.
  public static func automatic(environment: [String: String]) -> Theme {
    if environment["NO_COLOR"]?.isEmpty == false { return .mono }
    let background = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    return background == 7 || background.map { $0 >= 9 && $0 <= 15 } == true ? .light : .dark
  }
}
