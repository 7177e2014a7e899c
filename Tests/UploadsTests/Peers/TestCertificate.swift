import ChildPrograms
import Foundation
import NIOSSL

/// A certificate for `localhost` that nobody vouches for, as files in PEM form.
final class TestCertificate: Sendable {
  static var canBeMade: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl") }

  private let folder: Workplace
  let certificate: String
  let key: String

  init() async throws {
    folder = try Workplace()
    certificate = folder.url.appendingPathComponent("cert.pem").path
    key = folder.url.appendingPathComponent("key.pem").path
    let arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
      "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
    ]
    _ = try await ChildProgram("/usr/bin/openssl", arguments).ended()
  }

  /// What a server of ours needs to speak TLS with it.
  func serverContext() throws -> NIOSSLContext {
    let chain = try NIOSSLCertificate.fromPEMFile(certificate).map { NIOSSLCertificateSource.certificate($0) }
    return try NIOSSLContext(
      configuration: .makeServerConfiguration(
        certificateChain: chain, privateKey: .privateKey(NIOSSLPrivateKey(file: key, format: .pem))))
  }
}
