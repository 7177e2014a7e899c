/// How each role looks.
///
/// The screen keeps the terminal's own background; what has a background brings its foreground along. Both coloured
/// themes reach a contrast of 4.5:1 (a test computes it), and in each the selection shows without colour.
public struct Theme: Sendable, Hashable {
  /// What a configuration calls it.
  public let name: String
  private let styles: [Style]

  /// A theme that draws each role as `style` says.
  public init(name: String, style: (Role) -> Style) {
    self.name = name
    styles = Role.allCases.map(style)
  }

  /// How `role` looks.
  @inlinable public subscript(role: Role) -> Style { style(role) }

  /// How `role` looks.
  public func style(_ role: Role) -> Style { styles[role.rawValue] }

  /// The built-in themes.
  public static let all: [Theme] = [.dark, .light, .mono]

  /// A built-in theme by its name.
  public static func named(_ name: String) -> Theme? { all.first { $0.name == name.lowercased() } }

  /// The theme for this environment, when nobody named one.
  ///
  /// `NO_COLOR` (set and not empty, https://no-color.org) chooses `mono`; `COLORFGBG`, which some terminals set to their
  /// palette entries, chooses `light` on a light background; otherwise `dark`.
  public static func automatic(environment: [String: String]) -> Theme {
    if environment["NO_COLOR"]?.isEmpty == false { return .mono }
    let background = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    return background == 7 || background.map { $0 >= 9 && $0 <= 15 } == true ? .light : .dark
  }
}
