import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import NIOSSL

extension Download {
  /// Translates an error of a request. A `CatalogError` is kept.
  func error(for error: any Error) -> CatalogError {
    error as? CatalogError ?? .source(Self.sourceError(error, limits), source: name)
  }

  private static func sourceError(_ error: any Error, _ limits: DownloadLimits) -> SourceError {
    switch error {
    case let error as ResponseError: .connectionFailed(reason: "\(error)")
    case let error as HTTPClientError: sourceError(error, limits)
    case let error as NIOConnectionError: sourceError(error)
    case let error as IOError: sourceError(error)
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: .insecure(reason: reason(error))
    case ChannelError.connectTimeout: .timedOut(seconds: limits.connectTimeout)
    default: .connectionFailed(reason: reason(error))
    }
  }

  private static func sourceError(_ error: HTTPClientError, _ limits: DownloadLimits) -> SourceError {
    switch error {
    case .readTimeout, .deadlineExceeded: .timedOut(seconds: limits.idleTimeout)
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
      .timedOut(seconds: limits.connectTimeout)
    case .remoteConnectionClosed, .uncleanShutdown:
      .connectionFailed(reason: "the server closed it too early")
    default: .connectionFailed(reason: error.shortDescription)
    }
  }

  /// A host may have several addresses, each with its own failure. A host without an address is unknown.
  private static func sourceError(_ error: NIOConnectionError) -> SourceError {
    let failures = error.connectionErrors.map(\.error)
    if let first = failures.first as? IOError { return sourceError(first) }
    if error.dnsAError != nil || error.dnsAAAAError != nil { return .unknownHost(error.host) }
    return .connectionFailed(reason: failures.first.map(reason) ?? "no address responds")
  }

  private static func sourceError(_ error: IOError) -> SourceError {
    error.errnoCode == ECONNREFUSED
      ? .refused : .connectionFailed(reason: String(cString: strerror(error.errnoCode)))
  }

  private static func reason(_ error: any Error) -> String {
    let text = "\(error)"
    if text.contains("CERTIFICATE_VERIFY_FAILED") { return "its certificate is not trusted" }
    if text.contains("failedToValidateHostname") { return "its certificate is for another host" }
    if text.contains("WRONG_VERSION_NUMBER") || text.contains("HTTP_REQUEST") { return "it does not support TLS" }
    return text.shortened(to: 160)
  }
}
