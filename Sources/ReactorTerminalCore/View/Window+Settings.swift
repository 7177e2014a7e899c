extension Window {
  /// Returns the commands for the settings of every program. They have no keys: the settings are in the command
  /// palette.
  package nonisolated static func settingCommands(themes: [Theme] = Theme.all) -> Commands<Window> {
    let names = themes.map(\.name)
    let choices = [names.dropLast().joined(separator: ", "), names.last ?? ""].filter { !$0.isEmpty }
      .joined(separator: " or ")
    return Commands("Settings") {
      Command("settings.theme", title: "Theme", help: "Changes the colors: \(choices).") {
        $0.owner.showNext(of: themes)
      }
      .valued { $0.owner.themeSetting }
      Command("settings.ascii", title: "ASCII only", help: "Draws with ASCII characters only.") {
        $0.owner.isASCII.toggle()
      }
      .valued { $0.owner.isASCII ? "on" : "off" }
      Command(
        "settings.mouse", title: "Mouse",
        help: "Lets the mouse select, open and scroll, or leaves it to the terminal."
      ) { $0.owner.hasMouse.toggle() }
      .valued { $0.owner.hasMouse ? "on" : "off" }
    }
  }

  /// Installs commands for the window's settings, which the command palette shows with their values.
  ///
  /// A program adds its own settings as commands with a value; see ``Command/valued(_:)``.
  ///
  /// - Parameter themes: The themes to switch between, in order.
  public func installSettingCommands(themes: [Theme] = Theme.all) {
    Self.settingCommands(themes: themes).install(in: root, for: self)
  }

  /// The value of the theme setting: the name of ``theme``, or ``AdaptiveTheme/name`` if it adapts to the terminal.
  package var themeSetting: String { adaptiveTheme == nil ? theme.name : AdaptiveTheme.name }

  /// Switches to the next theme and stops adapting to the terminal.
  private func showNext(of themes: [Theme]) {
    guard !themes.isEmpty else { return }
    adaptiveTheme = nil
    let index = themes.firstIndex { $0.name == theme.name } ?? -1
    theme = themes[(index + 1) % themes.count]
  }
}
