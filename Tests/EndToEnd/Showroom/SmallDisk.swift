import Foundation
import ShowroomTestSupport
import Testing

/// A mounted disk of a given size, which is unmounted with this object. Requires root.
final class SmallDisk {
  static let isPossible: Bool = {
    guard getuid() == 0, let folder = try? TemporaryFolder() else { return false }
    return (try? SmallDisk(at: folder["disk"], kilobytes: 64)) != nil
  }()

  private let path: String

  init(at path: String, kilobytes: Int) throws {
    self.path = path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try PlainRun.checked("/bin/mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", path)
  }

  deinit { _ = try? PlainRun(["/bin/umount", "-l", path]) }
}

extension PlainRun {
  /// Runs a system tool that must succeed.
  static func checked(_ arguments: String...) throws {
    let run = try PlainRun(arguments)
    try #require(run.ending == .exit(0), "\(arguments.joined(separator: " ")): \(run.error)")
  }
}
