import Catalogue

/// An answer that sends a request elsewhere, and whether to go there.
///
/// What only asks (`GET`, `HEAD`, `OPTIONS`, `PROPFIND`) goes along. What changes something goes along with 307 and 308,
/// which promise that the same is meant; 301, 302 and 303 promise that for no such request (RFC 9110, 15.4), and a file sent
/// to a wrong place is worse than one not sent. `MOVE` and `COPY` never go along: they name a second address, which would
/// stay the old one. Nothing goes from https to http, and no secret to another server.
struct Redirect {
  private let original: HTTPRequest
  private let status: Int
  private let location: String?

  init(from request: HTTPRequest, status: Int, location: String?) {
    original = request
    self.status = status
    self.location = location
  }

  /// Whether an answer of that status sends a request elsewhere.
  static func isOne(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

  /// The request to make in place of the original.
  func request() throws(UploadFailure) -> HTTPRequest {
    let source = original.url.origin
    let target: WebAddress
    do throws(WebAddressError) {
      guard let location else { throw .unreadable }
      target = try original.url.resolving(location)
    } catch {
      throw failure("what it points to is not an address on the web (\(error))")
    }
    guard source.scheme == .http || target.scheme == .https else {
      throw failure("it leads from https to http, where everybody could read along", cause: .insecure)
    }
    guard isAllowed else {
      throw failure("it answers \(original.method) by pointing elsewhere; give that address as the destination")
    }
    var request = original
    request.url = target
    if status == 303, request.method != "HEAD" { request.method = "GET" }
    if source != target.origin {
      // ``Authorisation`` looks at the origin itself; these may have been added by hand.
      for name in ["Authorization", "Cookie", "Proxy-Authorization"] { request.headers[name] = nil }
    }
    return request
  }

  private var isAllowed: Bool {
    switch original.method {
    case "GET", "HEAD", "OPTIONS": true
    case "PROPFIND": status != 303
    case "MOVE", "COPY": false
    default: status == 307 || status == 308
    }
  }

  /// Why it is not followed.
  func failure(_ reason: String, cause: UploadFailure.Cause = .protocol) -> UploadFailure {
    let host = original.url.origin.name
    // The query goes as a whole: a server may repeat in it what it was told.
    let place =
      location.map { location in location.prefix { $0 != "?" && $0 != "#" } }
      .map { ": \(ServerWords.harmless(SecretValues.hidden(in: String($0)), limit: 200))" } ?? ""
    return UploadFailure(cause, "\(host) redirects (\(status)), and \(reason)\(place).", status: status)
  }
}
