import Glibc

/// Bytes into files. From any thread.
public enum FileWriting {
  /// Writes all of `bytes` or, when that fails, takes back what was written of them. Answers the error number, 0 if none.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    let start = lseek(descriptor, 0, SEEK_CUR)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        let code = errno
        if start >= 0, ftruncate(descriptor, start) == 0 { lseek(descriptor, start, SEEK_SET) }
        return code
      }
    }
    return 0
  }

  /// Writes `bytes` as the whole of the file at `path`, also through a symbolic link.
  ///
  /// The file is made beside an old one and takes its place when it is whole: an error leaves the old one as it was. What
  /// is no file, such as a terminal or a pipe, is written itself.
  ///
  /// - Parameter permissions: of a new file, before the process's mask. An old one's stay, unless these are the owner's
  ///   alone: what is private does not become readable by taking the place of something that is not.
  /// - Returns: the error number, 0 if none.
  public static func replace(_ path: String, with bytes: [UInt8], permissions: mode_t = 0o644) -> Int32 {
    guard let target = target(of: path) else { return write(bytes, path: path, O_WRONLY) }
    let part = folder(of: target.path) + "/.tape-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let isPrivate = permissions & 0o077 == 0
    var code = write(
      bytes, path: part, O_WRONLY | O_CREAT | O_EXCL, permissions, mode: isPrivate ? permissions : target.mode)
    if code == 0, rename(part, target.path) != 0 { code = errno }
    if code != 0 { unlink(part) }
    return code
  }

  /// Writes `text` as the whole of the file at `path`, as bytes are.
  static func replace(_ path: String, with text: String) -> Int32 { replace(path, with: Array(text.utf8)) }

  /// Why `replace` would fail at `path`: an error number, 0 if nothing is known to be in the way.
  static func obstacle(to path: String) -> Int32 {
    var status = stat()
    if stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { return EISDIR }
      if access(path, W_OK) != 0 { return errno }
    }
    guard let target = target(of: path) else { return 0 }
    return access(folder(of: target.path) + "/.", W_OK | X_OK) == 0 ? 0 : errno
  }

  private static func write(
    _ bytes: [UInt8], path: String, _ flags: Int32, _ permissions: mode_t = 0, mode: mode_t? = nil
  ) -> Int32 {
    let descriptor = open(path, flags | O_CLOEXEC, permissions)
    guard descriptor >= 0 else { return errno }
    // The permissions of a file are its owner's to choose: a new one in its place has them, too.
    if let mode { fchmod(descriptor, mode) }
    let code = write(bytes, to: descriptor)
    return close(descriptor) == 0 ? code : errno
  }

  /// The file that `path` leads to, also through links, and its permissions if it is there; nil for what is no file.
  private static func target(of path: String) -> (path: String, mode: mode_t?)? {
    var status = stat()
    guard stat(path, &status) == 0 else { return (path, nil) }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    return (TapeSource.canonical(path), status.st_mode & 0o777)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
