import Glibc

/// A folder held open: whatever becomes of its path, files are made and named in this one. Closed when released.
final class OpenFolder: Sendable {
  /// Its path, for sentences.
  let path: String
  let descriptor: Int32

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// What is known of a file in a folder.
  struct Entry: Hashable {
    var size: Int64
    var modified: Int64
    var device: UInt64
    var inode: UInt64
    var isFile: Bool
  }

  /// Who may look into a folder that is made.
  enum Access: Hashable {
    /// Everybody whom the umask lets.
    case shared
    /// Its owner only: for files that nobody else may read.
    case ownerOnly

    var mode: mode_t { self == .shared ? 0o755 : 0o700 }
  }

  /// The folder that a destination names, with what is missing on the way to it where `making` says for whom; nil when it is
  /// not there. Symbolic links on the way are followed: a person wrote the path.
  static func base(_ path: String, making access: Access? = nil) throws(UploadFailure) -> OpenFolder? {
    if let access { try make(path, access) }
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 && errno == ENOENT && access == nil { return nil }
    guard descriptor >= 0 else { throw .folder(errno, "open the folder", path) }
    return OpenFolder(path: path, descriptor: descriptor)
  }

  private static func make(_ path: String, _ access: Access) throws(UploadFailure) {
    if mkdir(path, access.mode) == 0 || errno == EEXIST { return }
    let code = errno
    guard code == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw .folder(code, "make the folder", path)
    }
    try make(String(path[..<slash]), access)
    if mkdir(path, access.mode) == 0 || errno == EEXIST { return }
    throw .folder(errno, "make the folder", path)
  }

  /// A folder in this one, made where `making` says for whom; nil when it is not there. A symbolic link in its place is
  /// refused: it was not a person who chose where that leads.
  func subfolder(_ name: String, making access: Access? = nil) throws(UploadFailure) -> OpenFolder? {
    let path = path + "/" + name
    if let access, mkdirat(descriptor, name, access.mode) != 0, errno != EEXIST {
      throw .folder(errno, "make the folder", path)
    }
    let found = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if found < 0 && errno == ENOENT && access == nil { return nil }
    guard found >= 0 else { throw .folder(errno, "open the folder", path) }
    return OpenFolder(path: path, descriptor: found)
  }

  /// What lies under a name; nil when nothing does. A symbolic link is not followed.
  func entry(_ name: String) throws(UploadFailure) -> Entry? {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return nil }
      throw .folder(errno, "look at \(name)", path)
    }
    return Entry(status)
  }

  /// The names in it, without those that begin with a dot.
  func names() throws(UploadFailure) -> [String] {
    // Its own description: reading moves a position that all descriptors of one description share.
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else {
      if copy >= 0 { close(copy) }
      throw .folder(errno, "list the files", path)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// Gives a file another name, but never one that is taken.
  /// - Returns: false when the name is taken.
  func publish(_ name: String, as final: String) throws(UploadFailure) -> Bool {
    // A link fails where the name is taken, in one step; rename would replace what is there.
    if linkat(descriptor, name, descriptor, final, 0) == 0 {
      unlinkat(descriptor, name, 0)
      return true
    }
    switch errno {
    case EEXIST: return false
    case EPERM, ENOTSUP, ENOSYS, EMLINK:
      // A file system without links: between looking and renaming another program may take the name.
      if try entry(final) != nil { return false }
      try replace(final, with: name)
      return true
    case let code: throw .folder(code, "publish \(final)", path)
    }
  }

  /// Puts a file in the place of another, in one step.
  func replace(_ final: String, with name: String) throws(UploadFailure) {
    guard renameat(descriptor, name, descriptor, final) == 0 else { throw .folder(errno, "publish \(final)", path) }
  }

  /// Removes a file; that it is gone is no error.
  func remove(_ name: String) throws(UploadFailure) {
    guard unlinkat(descriptor, name, 0) != 0, errno != ENOENT else { return }
    throw .folder(errno, "delete \(name)", path)
  }

  /// Returns when the names in it are on the disk.
  func synchronise() throws(UploadFailure) {
    // Some file systems know nothing to do for a folder.
    guard fsync(descriptor) != 0, errno != EINVAL else { return }
    throw .folder(errno, "save the folder", path)
  }
}

extension OpenFolder.Entry {
  init(_ status: stat) {
    self.init(
      size: Int64(status.st_size),
      modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec),
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), isFile: status.st_mode & S_IFMT == S_IFREG)
  }
}
