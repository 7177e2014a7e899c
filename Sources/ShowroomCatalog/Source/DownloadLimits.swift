import Foundation
import ShowroomNetwork

/// The limits of a download, and its settings from the environment.
struct DownloadLimits: Sendable {
  var request = DownloadLimits.requestLimits
  /// The maximum size of the body in bytes.
  var maximumBytes = 1 << 30
  /// The maximum number of redirects.
  var redirects = 5
  /// A file of certificates to trust instead of the system's, set with `SSL_CERT_FILE`.
  var trustRoots: String?
  var proxies = WebProxies()

  static var standard: DownloadLimits {
    let environment = ProcessInfo.processInfo.environment
    var limits = DownloadLimits()
    limits.proxies = WebProxies(environment: environment)
    if let path = environment["SSL_CERT_FILE"], !path.isEmpty { limits.trustRoots = path }
    return limits
  }

  private static var requestLimits: WebLimits {
    var limits = WebLimits()
    limits.total = 3600
    return limits
  }
}
