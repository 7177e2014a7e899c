/// A setting that the user can change on the screen. The next session begins with it, unless it is configured.
enum ScreenSetting: Sendable, Hashable {
  case theme, units, characters, mouse

  /// Returns the settings that an option, a variable or the configuration file determines.
  static func configured(theme: ThemeChoice, units: UnitSystem?, isASCII: Bool?, hasMouse: Bool?) -> Set<ScreenSetting>
  {
    var found: Set<ScreenSetting> = []
    if theme != .auto { found.insert(.theme) }
    if units != nil { found.insert(.units) }
    if isASCII != nil { found.insert(.characters) }
    if hasMouse != nil { found.insert(.mouse) }
    return found
  }
}
