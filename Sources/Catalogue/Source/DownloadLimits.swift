import Foundation

/// How long a server may take and how much it may send.
struct DownloadLimits: Sendable {
  /// Seconds until a connection, with its TLS handshake, must stand.
  var connectTimeout: Double = 10
  /// Seconds of silence after which a server counts as stalled.
  var idleTimeout: Double = 30
  /// How slowly the answer may come.
  var answers = AnswerLimits(totalSeconds: 3600)
  /// The largest body that is taken, in bytes.
  var maximumBytes = 1 << 30
  /// How many times a server may send the request elsewhere.
  var redirects = 5
  /// A file with the certificates to trust in place of the system's; what `SSL_CERT_FILE` names.
  var trustRoots: String?

  static var standard: DownloadLimits {
    var limits = DownloadLimits()
    if let path = getenv("SSL_CERT_FILE").map({ String(cString: $0) }), !path.isEmpty { limits.trustRoots = path }
    return limits
  }
}
