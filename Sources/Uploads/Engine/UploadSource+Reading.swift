import Glibc
import SystemPackage

extension UploadSource {
  /// Looks at a local file that is to be uploaded. A symbolic link counts as the file that it leads to.
  ///
  /// Blocks for as long as the file system needs to answer.
  /// - Parameter path: a relative one starts at the working directory.
  /// - Throws: ``UploadFailure/Cause/source`` when there is no file, it is no regular one, or may not be read.
  public init(path: FilePath) throws(UploadFailure) {
    let path = path.isAbsolute ? path : Self.workingDirectory.pushing(path)
    var status = stat()
    guard path.withPlatformString({ stat($0, &status) }) == 0 else { throw Self.failure(errno, path) }
    try Self.checkKind(status, path)
    guard path.withPlatformString({ access($0, R_OK) }) == 0 else { throw Self.failure(errno, path) }
    self.init(path: path, status: status)
    if size == 0 { _ = try SourceReader(self) }
  }

  init(path: FilePath, status: stat) {
    self.init(
      path: path, size: Int64(status.st_size), modified: Self.nanoseconds(status.st_mtim),
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), changed: Self.nanoseconds(status.st_ctim))
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The same file with its time of the last change, for an attempt that begins: what an earlier attempt sent is of use only
  /// where that time is still the same. A file that is not the one that was chosen any more is left to whoever reads it.
  func observed() -> UploadSource {
    guard let found = try? UploadSource(path: path), agrees(with: found) else { return self }
    return found
  }

  /// Whether another description is of this file in this state. Times of the last change are compared where both are known.
  public func agrees(with other: UploadSource) -> Bool {
    path == other.path && device == other.device && inode == other.inode && size == other.size
      && modified == other.modified && (changed == nil || other.changed == nil || changed == other.changed)
  }

  /// Whether only its owner may read the file; a file that cannot be asked counts as private.
  var isPrivate: Bool {
    var status = stat()
    guard path.withPlatformString({ stat($0, &status) }) == 0 else { return true }
    return status.st_mode & 0o077 == 0
  }

  /// Checks that the file at the path is still the one that was chosen, unchanged.
  /// - Throws: ``UploadFailure/Cause/source`` saying what became of it.
  public func checkUnchanged() throws(UploadFailure) {
    try check(sameAs: UploadSource(path: path))
  }

  /// Checks that what was found later is the same file, unchanged.
  func check(sameAs found: UploadSource) throws(UploadFailure) {
    let name = Self.readable(path)
    guard found.device == device, found.inode == inode else {
      throw .source("\(name) is another file than the one that was chosen; retry to upload the present one.")
    }
    guard found.size == size else {
      let change = found.size > size ? "grew" : "shrank"
      throw .source(
        "\(name) \(change) from \(size) to \(found.size) bytes since it was chosen; retry when it is complete.")
    }
    guard agrees(with: found) else {
      throw .source("\(name) was changed since it was chosen; retry to upload it as it is now.")
    }
  }

  /// The name of the file for a sentence: text from outside, at most 80 characters.
  static func readable(_ path: FilePath) -> String {
    let name = path.lastComponent?.string ?? path.string
    return name.count <= 80 ? name : name.prefix(79) + "…"
  }

  static func checkKind(_ status: stat, _ path: FilePath) throws(UploadFailure) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw .source("\(readable(path)) is a folder; choose the files in it.")
    case S_IFIFO, S_IFSOCK:
      throw .source("\(readable(path)) is a pipe or socket, which has no end; save what it gives to a file first.")
    default: throw .source("\(readable(path)) is a device, not a file; choose a regular file.")
    }
  }

  static func failure(_ code: Int32, _ path: FilePath) -> UploadFailure {
    let name = readable(path)
    return switch code {
    case ENOENT, ENOTDIR: .source("\(name) is not there any more; put it back or remove it from the queue.")
    case EACCES, EPERM: .source("\(name) may not be read; change its permissions and retry.")
    case ELOOP: .source("\(name) is a symbolic link that leads in a circle; choose the file itself.")
    case ENAMETOOLONG: .source("The path of \(name) is too long; move the file and choose it again.")
    default: .source("\(name) cannot be read (\(String(cString: strerror(code)))); check the disk it is on and retry.")
    }
  }

  private static var workingDirectory: FilePath {
    guard let text = getcwd(nil, 0) else { return "/" }
    defer { free(text) }
    return FilePath(platformString: text)
  }
}

extension UploadFailure {
  static func source(_ sentence: String) -> UploadFailure { UploadFailure(.source, sentence) }
}
