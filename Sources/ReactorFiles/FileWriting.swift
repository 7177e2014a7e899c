import Glibc

/// Functions that write whole files, from any thread.
package enum FileWriting {
  /// Writes all of `bytes`. If writing fails, removes the part that was written.
  ///
  /// - Returns: The error number; 0 on success.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    let start = lseek(descriptor, 0, SEEK_CUR)
    let code = write(bytes[...], to: descriptor)
    if code != 0, start >= 0, ftruncate(descriptor, start) == 0 { lseek(descriptor, start, SEEK_SET) }
    return code
  }

  /// Writes all of a part of bytes.
  ///
  /// - Returns: The error number; 0 on success.
  package static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// Replaces the contents of the file at `path`, following symbolic links.
  ///
  /// The contents are written to a new file in the same folder, which then replaces the old one. If an error occurs,
  /// the old file stays unchanged. After a power failure, either the old or the new file exists, and it is complete. If
  /// `path` is not a regular file but, for example, a terminal or a pipe, it is written to directly.
  ///
  /// - Parameter permissions: The permissions of a new file, before applying the process's mask. An existing file keeps
  ///   its permissions, unless `permissions` grant access only to the owner: private contents never inherit wider
  ///   permissions.
  /// - Returns: The error number; 0 on success.
  package static func replace(_ path: String, with bytes: [UInt8], permissions: mode_t = 0o644) -> Int32 {
    guard let target = target(of: path) else { return writeDirectly(bytes, path) }
    let isPrivate = permissions & 0o077 == 0
    return replace(target.path, with: bytes, permissions, isPrivate ? permissions : target.mode)
  }

  /// Creates a new file that replaces the one at `path` when it is complete, following symbolic links.
  ///
  /// - Parameter permissions: The permissions, before applying the process's mask.
  /// - Throws: ``SystemError``.
  package static func newFile(at path: String, permissions: mode_t) throws(SystemError) -> NewFile {
    let path = target(of: path)?.path ?? path
    return try PinnedFolder(folder(of: path)).newFile(name(of: path), permissions: permissions)
  }

  /// Returns a unique hidden name for a file that is not yet complete.
  package static func temporaryName(for name: String) -> String {
    let random = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    return ".\(name.utf8.count > 200 ? "" : name).\(random).part"
  }

  /// Makes a complete file durable and renames it within its folder, replacing any other file.
  ///
  /// - Returns: The error number; 0 on success.
  package static func publish(_ temporary: String, as path: String) -> Int32 {
    let descriptor = open(temporary, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    let code = synchronize(descriptor)
    guard code == 0 else { return code }
    do throws(SystemError) {
      let folder = try PinnedFolder(folder(of: path))
      return folder.publish(name(of: temporary), as: name(of: path))
    } catch {
      return error.number
    }
  }

  /// Removes the file at `path`, if there is one, and makes the removal durable.
  ///
  /// - Returns: The error number; 0 on success.
  package static func remove(_ path: String) -> Int32 {
    if unlink(path) != 0 { return errno == ENOENT ? 0 : errno }
    return synchronizeFolder(of: path)
  }

  /// Creates the folder at `path` and its missing parents, and makes the change durable.
  ///
  /// - Parameter permissions: The permissions of new folders, before applying the process's mask.
  /// - Returns: The error number; 0 on success, or if the name already exists.
  package static func makeFolder(_ path: String, permissions: mode_t) -> Int32 {
    func make() -> Int32 { mkdir(path, permissions) == 0 ? synchronizeFolder(of: path) : errno == EEXIST ? 0 : errno }
    let code = make()
    let outer = folder(of: path)
    guard code == ENOENT, outer != path else { return code }
    let outerCode = makeFolder(outer, permissions: permissions)
    return outerCode == 0 ? make() : outerCode
  }

  private static func synchronizeFolder(of path: String) -> Int32 {
    let descriptor = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // A folder that cannot be listed cannot be synchronized, either.
    guard descriptor >= 0 else { return errno == EACCES ? 0 : errno }
    defer { close(descriptor) }
    return synchronize(descriptor)
  }

  private static func replace(
    _ path: String, with bytes: [UInt8], _ permissions: mode_t, _ finalMode: mode_t?
  ) -> Int32 {
    do throws(SystemError) {
      var file = try newFile(at: path, permissions: permissions)
      // The new file keeps the old file's permissions, which the owner chose.
      if let finalMode { fchmod(file.descriptor, finalMode) }
      let code = write(bytes[...], to: file.descriptor)
      return code == 0 ? file.publish() : code
    } catch {
      return error.number
    }
  }

  /// Replaces the contents of the file at `path` with text.
  package static func replace(_ path: String, with text: String) -> Int32 { replace(path, with: Array(text.utf8)) }

  /// Returns the error number with which `replace` would fail at `path`, or 0 if no obstacle is known.
  package static func obstacle(to path: String) -> Int32 {
    var status = stat()
    if stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { return EISDIR }
      if access(path, W_OK) != 0 { return errno }
    }
    guard let target = target(of: path) else { return 0 }
    return access(folder(of: target.path) + "/.", W_OK | X_OK) == 0 ? 0 : errno
  }

  /// Returns whether a file at `path` would replace only an empty file or a file of its own kind. A folder does not
  /// count, because writing to it fails with a clear error.
  ///
  /// - Parameter beginnings: The texts with which files of the kind begin.
  package static func mayReplace(_ path: String, beginningWith beginnings: [String]) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return true }
    // Devices and pipes are excluded. They would lose nothing, but they receive more than one line at a time.
    guard status.st_mode & S_IFMT == S_IFREG else { return false }
    if status.st_size == 0 { return true }
    guard let file = try? OpenedFile(path) else { return false }
    let start = file.bytes(beginnings.map(\.utf8.count).max() ?? 0)
    return beginnings.contains { start.starts(with: $0.utf8) }
  }

  private static func writeDirectly(_ bytes: [UInt8], _ path: String) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno }
    let code = write(bytes, to: descriptor)
    return close(descriptor) == 0 ? code : errno
  }

  /// Makes written data durable.
  ///
  /// - Returns: The error number; 0 on success, or if the file system does not support this operation.
  static func synchronize(_ descriptor: Int32) -> Int32 {
    while fsync(descriptor) != 0 {
      if errno == EINTR { continue }
      return [EINVAL, ENOSYS, EBADF, EROFS].contains(errno) ? 0 : errno
    }
    return 0
  }

  /// Returns the path of the regular file at `path` after following links, and its permissions if it exists; `nil` if
  /// it is not a regular file.
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

  /// Returns the path of the folder that contains a file.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}
