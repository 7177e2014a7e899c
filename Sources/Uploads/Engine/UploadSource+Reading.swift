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
  }

  init(path: FilePath, status: stat) {
    self.init(
      path: path, size: Int64(status.st_size),
      modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec),
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
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
    guard found.modified == modified else {
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
