import CLibraries
import Glibc

/// The error for a result of libcurl.
struct CurlFailure {
  let code: CURLcode
  let handle: CurlHandle
  let request: WebRequest
  /// Whether there was a connection on which the request could be sent.
  let isStarted: Bool
  let proxy: String?

  /// OpenSSL's numbers for certificates that have expired and that are not valid yet.
  private static let expired = 10, notYetValid = 9

  /// Whether the certificates have to be read to explain the refusal.
  static func isAboutCertificates(_ error: any Error) -> Bool {
    guard case .insecure(let reason)? = error as? WebError else { return false }
    return switch reason {
    case .untrusted: true
    default: false
    }
  }

  var error: WebError {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: .unknownHost
    case CURLE_COULDNT_RESOLVE_PROXY: .proxy(.unknownHost)
    case CURLE_COULDNT_CONNECT: connectionError
    case CURLE_OPERATION_TIMEDOUT: .noConnection(seconds: request.limits.connect)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR: .insecure(certificateFailure)
    case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM: .insecure(.badCertificates)
    case CURLE_SSL_CONNECT_ERROR: handshakeError
    case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE: .closed
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR: brokenConnection
    // Too much had been sent to send it again.
    case CURLE_SEND_FAIL_REWIND: .reset
    case CURLE_UNSUPPORTED_PROTOCOL where text.contains("response code"): .badStatus
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: .notHTTP(text)
    case CURLE_PROXY: .proxy(.badAddress)
    default: .failed(text)
    }
  }

  private var text: String { handle.text(for: code) }

  private var systemError: Int32 { Int32(truncatingIfNeeded: cn_number(handle.easy, CURLINFO_OS_ERRNO)) }

  private var connectionError: WebError {
    switch systemError {
    case ECONNREFUSED: isAboutProxy ? .proxy(.refused) : .refused
    case EHOSTUNREACH, ENETUNREACH, ENETDOWN, ETIMEDOUT: .unreachable(systemError)
    case 0: .failed(text)
    case let number: .failed(String(cString: strerror(number)))
    }
  }

  /// Whether the text names another server than that of the request.
  private var isAboutProxy: Bool {
    proxy != nil && !text.contains(" to \(request.url.host) port \(request.url.port) ")
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
    // The certificate is verified, and its name does not match.
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
