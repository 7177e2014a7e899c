import ShowroomNetwork

/// The kind of server at an address.
enum ServerKind: Sendable, Hashable {
  case tus
  case webDAV
  /// A server that supports `PUT`, as far as is known.
  case put
}

extension ServerKind {
  /// Detects the kind with `OPTIONS`, or with `HEAD` if the server does not respond to `OPTIONS`.
  ///
  /// A status of 400, 404, 405 or 501 is not conclusive, so `PUT` is assumed.
  /// - Throws: ``UploadFailure`` if the server cannot be reached or requires sign-in.
  init(asking url: WebAddress, transport: HTTPTransport, authorization: Authorization?) async throws(UploadFailure) {
    var request = HTTPRequest("OPTIONS", url)
    request.authorization = authorization
    guard let response = try await transport.sendOptional(request) else {
      request.method = "HEAD"
      self = try await transport.send(request).headers["Tus-Resumable"] == nil ? .put : .tus
      return
    }
    let headers = response.headers
    if headers["Tus-Version"] != nil || headers["Tus-Resumable"] != nil {
      self = .tus
      return
    }
    switch response.status {
    case 200...299:
      let methods = Set(headers.list("Allow").map { $0.uppercased() })
      self = headers["DAV"] != nil || methods.isSuperset(of: ["PUT", "MKCOL"]) ? .webDAV : .put
    case 400, 404, 405, 501: self = .put
    default: throw response.failure
    }
  }
}
