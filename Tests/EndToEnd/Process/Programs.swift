import Foundation

/// The programs under test, in the folder of `SHOWROOM_BINARIES` or beside the test bundle.
enum Programs {
  static let folder: String =
    ProcessInfo.processInfo.environment["SHOWROOM_BINARIES"]
    ?? (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    .map { ($0 as NSString).deletingLastPathComponent } ?? "."

  static let showroom = "\(folder)/showroom"
  static let counter = "\(folder)/counter"
  static let gallery = "\(folder)/gallery"
  /// The session leader, which is always built because it belongs to the tests.
  static let jobLeader: String = {
    let beside = (CommandLine.arguments[0] as NSString).deletingLastPathComponent + "/job-leader"
    return FileManager.default.isExecutableFile(atPath: beside) ? beside : "\(folder)/job-leader"
  }()

  static func exists(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }

  static let hasShowroom = exists(showroom)
  static let hasCounter = exists(counter)
  static let hasGallery = exists(gallery)
}
