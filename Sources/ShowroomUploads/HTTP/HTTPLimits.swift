import Foundation
import ShowroomNetwork

/// The timeouts and trusted certificates of a transport.
package struct HTTPLimits: Sendable {
  /// The time limit in seconds for establishing a connection, including the TLS handshake.
  var connectTimeout: Double = 10
  /// The time in seconds after which an upload fails if the server accepts no bytes. It is long, because sending
  /// buffered data may take that long on a slow connection.
  var writeTimeout: Double = 90
  /// The time limit in seconds for the response after the last byte of a request. It is long, because some servers copy
  /// the file before they respond.
  var responseTimeout: Double = 120
  /// The time limit in seconds for requests that servers need not support, such as `OPTIONS`.
  var optionalRequestTimeout: Double = 10
  /// The time limit in seconds for a request that creates or publishes something to finish after its upload was
  /// canceled.
  var completionTimeout: Double = 5
  /// The maximum number of redirects.
  var redirects = 5
  /// The PEM file of certificates that replace those of the system, from `SSL_CERT_FILE`.
  var trustRoots: String?
  /// The PEM file of additional trusted certificates, from the setting `ca-file`.
  var additionalTrustRoots: String?
  /// The proxies of the environment.
  var proxies: WebProxies

  /// Creates the default limits.
  /// - Parameters:
  ///   - caFile: A PEM file of additional trusted certificates.
  ///   - environment: The source of `SSL_CERT_FILE` and of the proxies.
  package init(caFile: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment) {
    additionalTrustRoots = caFile
    proxies = WebProxies(environment: environment)
    if let path = environment["SSL_CERT_FILE"], !path.isEmpty { trustRoots = path }
  }

  /// The limits of a request.
  /// - Parameter total: The time limit in seconds for the whole request, or `nil`.
  func limits(total: Double?) -> WebLimits {
    var limits = WebLimits()
    limits.connect = connectTimeout
    limits.write = writeTimeout
    (limits.idle, limits.head) = (responseTimeout, responseTimeout)
    limits.total = total
    return limits
  }
}
