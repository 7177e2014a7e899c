import Foundation
import NIOSSL

/// Certificates of authorities that are trusted because a person says so.
enum TrustRoots {
  /// Reads a file in PEM form.
  /// - Throws: ``UploadFailure`` naming the file: trusting others in its place would be a silent change.
  static func certificates(in path: String) throws(UploadFailure) -> [NIOSSLCertificate] {
    let certificates: [NIOSSLCertificate]
    do {
      certificates = try NIOSSLCertificate.fromPEMFile(path)
    } catch {
      let reason = access(path, R_OK) == 0 ? "it holds no certificates in PEM form" : String(cString: strerror(errno))
      throw refusal(path, reason)
    }
    guard !certificates.isEmpty else { throw refusal(path, "it holds no certificates in PEM form") }
    return certificates
  }

  private static func refusal(_ path: String, _ reason: String) -> UploadFailure {
    UploadFailure(
      .insecure,
      "The certificates to trust could not be read from \(path): \(reason). Mend SSL_CERT_FILE or the setting ca-file.")
  }
}
