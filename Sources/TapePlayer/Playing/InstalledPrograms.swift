import Glibc

extension Tape {
  /// Checks that all required programs are installed, as ``Player/play()`` does, before anything else is created.
  ///
  /// - Throws: ``TapeFailure`` for the first program that is missing.
  package func checkRequirements() throws(TapeFailure) {
    for requirement in requirements where !InstalledPrograms.contains(requirement.program) {
      throw TapeFailure(position: requirement.position, reason: .notInstalled(requirement.program), screen: [])
    }
  }
}

/// The programs that a shell would find.
enum InstalledPrograms {
  /// Returns whether `name` is executable: a path if it contains a slash, otherwise a file in a folder of the `PATH`.
  static func contains(_ name: String) -> Bool {
    if name.contains("/") { return access(name, X_OK) == 0 }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }
}
