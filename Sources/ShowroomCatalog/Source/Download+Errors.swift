import Glibc
import ShowroomNetwork

extension Download {
  /// Translates an error of a request. A `CatalogError` is not changed.
  func error(for error: any Error, at address: WebAddress) -> CatalogError {
    switch error {
    case let error as CatalogError: error
    case let error as WebError: .source(sourceError(error, address), source: name)
    case let error as MissingLibrary: .source(.missingLibrary(error), source: name)
    default: .source(.connectionFailed(reason: "\(error)"), source: name)
    }
  }

  private func sourceError(_ error: WebError, _ address: WebAddress) -> SourceError {
    if let rejection = error.rejection { return .connectionFailed(reason: rejection) }
    return switch error {
    case .unknownHost: .unknownHost(address.host)
    case .refused: .refused
    case .noConnection(let seconds), .silent(let seconds), .noBytesTaken(let seconds): .timedOut(seconds: seconds)
    case .insecure(.badCertificates):
      .badTrustRoots(path: limits.trustRoots ?? "", reason: "it contains no certificates in PEM format")
    case .insecure(let failure): .insecure(reason: failure.description)
    case .closed: .connectionFailed(reason: "the server closed it too early")
    case .reset: .connectionFailed(reason: "the server reset it")
    case .unreachable(let code): .connectionFailed(reason: String(cString: strerror(code)))
    case .proxy(let failure): .connectionFailed(reason: failure.description)
    case .notHTTP(let text): .connectionFailed(reason: "the server does not use HTTP (\(text))")
    case .failed(let text): .connectionFailed(reason: text)
    default: .connectionFailed(reason: "\(error)")
    }
  }
}
