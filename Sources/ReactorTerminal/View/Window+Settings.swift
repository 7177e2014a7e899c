extension Window {
  /// The settings of every program, installed by ``installSettingCommands(themes:)``.
  public enum SettingCommands: String, CommandSet, Sendable {
    /// Shows the next theme, which no longer follows the terminal.
    case theme = "settings.theme"
    /// Uses only ASCII characters, or all of them.
    case characters = "settings.ascii"
    /// Enables mouse input, or disables it.
    case mouse = "settings.mouse"

    /// The heading in the help sheet and the command palette.
    public static let section: String? = "Settings"

    /// The command with its default keys and its title. There are no keys: the settings are in the command palette.
    public var binding: KeyBinding {
      switch self {
      case .theme: keys(title: "Theme", help: "Changes the colors: dark, light, without color, or as the terminal.")
      case .characters: keys(title: "ASCII only", help: "Draws with ASCII characters only.")
      case .mouse: keys(title: "Mouse", help: "Lets the mouse select, open and scroll, or leaves it to the terminal.")
      }
    }
  }

  /// Installs commands for the settings of the window, which the command palette shows with their values.
  ///
  /// A program adds settings of its own as commands with a ``ViewCommand/value``.
  ///
  /// - Parameter themes: The themes that follow each other.
  public func installSettingCommands(themes: [Theme] = Theme.all) {
    root.addCommand(SettingCommands.theme).bind { [weak self] in
      guard let self, !themes.isEmpty else { return }
      adaptiveTheme = nil
      let index = themes.firstIndex { $0.name == self.theme.name } ?? -1
      theme = themes[(index + 1) % themes.count]
    }
    root.addCommand(SettingCommands.characters).bind { [weak self] in self?.isASCII.toggle() }
    root.addCommand(SettingCommands.mouse).bind { [weak self] in self?.hasMouse.toggle() }
    updateSettings()
  }

  /// Updates the values of the installed commands.
  func updateSettings() {
    root.command(SettingCommands.theme)?.value = theme.name
    root.command(SettingCommands.characters)?.value = isASCII ? "on" : "off"
    root.command(SettingCommands.mouse)?.value = hasMouse ? "on" : "off"
  }
}
