import Glibc
import ReactorFiles

/// A file that only its owner can read. Each call blocks until the disk responds.
struct SecretFile: Sendable {
  let path: String

  /// Returns the contents, or `nil` if the file does not exist.
  /// - Throws: ``UploadFailure`` if other users can read the file.
  func read() throws(UploadFailure) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    if descriptor < 0, errno == ENOENT || errno == ENOTDIR { return nil }
    guard descriptor >= 0 else { throw unreadable("could not be read (\(String(cString: strerror(errno))))") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw unreadable("is not a regular file")
    }
    guard status.st_uid == geteuid() else { throw unreadable("belongs to another user") }
    guard status.st_mode & 0o077 == 0 else {
      throw UploadFailure(
        .unauthorized, "\(path) contains passwords, but other users can read it; run: chmod 600 \(path)")
    }
    guard status.st_size <= 1 << 20 else { throw unreadable("is larger than 1 MB") }
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

  /// Replaces the contents atomically. Only the owner can read the file.
  func write(_ text: String) throws(UploadFailure) {
    // Created with these permissions, so that other users can never read it.
    let code = FileWriting.replace(path, with: Array(text.utf8), permissions: 0o600)
    if code != 0 { throw failure(code) }
  }

  private func failure(_ code: Int32) -> UploadFailure {
    UploadFailure(
      .forbidden,
      "The password could not be saved in \(path) (\(String(cString: strerror(code)))); it applies to this session only."
    )
  }

  private func unreadable(_ reason: String) -> UploadFailure {
    UploadFailure(.unauthorized, "\(path) \(reason), so no passwords were read from it; fix or remove it.")
  }
}
