import ReactorFiles

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

  private static let largest: Int64 = 16 << 20

  private static func read(_ path: String) throws(Unreadable) -> [UInt8] {
    let bytes: [UInt8]
    do { bytes = try OpenedFile(path).bytes(limit: largest) } catch {
      throw Unreadable(path: path, reason: error.readingReason)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("-----BEGIN CERTIFICATE-----") || text.contains("-----BEGIN TRUSTED CERTIFICATE-----") else {
      throw Unreadable(path: path, reason: "it contains no certificates in PEM format")
    }
    return bytes
  }
}
