import Catalogue

/// What kind of server an address leads to.
enum ServerKind: Sendable, Hashable {
  case tus
  case webDAV
  /// It says nothing of itself, or only that it takes `PUT`.
  case put
}

extension ServerKind {
  /// Asks the server with `OPTIONS`, and with `HEAD` where it leaves that unanswered.
  ///
  /// What it answers where the method is unknown to it (404, 405, 501) proves nothing: there `PUT` is tried.
  /// - Throws: ``UploadFailure`` when nothing answers, or it first wants to know who we are.
  init(asking url: WebAddress, transport: HTTPTransport, authorisation: Authorisation?) async throws(UploadFailure) {
    var request = HTTPRequest("OPTIONS", url)
    request.authorisation = authorisation
    guard let response = try await transport.ask(request) else {
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
