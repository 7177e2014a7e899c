extension Settings {
  /// Returns the settings with those that the user changed on the screen in an earlier session, unless they are
  /// configured.
  package func restoring(_ session: SessionState) -> Settings {
    var settings = self
    func restore<Value>(_ setting: ScreenSetting, _ property: WritableKeyPath<Settings, Value>, _ value: Value?) {
      if let value, !configured.contains(setting) { settings[keyPath: property] = value }
    }
    restore(.theme, \.theme, session.theme.flatMap { ThemeChoice(rawValue: $0) })
    restore(.units, \.units, session.units)
    restore(.characters, \.isASCII, session.isASCII)
    restore(.mouse, \.hasMouse, session.hasMouse)
    return settings
  }
}
