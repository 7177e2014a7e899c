/// The reason why a request received no complete response.
package enum WebError: Error, Sendable, Hashable {
  /// The task was canceled, or the client was shut down.
  case canceled
  /// The method or a header field contains characters that cannot be sent.
  case badRequest
  /// The host name cannot be resolved.
  case unknownHost
  /// Nothing is listening at the address, or at that of the proxy.
  case refused
  /// The system cannot reach the host. The associated value is an `errno` code.
  case unreachable(Int32)
  /// No connection was established within the limit.
  case noConnection(seconds: Double)
  /// The connection accepted no bytes of the request's body within the limit.
  case noBytesTaken(seconds: Double)
  /// The body of the request was not delivered in time.
  case stalledBody
  /// No byte of the response arrived within the limit.
  case silent(seconds: Double)
  /// No final response arrived within the limit, only interim ones or none.
  case noHead(seconds: Double)
  /// Too few bytes of the body arrived within the limit.
  case tooSlow(bytes: Int64, seconds: Double)
  /// The response did not end within the limit.
  case tooLong(seconds: Double)
  /// The status is not a valid HTTP status.
  case badStatus
  /// The server sent too many interim responses.
  case endlessInterim
  /// The header fields are larger than the limit.
  case largeHead(limit: Int)
  /// The server closed the connection before the end of its response.
  case closed
  /// The server reset the connection.
  case reset
  /// The response is not HTTP. The associated value is libcurl's message.
  case notHTTP(String)
  /// No secure connection could be established.
  case insecure(TLSFailure)
  /// The proxy cannot be used.
  case proxy(ProxyFailure)
  /// Another failure. The associated value is libcurl's message.
  case failed(String)

  /// The reason why a response was rejected, as a clause that completes a message, or `nil` for other failures.
  package var rejection: String? {
    switch self {
    case .badStatus: "the server returned an invalid HTTP status"
    case .endlessInterim: "the server sent too many interim responses"
    case .largeHead(let limit): "the server sent more than \(limit >> 10) KB of header fields"
    case .noHead(let seconds): "the server did not respond within \(Self.seconds(seconds))"
    case .tooSlow(let bytes, let seconds):
      "only \(bytes) \(bytes == 1 ? "byte" : "bytes") arrived within \(Self.seconds(seconds))"
    case .tooLong(let seconds): "the response did not end within \(Self.seconds(seconds))"
    default: nil
    }
  }

  private static func seconds(_ value: Double) -> String {
    value == 1 ? "1 second" : value == value.rounded() ? "\(Int(value)) seconds" : "\(value) seconds"
  }
}

/// The reason why a secure connection was refused.
package enum TLSFailure: Sendable, Hashable {
  /// The certificate is not signed by a trusted authority.
  case untrusted
  /// A certificate expired on this day (YYYY-MM-DD, in UTC).
  case expired(String)
  /// A certificate is not valid before this day (YYYY-MM-DD, in UTC).
  case notYetValid(String)
  /// The certificate is for another host.
  case otherHost
  /// The server does not use TLS.
  case noTLS
  /// The file of trusted certificates contains none that can be read.
  case badCertificates
  /// Another reason. The associated value is the library's message.
  case failed(String)

  /// The reason as a clause.
  package var description: String {
    switch self {
    case .untrusted: "its certificate is not trusted"
    case .expired(let day): "its certificate expired on \(day)"
    case .notYetValid(let day): "its certificate is not valid before \(day)"
    case .otherHost: "its certificate is for another host"
    case .noTLS: "it does not support TLS"
    case .badCertificates: "the file of trusted certificates cannot be read"
    case .failed(let text): text
    }
  }
}

/// The reason why a proxy cannot be used.
package enum ProxyFailure: Sendable, Hashable {
  /// The variable does not contain the address of a proxy.
  case badAddress(variable: String)
  /// The host name of the proxy cannot be resolved.
  case unknownHost
  /// Nothing is listening at the address of the proxy.
  case refused
  /// The proxy rejected the request to connect to the server, with this status.
  case rejected(status: Int)
  /// The proxy requires a user name and a password, or rejected them.
  case signInRequired
  /// The proxy does not allow connections to the server.
  case notAllowed
  /// The proxy could not connect to the server.
  case noConnection
  /// The proxy did not respond as expected. The associated value is libcurl's message.
  case failed(String)

  /// The reason as a clause.
  package var description: String {
    switch self {
    case .badAddress(let variable):
      "\(variable) is not the address of a proxy, such as http://host:port or socks5h://host:port"
    case .unknownHost: "the host of the proxy is unknown"
    case .refused: "the proxy refused the connection"
    case .rejected(407): "the proxy requires sign-in (407)"
    case .rejected(let status): "the proxy rejected the request (\(status))"
    case .signInRequired: "the proxy requires sign-in"
    case .notAllowed: "the proxy does not allow this connection"
    case .noConnection: "the proxy could not connect to the server"
    case .failed(let text): "the proxy failed (\(text))"
    }
  }
}
