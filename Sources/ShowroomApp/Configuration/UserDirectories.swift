import Foundation

/// Where a user's files belong: https://specifications.freedesktop.org/basedir-spec.
struct UserDirectories: Sendable, Hashable {
  /// The user's home.
  let home: URL
  /// Databases.
  let data: URL
  /// What the user edits.
  let configuration: URL
  /// Logs.
  let state: URL

  /// The variables that name folders.
  private static let variables = ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"]

  /// Refuses a variable that is not UTF-8: another folder would be used in its place.
  /// - Throws: ``SettingsError/notUTF8(_:)``.
  static func check(_ environment: [String: String]) throws(SettingsError) {
    for name in variables where environment[name]?.unicodeScalars.contains(SettingOrigin.replacement) == true {
      throw .notUTF8(.variable(name))
    }
  }

  /// The folders of this program. A variable that holds a relative path is passed over, as the specification demands.
  init(environment: [String: String]) {
    let home =
      environment["HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0, isDirectory: true) : nil }
      ?? FileManager.default.homeDirectoryForCurrentUser
    func folder(_ variable: String, or fallback: String) -> URL {
      let base = environment[variable].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0, isDirectory: true) : nil }
      return (base ?? home.appendingPathComponent(fallback, isDirectory: true))
        .appendingPathComponent("showroom", isDirectory: true)
    }
    self.home = home
    data = folder("XDG_DATA_HOME", or: ".local/share")
    configuration = folder("XDG_CONFIG_HOME", or: ".config")
    state = folder("XDG_STATE_HOME", or: ".local/state")
  }

  /// The path that a person wrote: `~` is the home directory, a relative one starts at `base`.
  func resolve(_ path: String, relativeTo base: URL? = nil) -> URL {
    if path == "~" { return home }
    if path.hasPrefix("~/") { return home.appendingPathComponent(String(path.dropFirst(2))).standardizedFileURL }
    return URL(fileURLWithPath: path, relativeTo: path.hasPrefix("/") ? nil : base).standardizedFileURL
  }
}
