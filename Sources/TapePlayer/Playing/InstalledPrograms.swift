import Glibc

extension Tape {
  /// Finds out whether the programs that it needs are there, as ``Player/play()`` does at its beginning: for whoever makes
  /// something before.
  /// - Throws: ``TapeFailure`` for the first that is not.
  public func checkRequirements() throws(TapeFailure) {
    for requirement in requirements where !InstalledPrograms.contains(requirement.program) {
      throw TapeFailure(position: requirement.position, reason: .notInstalled(requirement.program), screen: [])
    }
  }
}

/// The programs that a shell would find.
enum InstalledPrograms {
  /// Whether `name` can be run: by its path where it has a slash, otherwise by a folder of the `PATH`.
  static func contains(_ name: String) -> Bool {
    if name.contains("/") { return access(name, X_OK) == 0 }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }
}
