import Glibc
import ShowroomFiles
import ShowroomNetwork

/// The failure for an error thrown by the HTTP client or the network.
struct ConnectionFailure {
  let failure: UploadFailure

  init(_ error: any Error, request: HTTPRequest) {
    switch error {
    case let error as UploadFailure: failure = error
    case is CancellationError, WebError.canceled: failure = .canceled
    // Network errors after a cancellation are a consequence of it.
    case _ where Task.isCancelled: failure = .canceled
    case WebError.tooLong where request.timeLimit != nil: failure = .outOfTime
    case let error as WebError: failure = Self.failure(error, request.url.origin)
    case let error as MissingLibrary: failure = UploadFailure(error)
    default: failure = Self.lost(request.url.origin, because: Self.short("\(error)"))
    }
  }

  private static func failure(_ error: WebError, _ origin: WebAddress.Origin) -> UploadFailure {
    switch error {
    case .canceled: .canceled
    case .unknownHost:
      UploadFailure(
        .unreachable, retry: .later, "The host \(origin.host) is unknown; check the spelling and the network.")
    case .refused:
      UploadFailure(
        .unreachable, retry: .later,
        "\(origin.name) refused the connection; check the address, or start the server.")
    case .unreachable(let code):
      UploadFailure(
        .unreachable, retry: .later,
        "\(origin.name) could not be reached: \(String(cString: strerror(code))); check the network.")
    case .noConnection(let limit):
      UploadFailure(
        .unreachable, retry: .later,
        "\(origin.name) did not respond within \(seconds(limit)); check the network and the address.")
    case .noBytesTaken(let limit): silent(origin, limit, "accepted no data")
    case .silent(let limit), .noHead(let limit), .tooLong(let limit): silent(origin, limit, "did not respond")
    case .stalledBody:
      UploadFailure(.unavailable, retry: .later, "Reading the file took too long; check the disk.")
    case .closed: lost(origin, because: "the server closed it without a response")
    case .reset: lost(origin, because: "the server reset it")
    case .insecure(let reason): insecure(reason, origin)
    case .proxy(let reason): proxy(reason, origin)
    // Slow responses may be faster on a retry, but malformed ones will not improve.
    case .tooSlow:
      UploadFailure(
        .unavailable, retry: .later, "\(origin.name) did not send a valid response: \(error.rejection ?? "").")
    case .badStatus, .endlessInterim, .largeHead:
      UploadFailure(
        .protocol, "\(origin.name) did not send a valid response: \(error.rejection ?? ""); check the destination.")
    case .notHTTP(let text):
      UploadFailure(.protocol, "\(origin.name) did not send an HTTP response (\(short(text))); check the destination.")
    case .badRequest:
      UploadFailure(.protocol, "The request to \(origin.name) contains characters that cannot be sent; check the name.")
    case .failed(let text): lost(origin, because: short(text))
    }
  }

  private static func silent(_ origin: WebAddress.Origin, _ limit: Double, _ what: String) -> UploadFailure {
    UploadFailure(
      .unavailable, retry: .later,
      "\(origin.name) \(what) for \(seconds(limit)); it may be overloaded, or the network may be down.")
  }

  private static func lost(_ origin: WebAddress.Origin, because reason: String) -> UploadFailure {
    UploadFailure(
      .unavailable, retry: .later, "The connection to \(origin.name) failed: \(reason). Try again.")
  }

  private static func insecure(_ reason: TLSFailure, _ origin: WebAddress.Origin) -> UploadFailure {
    let advice =
      switch reason {
      case .untrusted: "; set SSL_CERT_FILE or the setting ca-file to its authority's certificate"
      case .expired: "; ask its administrator to renew it, or set this computer's clock"
      case .notYetValid: "; set this computer's clock"
      case .otherHost: "; check the address"
      case .noTLS: "; the address may have to begin with http://"
      case .badCertificates: "; check SSL_CERT_FILE and the setting ca-file"
      case .failed: ""
      }
    return UploadFailure(
      .insecure, "Could not establish a trusted connection to \(origin.name): \(short(reason.description))\(advice).")
  }

  private static func proxy(_ reason: ProxyFailure, _ origin: WebAddress.Origin) -> UploadFailure {
    let message = "Could not connect to \(origin.name): \(reason.description)"
    return switch reason {
    case .rejected(407): UploadFailure(.unauthorized, "\(message); contact its administrator.")
    case .signInRequired: UploadFailure(.unauthorized, "\(message); check HTTPS_PROXY and HTTP_PROXY.")
    case .rejected(let status) where status < 500:
      UploadFailure(.unreachable, "\(message); contact its administrator.")
    case .notAllowed: UploadFailure(.unreachable, "\(message); contact its administrator.")
    case .badAddress: UploadFailure(.unreachable, "\(message).")
    case .noConnection: UploadFailure(.unreachable, retry: .later, "\(message); check the address.")
    case .unknownHost, .refused, .rejected, .failed:
      UploadFailure(.unreachable, retry: .later, "\(message); check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.")
    }
  }

  private static func seconds(_ value: Double) -> String {
    value == value.rounded() ? quantity(Int(value), "second") : "\(value) seconds"
  }

  private static func short(_ text: String) -> String { text.singleLine(limit: 160) }
}

extension UploadFailure {
  /// The failure of a canceled task.
  static var canceled: UploadFailure { UploadFailure(.canceled, "The upload was canceled.") }

  /// The failure of a request that exceeded its own time limit.
  static var outOfTime: UploadFailure {
    UploadFailure(.unavailable, retry: .later, "The server did not respond in time. Try again.")
  }
}
