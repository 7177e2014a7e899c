import Glibc

/// The identity of a file among all files that exist at the same time: its file system, and its number there.
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

/// The time of the last change to the contents or the attributes of a file. Unlike the time of the last modification,
/// programs cannot set it.
package struct FileChangeTime: Sendable, Hashable {
  /// The nanoseconds since 1970.
  package var nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
}
