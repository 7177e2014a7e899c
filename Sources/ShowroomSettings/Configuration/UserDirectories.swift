import Foundation

/// The folders for the user's files, according to the XDG specification:
/// https://specifications.freedesktop.org/basedir-spec.
package struct UserDirectories: Sendable, Hashable {
  /// The home folder of the user.
  package let home: URL
  /// The folder for databases.
  package let data: URL
  /// The folder for files that the user edits.
  package let configuration: URL
  /// The folder for logs.
  package let state: URL

  /// The environment variables that contain folder paths.
  private static let variables = ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"]

  /// Rejects a variable that is not valid UTF-8, because it would be decoded as the path of a different folder.
  ///
  /// - Throws: ``SettingsError/notUTF8(_:)``.
  static func check(_ environment: [String: String]) throws(SettingsError) {
    for name in variables where environment[name]?.unicodeScalars.contains(SettingOrigin.replacement) == true {
      throw .notUTF8(.variable(name))
    }
  }

  /// Creates the folders for Showroom. A variable with a relative path is ignored, as the specification requires.
  package init(environment: [String: String]) {
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

  /// Resolves a path entered by the user. `~` is the home folder, and a relative path refers to `base`.
  package func resolve(_ path: String, relativeTo base: URL? = nil) -> URL {
    if path == "~" { return home }
    if path.hasPrefix("~/") { return home.appendingPathComponent(String(path.dropFirst(2))).standardizedFileURL }
    return URL(fileURLWithPath: path, relativeTo: path.hasPrefix("/") ? nil : base).standardizedFileURL
  }
}
