import Foundation

/// A self-signed certificate for `localhost` as PEM files.
package final class TestCertificate: Sendable {
  /// Whether openssl is installed.
  package static var canBeMade: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl") }

  private let folder: TemporaryFolder
  /// The path of the certificate.
  package let certificate: String
  /// The path of the private key.
  package let key: String

  /// - Parameter isExpired: whether the certificate expired yesterday.
  package init(isExpired: Bool = false) async throws {
    folder = try TemporaryFolder()
    certificate = folder.url.appendingPathComponent("cert.pem").path
    key = folder.url.appendingPathComponent("key.pem").path
    try await Self.write(certificate: certificate, key: key)
    if isExpired { try await Self.expire(certificate: certificate, key: key) }
  }

  /// Returns the TLS context for a server.
  package func serverContext() throws -> ServerTLS { try ServerTLS(certificate: certificate, key: key) }

  /// Creates a certificate for `localhost` and its key as PEM files.
  private static func write(certificate: String, key: String) async throws {
    let arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
      "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
    ]
    _ = try await ChildProgram("/usr/bin/openssl", arguments).ended()
  }

  /// Replaces a certificate created by ``write(certificate:key:)`` with one that expired yesterday.
  private static func expire(certificate: String, key: String) async throws {
    let arguments = [
      "x509", "-in", certificate, "-signkey", key, "-days", "-1", "-out", certificate + ".expired",
    ]
    _ = try await ChildProgram("/usr/bin/openssl", arguments).ended()
    rename(certificate + ".expired", certificate)
  }
}
