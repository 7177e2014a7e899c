import Foundation

/// The limits of a download.
struct DownloadLimits: Sendable {
  /// The seconds within which a connection and its TLS handshake must be established.
  var connectTimeout: Double = 10
  /// The seconds without data after which a server counts as stalled.
  var idleTimeout: Double = 30
  /// The limits of responses.
  var responses = ResponseLimits(totalSeconds: 3600)
  /// The largest body in bytes.
  var maximumBytes = 1 << 30
  /// The largest number of redirects.
  var redirects = 5
  /// A file of certificates to trust instead of the system's. Set by `SSL_CERT_FILE`.
  var trustRoots: String?

  static var standard: DownloadLimits {
    var limits = DownloadLimits()
    if let path = getenv("SSL_CERT_FILE").map({ String(cString: $0) }), !path.isEmpty { limits.trustRoots = path }
    return limits
  }
}
