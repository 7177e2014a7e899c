import Foundation

/// The programs under test, in the folder of `SHOWROOM_BINARIES` or beside the test bundle.
enum Programs {
  static let folder: String =
    ProcessInfo.processInfo.environment["SHOWROOM_BINARIES"]
    ?? (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    .map { ($0 as NSString).deletingLastPathComponent } ?? "."

  static let showroom = "\(folder)/showroom"
  static let counter = "\(folder)/ReactorCounter"
  static let gallery = "\(folder)/ReactorGallery"
  /// The session leader.
  static let jobLeader = builtWithTests("job-leader")
  /// The generator of the manual page.
  static let manualPage = builtWithTests("manual-page")

  /// Returns the path of a program that is not under test, and is always built together with the tests.
  private static func builtWithTests(_ name: String) -> String {
    let beside = (CommandLine.arguments[0] as NSString).deletingLastPathComponent + "/\(name)"
    return FileManager.default.isExecutableFile(atPath: beside) ? beside : "\(folder)/\(name)"
  }

  static func exists(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }

  static let hasShowroom = exists(showroom)
  static let hasCounter = exists(counter)
  static let hasGallery = exists(gallery)
}
