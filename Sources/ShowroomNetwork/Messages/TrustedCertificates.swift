import Glibc

/// The certificate authorities to trust.
package struct TrustedCertificates: Sendable, Hashable {
  /// The PEM data that replaces the system's authorities, and the PEM data that is trusted in addition.
  let replacement: [UInt8]?, addition: [UInt8]?

  package static let system = TrustedCertificates(replacement: nil, addition: nil)

  private init(replacement: [UInt8]?, addition: [UInt8]?) {
    self.replacement = replacement
    self.addition = addition
  }

  /// Reads PEM files.
  /// - Parameters:
  ///   - replacement: The path of a file of authorities to trust instead of the system's, such as the value of
  ///     `SSL_CERT_FILE`.
  ///   - addition: The path of a file of authorities to trust in addition.
  package init(replacing replacement: String?, adding addition: String?) throws(Unreadable) {
    self.init(
      replacement: try replacement.map { path throws(Unreadable) in try Self.read(path) },
      addition: try addition.map { path throws(Unreadable) in try Self.read(path) })
  }

  /// A file that cannot be used.
  package struct Unreadable: Error, Sendable, Hashable {
    package let path: String
    /// The reason as a clause.
    package let reason: String
  }

  private static let largest = 16 << 20

  private static func read(_ path: String) throws(Unreadable) -> [UInt8] {
    // O_NONBLOCK, because opening a named pipe would otherwise block until a program writes to it.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw Unreadable(path: path, reason: String(cString: strerror(errno))) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Unreadable(path: path, reason: "it is not a regular file")
    }
    guard status.st_size <= largest else { throw Unreadable(path: path, reason: "it is too large") }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let read = bytes.withUnsafeMutableBytes {
        pread(file, $0.baseAddress.map { $0 + count }, $0.count - count, off_t(count))
      }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else { break }
      count += read
    }
    bytes.removeLast(bytes.count - count)
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("-----BEGIN CERTIFICATE-----") || text.contains("-----BEGIN TRUSTED CERTIFICATE-----") else {
      throw Unreadable(path: path, reason: "it contains no certificates in PEM format")
    }
    return bytes
  }
}
