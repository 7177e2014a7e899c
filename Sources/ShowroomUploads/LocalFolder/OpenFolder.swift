import CLibraries
import Glibc
import ReactorFiles
import ShowroomFiles
import Synchronization

/// A folder that is held open, so that all operations apply to this folder even if its path changes. Closed when
/// released.
final class OpenFolder: Sendable {
  /// The path, for messages.
  let path: String
  let descriptor: Int32

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// The status of a directory entry.
  struct Entry: Hashable {
    var size: Int64
    var modified: Int64
    var identity: FileIdentity
    var isFile: Bool
  }

  /// The permissions of a newly created folder.
  enum Access: Hashable {
    /// All users, as far as the umask allows.
    case shared
    /// Only the owner, for files that only the owner can read.
    case ownerOnly

    var mode: mode_t { self == .shared ? 0o755 : 0o700 }
  }

  /// Opens the folder of a destination, or returns `nil` if it does not exist. Creates missing folders if `making`
  /// specifies their access. Follows symbolic links, because the user entered the path.
  static func base(_ path: String, making access: Access? = nil) throws(UploadFailure) -> OpenFolder? {
    if let access {
      let code = FileWriting.makeFolder(path, permissions: access.mode)
      if code != 0 { throw .folder(code, "create the folder", path) }
    }
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 && errno == ENOENT && access == nil { return nil }
    guard descriptor >= 0 else { throw .folder(errno, "open the folder", path) }
    return OpenFolder(path: path, descriptor: descriptor)
  }

  /// Opens a subfolder, or returns `nil` if it does not exist. Creates it if `making` specifies its access. Rejects a
  /// symbolic link, because the user did not choose its target.
  func subfolder(_ name: String, making access: Access? = nil) throws(UploadFailure) -> OpenFolder? {
    let path = path + "/" + name
    if let access {
      if mkdirat(descriptor, name, access.mode) == 0 {
        try synchronize()
      } else if errno != EEXIST {
        throw .folder(errno, "create the folder", path)
      }
    }
    let found = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if found < 0 && errno == ENOENT && access == nil { return nil }
    if found < 0 && (errno == ENOTDIR || errno == ELOOP) { throw .notFolder(name, in: self.path) }
    guard found >= 0 else { throw .folder(errno, "open the folder", path) }
    return OpenFolder(path: path, descriptor: found)
  }

  /// Returns the status of an entry, or `nil` if there is none. Does not follow symbolic links.
  func entry(_ name: String) throws(UploadFailure) -> Entry? {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      // The text of a name that is not UTF-8 may be too long for a name. No entry has such a name.
      if errno == ENOENT || errno == ENAMETOOLONG { return nil }
      throw .folder(errno, "inspect \(name)", path)
    }
    return Entry(status)
  }

  /// Returns the names of the entries that do not begin with a dot.
  func names() throws(UploadFailure) -> [String] {
    // A separate descriptor is needed, because reading moves a position that duplicated descriptors share.
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

  /// Renames a file unless the new name is taken.
  /// - Returns: `false` if the name is taken.
  func publish(_ name: String, as final: String) throws(UploadFailure) -> Bool {
    // Unlike a rename, a link fails atomically if the name is taken.
    if linkat(descriptor, name, descriptor, final, 0) == 0 {
      unlinkat(descriptor, name, 0)
      return true
    }
    switch errno {
    case EEXIST: return false
    case EPERM, ENOTSUP, ENOSYS, EMLINK, EXDEV: return try renameUnlessTaken(name, to: final)
    case let code: throw .folder(code, "publish \(final)", path)
    }
  }

  /// The lock held while a name is checked and assigned on a file system that cannot do both at once.
  private static let naming = Mutex(())

  /// Renames a file unless the new name is taken, on a file system without links, such as FAT.
  private func renameUnlessTaken(_ name: String, to final: String) throws(UploadFailure) -> Bool {
    if cn_rename_new(descriptor, name, final) == 0 { return true }
    if errno == EEXIST { return false }
    // Another program, but no other upload of this one, may take the name between the check and the rename.
    let isRenamed = Self.naming.withLock { _ in
      Result { () throws(UploadFailure) -> Bool in
        if try entry(final) != nil { return false }
        try replace(final, with: name)
        return true
      }
    }
    return try isRenamed.get()
  }

  /// Renames a file, atomically replacing an existing one.
  func replace(_ final: String, with name: String) throws(UploadFailure) {
    guard renameat(descriptor, name, descriptor, final) == 0 else { throw .folder(errno, "publish \(final)", path) }
  }

  /// Removes a file. Succeeds if it does not exist.
  func remove(_ name: String) throws(UploadFailure) {
    guard unlinkat(descriptor, name, 0) != 0, errno != ENOENT else { return }
    throw .folder(errno, "delete \(name)", path)
  }

  /// Returns when the directory has been written to disk.
  func synchronize() throws(UploadFailure) {
    // Some file systems do not support synchronizing a folder.
    guard fsync(descriptor) != 0, errno != EINVAL else { return }
    throw .folder(errno, "save the folder", path)
  }
}

extension OpenFolder.Entry {
  init(_ status: stat) {
    self.init(
      size: Int64(status.st_size), modified: status.st_mtim.nanoseconds, identity: FileIdentity(status),
      isFile: status.st_mode & S_IFMT == S_IFREG)
  }
}
