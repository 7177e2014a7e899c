import ReactorTerminal
import ShowroomSettings

/// The theme of the window, which the user can change while the program runs.
@MainActor
final class ThemeSwitch {
  /// The theme in use.
  private(set) var choice: ThemeChoice
  private let window: Window
  private let environment: [String: String]
  private let memory: SessionMemory?

  /// - Parameter choice: The theme at the start.
  init(_ choice: ThemeChoice, window: Window, environment: [String: String], memory: SessionMemory?) {
    self.choice = choice
    self.window = window
    self.environment = environment
    self.memory = memory
  }

  /// Changes to the next theme, which the next session begins with.
  func advance() {
    let all = ThemeChoice.allCases
    choice = all[((all.firstIndex(of: choice) ?? 0) + 1) % all.count]
    let theme = choice.theme(environment: environment)
    window.adaptiveTheme = nil
    window.theme = theme
    // Without colors there is nothing to adapt.
    if choice == .auto, theme != .mono { window.adaptiveTheme = AdaptiveTheme() }
    memory?.update { [choice] in $0.theme = choice.rawValue }
  }
}
