import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// Says in our words why a request failed.
struct DownloadFailure {
  let error: CatalogueError

  init(_ error: any Error, download: Download) {
    switch error {
    case let error as CatalogueError: self.error = error
    default: self.error = .source(Self.problem(error, download), source: download.name)
    }
  }

  private static func problem(_ error: any Error, _ download: Download) -> SourceProblem {
    switch error {
    case let error as AnswerError: .connectionFailed(reason: "\(error)")
    case let error as HTTPClientError: problem(error, download)
    case let error as NIOConnectionError: problem(error)
    case let error as IOError: problem(error)
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: .insecure(reason: reason(error))
    case ChannelError.connectTimeout: .timedOut(seconds: download.limits.connectTimeout)
    default: .connectionFailed(reason: reason(error))
    }
  }

  private static func problem(_ error: HTTPClientError, _ download: Download) -> SourceProblem {
    switch error {
    case .readTimeout, .deadlineExceeded, .writeTimeout: .timedOut(seconds: download.limits.idleTimeout)
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
      .timedOut(seconds: download.limits.connectTimeout)
    case .remoteConnectionClosed, .uncleanShutdown:
      .connectionFailed(reason: "the server closed it before the end")
    default: .connectionFailed(reason: error.shortDescription)
    }
  }

  /// The host has several addresses, each with its own failure; without any address, the name is not known.
  private static func problem(_ error: NIOConnectionError) -> SourceProblem {
    let failures = error.connectionErrors.map(\.error)
    if let first = failures.first as? IOError { return problem(first) }
    if error.dnsAError != nil || error.dnsAAAAError != nil { return .unknownHost(error.host) }
    return .connectionFailed(reason: failures.first.map(reason) ?? "no address answers")
  }

  private static func problem(_ error: IOError) -> SourceProblem {
    error.errnoCode == ECONNREFUSED
      ? .refused : .connectionFailed(reason: String(cString: strerror(error.errnoCode)))
  }

  private static func reason(_ error: any Error) -> String {
    let text = "\(error)"
    if text.contains("CERTIFICATE_VERIFY_FAILED") { return "its certificate is not trusted" }
    if text.contains("failedToValidateHostname") { return "its certificate is for another host" }
    if text.contains("WRONG_VERSION_NUMBER") || text.contains("HTTP_REQUEST") { return "it does not speak TLS" }
    return text.shortened(to: 160)
  }
}
