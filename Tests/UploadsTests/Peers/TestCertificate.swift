import Foundation
import NIOSSL
import TestServers

/// A certificate for `localhost` that nobody vouches for, as files in PEM form.
final class TestCertificate: Sendable {
  static var canBeMade: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl") }

  private let folder: Workplace
  let certificate: String
  let key: String

  /// - Parameter isExpired: whether it was valid until yesterday.
  init(isExpired: Bool = false) async throws {
    folder = try Workplace()
    certificate = folder.url.appendingPathComponent("cert.pem").path
    key = folder.url.appendingPathComponent("key.pem").path
    try await SelfSigned.write(certificate: certificate, key: key)
    if isExpired { try await SelfSigned.expire(certificate: certificate, key: key) }
  }

  /// What a server of ours needs to speak TLS with it.
  func serverContext() throws -> NIOSSLContext {
    let chain = try NIOSSLCertificate.fromPEMFile(certificate).map { NIOSSLCertificateSource.certificate($0) }
    return try NIOSSLContext(
      configuration: .makeServerConfiguration(
        certificateChain: chain, privateKey: .privateKey(NIOSSLPrivateKey(file: key, format: .pem))))
  }
}
