import Glibc
import SystemPackage

/// A local file in the state in which it was chosen, so that later changes can be detected.
package struct UploadSource: Sendable, Hashable {
  /// The absolute path, byte for byte.
  package var path: FilePath
  /// The size in bytes.
  package var size: Int64
  /// The modification time in nanoseconds since 1970.
  package var modified: Int64
  package var identity: FileIdentity
  /// The time of the last change; `nil` if unknown.
  package var changed: FileChangeTime?
  /// The path relative to the chosen folder, beginning with that folder's name (`Photos/2024/front.jpg`); `nil` for a
  /// file that was chosen individually. The path at the destination is derived from it.
  package var pathInFolder: FilePath?

  package init(
    path: FilePath, size: Int64, modified: Int64, identity: FileIdentity, changed: FileChangeTime? = nil,
    pathInFolder: FilePath? = nil
  ) {
    self.path = path
    self.size = size
    self.modified = modified
    self.identity = identity
    self.changed = changed
    self.pathInFolder = pathInFolder
  }
}

/// The identity of a file among all files that exist at the same time: its file system and its inode number.
package struct FileIdentity: Sendable, Hashable {
  package var device: UInt64
  package var inode: UInt64

  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }

  package init(_ status: stat) {
    self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }
}

/// The time of the last change to the contents or attributes of a file. Unlike the modification time, programs cannot
/// set it.
package struct FileChangeTime: Sendable, Hashable {
  /// The nanoseconds since 1970.
  package var nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
}
