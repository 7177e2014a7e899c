import Glibc

/// Files that are there whole or not at all.
enum WholeFile {
  /// Writes `bytes` as the file at `path`: under another name first, so that whatever was there before stays where that
  /// fails. Through a symbolic link.
  ///
  /// - Parameter permissions: of a new file, before the process's mask.
  /// - Returns: the error number, 0 if none.
  static func write(_ bytes: some Sequence<UInt8>, to path: String, permissions: mode_t = 0o644) -> Int32 {
    let path = resolved(path)
    let new = "\(path).\(getpid())"
    let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, permissions)
    guard descriptor >= 0 else { return errno }
    var code = write(Array(bytes), to: descriptor)
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0, rename(new, path) != 0 { code = errno }
    if code != 0 { unlink(new) }
    return code
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
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

  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

/// The system's words for an error number.
func systemReason(_ code: Int32) -> String { String(cString: strerror(code)) }
