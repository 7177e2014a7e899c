import Glibc

/// Functions that write whole files, from any thread.
package enum FileWriting {
  /// Writes all of `bytes`. If that fails, removes the part that was written.
  ///
  /// - Returns: The error number; 0 on success.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
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

  /// Replaces the contents of the file at `path`, following symbolic links.
  ///
  /// The contents are written to a new file in the same folder, which then replaces the old one, so that an error
  /// leaves the old file unchanged. If `path` is not a regular file but, for example, a terminal or a pipe, it is
  /// written directly.
  ///
  /// - Parameter permissions: The permissions of a new file, before the mask of the process. An existing file keeps its
  ///   permissions, unless these belong to the owner alone: private contents never inherit wider permissions.
  /// - Returns: The error number; 0 on success.
  package static func replace(_ path: String, with bytes: [UInt8], permissions: mode_t = 0o644) -> Int32 {
    guard let target = target(of: path) else { return write(bytes, path: path, O_WRONLY) }
    let part = folder(of: target.path) + "/.tape-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let isPrivate = permissions & 0o077 == 0
    var code = write(
      bytes, path: part, O_WRONLY | O_CREAT | O_EXCL, permissions, mode: isPrivate ? permissions : target.mode)
    if code == 0, rename(part, target.path) != 0 { code = errno }
    if code != 0 { unlink(part) }
    return code
  }

  /// Replaces the contents of the file at `path` with text.
  package static func replace(_ path: String, with text: String) -> Int32 { replace(path, with: Array(text.utf8)) }

  /// Returns the error number with which `replace` would fail at `path`; 0 if no obstacle is known.
  package static func obstacle(to path: String) -> Int32 {
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
    // The new file keeps the permissions that the owner has chosen for the old one.
    if let mode { fchmod(descriptor, mode) }
    let code = write(bytes, to: descriptor)
    return close(descriptor) == 0 ? code : errno
  }

  /// Returns the file at `path` after following links, with its permissions if it exists; `nil` if it is not a regular
  /// file.
  private static func target(of path: String) -> (path: String, mode: mode_t?)? {
    var status = stat()
    guard stat(path, &status) == 0 else { return (path, nil) }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    return (canonical(path), status.st_mode & 0o777)
  }

  /// Returns `path` without symbolic links, or unchanged if there is no such file.
  package static func canonical(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
