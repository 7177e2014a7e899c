import Foundation

/// A mounted disk of a given size, which is unmounted when this value is released. Requires root.
package final class SmallDisk: Sendable {
  /// Whether disks can be mounted.
  package static let isPossible = geteuid() == 0 && (try? SmallDisk(kilobytes: 64)) != nil

  /// The path of the disk.
  package let path: String

  /// A failure to mount a disk.
  package struct MountFailure: Error { package let path: String }

  /// Mounts a disk in a folder, which is created if it does not exist.
  ///
  /// - Parameter path: The path of the folder; `nil` for a temporary one.
  package init(at path: String? = nil, kilobytes: Int) throws {
    self.path = path ?? FileManager.default.temporaryDirectory.path + "/small-disk-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: self.path, withIntermediateDirectories: true)
    let arguments = ["-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", self.path]
    guard try ChildProgram("/bin/mount", arguments).waitUntilEnded()?.status == 0 else {
      throw MountFailure(path: self.path)
    }
  }

  deinit {
    _ = try? ChildProgram("/bin/umount", ["-l", path]).waitUntilEnded()
    rmdir(path)
  }
}
