import Glibc
import SystemPackage

extension UploadSource {
  /// Creates a description of a local file to upload, following symbolic links.
  ///
  /// Blocks until the file system responds.
  /// - Parameters:
  ///   - path: The path. A relative path refers to the working directory.
  ///   - isKnown: Whether the file existed before, which affects the message if it is missing.
  /// - Throws: ``SourceFailure`` if the file is missing, unreadable or not a regular file.
  package init(path: FilePath, isKnown: Bool = true) throws(SourceFailure) {
    let path = path.isAbsolute ? path : Self.workingDirectory.pushing(path)
    var status = stat()
    guard path.withPlatformString({ stat($0, &status) }) == 0 else {
      let code = errno
      guard !isKnown, code == ENOENT || code == ENOTDIR else { throw Self.failure(code, path) }
      throw SourceFailure("\(Self.readable(path)) does not exist; check its path.")
    }
    try Self.checkKind(status, path)
    guard path.withPlatformString({ access($0, R_OK) }) == 0 else { throw Self.failure(errno, path) }
    self.init(path: path, status: status)
    if size == 0 { _ = try SourceReader(self) }
  }

  init(path: FilePath, status: stat) {
    self.init(
      path: path, size: Int64(status.st_size), modified: status.st_mtim.nanoseconds,
      identity: FileIdentity(status), changed: FileChangeTime(nanoseconds: status.st_ctim.nanoseconds))
  }

  /// Returns whether another description refers to the same file in the same state. The times of the last change are
  /// compared if both are known.
  package func matches(_ other: UploadSource) -> Bool {
    path == other.path && identity == other.identity && size == other.size && modified == other.modified
      && (changed == nil || other.changed == nil || changed == other.changed)
  }

  /// Whether only the owner may read the file. A file whose status is unknown is considered private.
  package var isPrivate: Bool {
    var status = stat()
    guard path.withPlatformString({ stat($0, &status) }) == 0 else { return true }
    return status.st_mode & 0o077 == 0
  }

  /// Checks that the path refers to the chosen file and that the file has not changed.
  /// - Throws: ``SourceFailure`` with the kind of change.
  package func checkUnchanged() throws(SourceFailure) { _ = try observed() }

  /// Returns the same file with its change time, because a checkpoint is valid for that state only.
  /// - Throws: ``SourceFailure`` if it is missing, or no longer the file that was selected.
  package func observed() throws(SourceFailure) -> UploadSource {
    let found = try UploadSource(path: path)
    try check(sameAs: found)
    return found
  }

  /// Checks that a file found later is the same file and has not changed.
  func check(sameAs found: UploadSource) throws(SourceFailure) {
    var name: String { Self.readable(path) }
    guard found.identity == identity else {
      throw SourceFailure("\(name) has been replaced since it was chosen; retry to upload the new file.")
    }
    guard found.size == size else {
      let change = found.size > size ? "has grown" : "has shrunk"
      throw SourceFailure(
        "\(name) \(change) from \(size) to \(quantity(found.size, "byte")) since it was chosen; "
          + "retry when it is complete.")
    }
    guard matches(found) else {
      throw SourceFailure("\(name) has changed since it was chosen; retry to upload the new version.")
    }
  }

  /// Returns the file's name for a message, on one line and shortened to 80 characters.
  static func readable(_ path: FilePath) -> String {
    (path.lastComponent?.string ?? path.string).singleLine(limit: 80)
  }

  static func checkKind(_ status: stat, _ path: FilePath) throws(SourceFailure) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw SourceFailure("\(readable(path)) is a folder; choose files instead.")
    case S_IFIFO, S_IFSOCK:
      throw SourceFailure("\(readable(path)) is a pipe or socket; save its output to a file first.")
    default: throw SourceFailure("\(readable(path)) is a device, not a file; choose a regular file.")
    }
  }

  static func failure(_ code: Int32, _ path: FilePath) -> SourceFailure {
    let name = readable(path)
    return switch code {
    case ENOENT, ENOTDIR: SourceFailure("\(name) no longer exists; restore it or remove it from the queue.")
    case EACCES, EPERM: SourceFailure("\(name) is not readable; change its permissions and retry.")
    case ELOOP: SourceFailure("\(name) is a circular symbolic link; choose the file itself.")
    case ENAMETOOLONG: SourceFailure("The path of \(name) is too long; move the file and choose it again.")
    default: SourceFailure("\(name) could not be read (\(String(cString: strerror(code)))); check the disk and retry.")
    }
  }

  static var workingDirectory: FilePath {
    guard let text = getcwd(nil, 0) else { return "/" }
    defer { free(text) }
    return FilePath(platformString: text)
  }
}

extension timespec {
  /// The nanoseconds since 1970. Times before 1677 or after 2262, which do not fit, are clamped.
  package var nanoseconds: Int64 { Int64(clamping: Int128(tv_sec) * 1_000_000_000 + Int128(tv_nsec)) }
}
