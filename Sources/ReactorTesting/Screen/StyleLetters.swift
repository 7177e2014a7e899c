import ReactorTerminalCore

/// The letters that represent the styles of a screen, so that a test can show them as text.
///
/// The style of a role is shown as the letter of the role; roles with the same style share the letter of the first. A
/// style without a role (such as a highlight in a selected row) is shown as a digit, in order of appearance.
@MainActor
struct StyleLetters {
  private let theme: Theme
  private var others: [Style] = []
  private var used: Set<Character> = []

  init(theme: Theme) {
    self.theme = theme
  }

  /// Returns the letter of a style: a dot for text.
  mutating func letter(for style: Style) -> Character {
    let letter = role(of: style).map(Self.letter(for:)) ?? digit(for: style)
    used.insert(letter)
    return letter
  }

  /// Returns the letter used for the style of `letter`. A test may name the second of two roles with the same style.
  func canonical(_ letter: Character) -> Character {
    guard let named = Role.allCases.first(where: { Self.letter(for: $0) == letter }) else { return letter }
    return role(of: theme[named]).map(Self.letter(for:)) ?? letter
  }

  /// The meaning of each used letter, one per line.
  var legend: [String] {
    var lines = Role.allCases.compactMap { role -> String? in
      let letter = Self.letter(for: role)
      guard used.contains(letter), self.role(of: theme[role]) == role else { return nil }
      let alike = Role.allCases.filter { theme[$0] == theme[role] }
      return "\(letter) \(alike.map { "\($0)" }.joined(separator: ", "))"
    }
    for (index, style) in others.enumerated() {
      lines.append("\(Self.digits[index % Self.digits.count]) \(style)")
    }
    return lines
  }

  private static let digits = Array("123456789")

  private func role(of style: Style) -> Role? {
    Role.allCases.first { theme[$0] == style }
  }

  private mutating func digit(for style: Style) -> Character {
    let index = others.firstIndex(of: style) ?? others.count
    if index == others.count { others.append(style) }
    return Self.digits[index % Self.digits.count]
  }

  /// Returns the letter of a role. Every role has a different letter.
  static func letter(for role: Role) -> Character {
    switch role {
    case .text: "."
    case .secondary: "s"
    case .accent: "a"
    case .title: "T"
    case .selection: "S"
    case .selectionInactive: "I"
    case .highlight: "H"
    case .border: "b"
    case .header: "h"
    case .hint: "n"
    case .hintKey: "k"
    case .error: "E"
    case .warning: "W"
    case .success: "O"
    case .info: "i"
    case .toast: "t"
    case .alert: "A"
    case .button: "B"
    case .buttonFocused: "F"
    case .field: "f"
    case .fieldFocused: "c"
    case .placeholder: "p"
    case .barFilled: "x"
    case .barEmpty: "o"
    case .scrollbar: "r"
    case .mark: "m"
    case .good: "g"
    case .bad: "d"
    case .different: "D"
    case .match: "M"
    case .custom(let role): letter(for: role.fallback)
    }
  }
}
