import Glibc

/// A file that only its owner may read. Each call blocks for as long as the disk needs.
struct SecretFile: Sendable {
  let path: String

  /// Its text; nil when there is none.
  /// - Throws: ``UploadFailure`` when others may read it, with what to do.
  func read() throws(UploadFailure) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    if descriptor < 0, errno == ENOENT || errno == ENOTDIR { return nil }
    guard descriptor >= 0 else { throw refusal("could not be read (\(String(cString: strerror(errno))))") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw refusal("is no file") }
    guard status.st_uid == geteuid() else { throw refusal("belongs to somebody else") }
    guard status.st_mode & 0o077 == 0 else {
      throw UploadFailure(
        .unauthorised, "\(path) holds passwords, and others may read it; run: chmod 600 \(path)")
    }
    guard status.st_size <= 1 << 20 else { throw refusal("is too large to be a list of passwords") }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let read = bytes.withUnsafeMutableBytes { space in
        Glibc.read(descriptor, space.baseAddress.map { $0 + count }, space.count - count)
      }
      if read < 0, errno == EINTR { continue }
      if read <= 0 { break }
      count += read
    }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Puts the text in its place, all or nothing, readable by its owner only.
  func write(_ text: String) throws(UploadFailure) {
    var temporary = Array((path + ".XXXXXX").utf8CString)
    // Made with 0600 from the beginning: there is no moment in which others could read it.
    let descriptor = mkstemp(&temporary)
    guard descriptor >= 0 else { throw failure(errno) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { break }
      rest = rest.dropFirst(count)
    }
    let isWritten = rest.isEmpty && fsync(descriptor) == 0
    let code = errno
    close(descriptor)
    guard isWritten, rename(temporary, path) == 0 else {
      let reason = isWritten ? errno : code
      unlink(temporary)
      throw failure(reason)
    }
  }

  private func failure(_ code: Int32) -> UploadFailure {
    UploadFailure(
      .forbidden,
      "The password could not be saved in \(path) (\(String(cString: strerror(code)))); it holds for this run only.")
  }

  private func refusal(_ reason: String) -> UploadFailure {
    UploadFailure(.unauthorised, "\(path) \(reason), so that no password can be taken from it; mend or remove it.")
  }
}
