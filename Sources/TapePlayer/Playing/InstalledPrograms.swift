import Glibc

/// The programs that a shell would find.
enum InstalledPrograms {
  /// Whether `name` can be run: by its path where it has a slash, otherwise by a folder of the `PATH`.
  static func contains(_ name: String) -> Bool {
    if name.contains("/") { return access(name, X_OK) == 0 }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }
}
