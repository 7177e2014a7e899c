import Glibc
import ShowroomFiles
import SystemPackage

/// Conversions from `stat` results to entries.
enum FileStatus {
  /// Returns the entry that `readdir` found in the folder open as `descriptor`, or `nil` for `.`, `..`, and entries
  /// that no longer exist.
  static func entry(_ found: UnsafeMutablePointer<dirent>, in descriptor: Int32) -> FileEntry? {
    // The name can be longer than the structure's field, because some file systems limit the number of characters
    // rather than bytes.
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
    let start = UnsafeRawPointer(found).advanced(by: offset).assumingMemoryBound(to: CChar.self)
    let name = FileName(bytes: Array(UnsafeRawBufferPointer(start: start, count: strlen(start))))
    if name.bytes == [FileName.dot] || name.bytes == [FileName.dot, FileName.dot] { return nil }
    var status = stat()
    guard fstatat(descriptor, start, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      let code = errno
      return code == ENOENT ? nil : FileEntry(name: name, kind: .unusable(.init(error: code)))
    }
    guard status.st_mode & S_IFMT == S_IFLNK else { return entry(name, status) }
    let target = linkTarget(start, in: descriptor)
    var reached = stat()
    if fstatat(descriptor, start, &reached, 0) == 0 { return entry(name, reached, linkTarget: target) }
    let cause: FileError.Cause = errno == ENOENT || errno == ENOTDIR ? .deadLink : .init(error: errno)
    return FileEntry(
      name: name, kind: .unusable(cause), linkTarget: target, modified: status.st_mtim.nanoseconds)
  }

  /// Examines `path`, following symbolic links.
  @concurrent
  static func examine(_ path: FilePath) async throws(FileError) -> FileEntry {
    var status = stat()
    let failure = path.withPlatformString { stat($0, &status) == 0 ? 0 : errno }
    guard failure == 0 else {
      var own = stat()
      let isLink = failure == ENOENT && path.withPlatformString { lstat($0, &own) == 0 }
      throw isLink ? FileError(.deadLink, path) : FileError(error: failure, path)
    }
    let entry = entry(path.fileName ?? FileName(bytes: [FileName.slash]), status)
    if entry.kind == .file {
      let accessError = path.withPlatformString { faccessat(AT_FDCWD, $0, R_OK, AT_EACCESS) == 0 ? 0 : errno }
      if accessError != 0 { throw FileError(error: accessError, path) }
    }
    return entry
  }

  private static func entry(_ name: FileName, _ status: stat, linkTarget: FileName? = nil) -> FileEntry {
    FileEntry(
      name: name, kind: status.kind, linkTarget: linkTarget, size: Int64(status.st_size),
      modified: status.st_mtim.nanoseconds, identity: FileIdentity(status))
  }

  private static func linkTarget(_ name: UnsafePointer<CChar>, in descriptor: Int32) -> FileName? {
    let target = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      let read = buffer.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map { readlinkat(descriptor, name, $0, characters.count) } ?? -1
      }
      count = max(0, read)
    }
    return target.isEmpty ? nil : FileName(bytes: target)
  }
}

extension stat {
  fileprivate var kind: FileEntry.Kind {
    switch st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFIFO: .unusable(.pipe)
    case S_IFSOCK: .unusable(.socket)
    default: .unusable(.device)
    }
  }
}
