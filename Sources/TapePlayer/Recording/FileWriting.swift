import Glibc

/// Bytes into files.
enum FileWriting {
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

  /// Writes `text` as the whole of the file at `path`. Answers the error number, 0 if none.
  static func replace(_ path: String, with text: String) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return errno }
    let code = write(Array(text.utf8), to: descriptor)
    return close(descriptor) == 0 ? code : errno
  }
}
