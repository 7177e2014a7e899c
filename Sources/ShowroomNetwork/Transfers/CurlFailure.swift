import CLibraries
import Glibc

/// The error for a libcurl result code.
struct CurlFailure {
  let code: CURLcode
  let handle: CurlHandle
  let request: WebRequest
  /// Whether a connection was established on which the request could be sent.
  let isStarted: Bool
  let proxy: WebProxies.Setting?

  /// OpenSSL's error codes for certificates that have expired and that are not yet valid.
  private static let expired = 10, notYetValid = 9

  /// Whether the certificates must be read to explain the failure.
  static func isAboutCertificates(_ error: any Error) -> Bool {
    guard case .insecure(let reason)? = error as? WebError else { return false }
    return switch reason {
    case .untrusted: true
    default: false
    }
  }

  var error: WebError {
    switch code {
    // libcurl reports an unknown SOCKS proxy like an unknown server.
    case CURLE_COULDNT_RESOLVE_HOST: isAboutProxy ? .proxy(.unknownHost) : .unknownHost
    case CURLE_COULDNT_RESOLVE_PROXY: .proxy(.unknownHost)
    case CURLE_PROXY: proxyError
    case CURLE_COULDNT_CONNECT: connectionError
    case CURLE_OPERATION_TIMEDOUT: .noConnection(seconds: request.limits.connect)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR: .insecure(certificateFailure)
    case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM: .insecure(.badCertificates)
    case CURLE_SSL_CONNECT_ERROR: handshakeError
    case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE: .closed
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR: brokenConnection
    // Too much had been sent to be sent again.
    case CURLE_SEND_FAIL_REWIND: .reset
    case CURLE_UNSUPPORTED_PROTOCOL where text.contains("response code"): .badStatus
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: .notHTTP(text)
    default: .failed(text)
    }
  }

  private var text: String { handle.text(for: code) }

  private var systemError: Int32 { Int32(truncatingIfNeeded: cn_number(handle.easy, CURLINFO_OS_ERRNO)) }

  private var connectionError: WebError {
    if case .invalid(let variable) = proxy, text.contains(CurlHandle.invalidProxy) {
      return .proxy(.badAddress(variable: variable))
    }
    return switch systemError {
    case ECONNREFUSED: isAboutProxy ? .proxy(.refused) : .refused
    case EHOSTUNREACH, ENETUNREACH, ENETDOWN, ETIMEDOUT: .unreachable(systemError)
    case 0: .failed(text)
    case let number: .failed(String(cString: strerror(number)))
    }
  }

  /// Whether libcurl's message refers to the proxy rather than the server of the request.
  private var isAboutProxy: Bool {
    guard case .proxy(let proxy) = proxy else { return false }
    let text = text + " "
    func names(_ host: String, _ port: Int?) -> Bool {
      text.contains(": \(host) ") || text.contains(" to \(host) port \(port.map(String.init) ?? "")")
    }
    return names(proxy.host, proxy.port) && !names(request.url.host, request.url.port)
  }

  /// The error for a failure of a SOCKS proxy to connect.
  private var proxyError: WebError {
    let reason = CURLproxycode(UInt32(truncatingIfNeeded: cn_number(handle.easy, CURLINFO_PROXY_ERROR)))
    return switch reason {
    case CURLPX_RESOLVE_HOST: .unknownHost
    case CURLPX_NO_AUTH, CURLPX_USER_REJECTED: .proxy(.signInRequired)
    case CURLPX_REPLY_NOT_ALLOWED: .proxy(.notAllowed)
    case CURLPX_REPLY_CONNECTION_REFUSED, CURLPX_REPLY_GENERAL_SERVER_FAILURE, CURLPX_REPLY_HOST_UNREACHABLE,
      CURLPX_REPLY_NETWORK_UNREACHABLE, CURLPX_REPLY_TTL_EXPIRED:
      .proxy(.noConnection)
    default: .proxy(.failed(text))
    }
  }

  private var brokenConnection: WebError {
    let status = cn_number(handle.easy, CURLINFO_HTTP_CONNECTCODE)
    if proxy != nil, !isStarted, status != 0, !(200..<300).contains(status) {
      return .proxy(.rejected(status: status))
    }
    switch systemError {
    case ECONNRESET, EPIPE: return .reset
    case ETIMEDOUT, EHOSTUNREACH, ENETUNREACH, ENETDOWN: return .unreachable(systemError)
    default: return isEndOfConnection ? .closed : .failed(text)
    }
  }

  private var isEndOfConnection: Bool {
    ["unexpected eof", "SSL_ERROR_ZERO_RETURN", "closed", "SYSCALL"].contains { text.contains($0) }
  }

  private var certificateFailure: TLSFailure {
    // The certificate is trusted, but its name does not match.
    if text.contains("subject name") || text.contains("host name") { return .otherHost }
    return switch Int(cn_number(handle.easy, CURLINFO_SSL_VERIFYRESULT)) {
    case Self.expired, Self.notYetValid, 2, 18, 19, 20, 21: .untrusted
    default: .failed(text)
    }
  }

  private var handshakeError: WebError {
    let text = text
    if text.contains("wrong version number") || text.contains("http request") || text.contains("packet length too long")
    {
      return .insecure(.noTLS)
    }
    if systemError == ECONNRESET || systemError == EPIPE { return .reset }
    return isEndOfConnection ? .closed : .insecure(.failed(text))
  }
}
