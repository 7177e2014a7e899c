import ShowroomFiles
import ShowroomNetwork

/// A redirect, and the rules for following it.
///
/// Requests that only read (`GET`, `HEAD`, `OPTIONS`, `PROPFIND`) follow redirects. Requests that change something
/// follow only 307 and 308, because 301, 302 and 303 do not preserve the request (RFC 9110, section 15.4), and a file
/// in the wrong place is worse than a failed upload. `MOVE` and `COPY` never follow redirects, because they contain a
/// second address that would not change. No redirect leads from https to http, and no secret is sent to another server.
struct Redirect {
  private let original: HTTPRequest
  private let status: Int
  private let location: String?

  init(from request: HTTPRequest, status: Int, location: String?) {
    original = request
    self.status = status
    self.location = location
  }

  /// Whether a status is a redirect.
  static func isOne(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

  /// Returns the request to send instead of the original.
  func request() throws(UploadFailure) -> HTTPRequest {
    let source = original.url.origin
    let target: WebAddress
    do throws(WebAddressError) {
      guard let location else { throw .unreadable }
      target = try original.url.resolving(location)
    } catch {
      throw failure("the target is not a web address (\(error))")
    }
    guard source.scheme == .http || target.scheme == .https else {
      throw failure("the target is an insecure http address", cause: .insecure)
    }
    guard isAllowed else {
      throw failure("\(original.method) cannot be redirected; use the target as the destination")
    }
    var request = original
    request.url = target
    if status == 303, request.method != "HEAD" { request.method = "GET" }
    if source != target.origin {
      // ``Authorization`` checks the origin itself, but these fields may have been added explicitly.
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

  /// Returns the failure for a redirect that is not followed.
  func failure(_ reason: String, cause: UploadFailure.Cause = .protocol) -> UploadFailure {
    let host = original.url.origin.name
    // The whole query is removed, because a server may include secrets in it.
    let place =
      location.map { location in location.prefix { $0 != "?" && $0 != "#" } }
      .map { ": \(SecretValues.hidden(in: String($0)).singleLine(limit: 200))" } ?? ""
    return UploadFailure(cause, "\(host) redirected the request (\(status)), but \(reason)\(place).", status: status)
  }
}
