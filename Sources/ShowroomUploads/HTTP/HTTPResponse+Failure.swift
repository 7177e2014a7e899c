import Foundation

extension HTTPResponse {
  /// The failure for a status other than success. Engines override it if a status has a different meaning in their
  /// protocol.
  ///
  /// Statuses 408, 409, 423, 425, 429, and 5xx except 501, 505 and 507, are worth retrying. The others persist until
  /// the user does something.
  var failure: UploadFailure {
    var failure = meaning
    if failure.retry == .later, let pause = retryAfter { failure.retry = .after(seconds: pause) }
    failure.status = status
    failure.serverText = ServerMessage.text(of: body)
    return failure
  }

  /// The failure for a success status that arrived before the whole file was sent.
  var premature: UploadFailure {
    UploadFailure(
      .protocol,
      "\(url.origin.name) reported success before the whole file was sent; check the destination.",
      status: status)
  }

  /// The failure without the requested pause, the status and the server's text.
  private var meaning: UploadFailure {
    let host = url.origin.name
    return switch status {
    case 401 where isAuthorized:
      UploadFailure(
        .unauthorized, "\(host) rejected the user name and password, or the token (401); enter different ones.")
    case 401,
      403 where !isAuthorized && headers["WWW-Authenticate"] != nil:
      UploadFailure(
        .unauthorized, "\(host) requires sign-in (\(status)); enter a user name and password, or a token.")
    // Signing in may help, because many servers respond to anonymous requests with 403 without naming an authentication
    // method.
    case 403 where !isAuthorized:
      UploadFailure(
        .unauthorized, "\(host) does not allow this (403); sign in, or choose another destination.")
    case 403:
      UploadFailure(
        .forbidden, "\(host) does not allow this (403); ask for permission, or choose another destination.")
    case 404, 410:
      UploadFailure(.protocol, "\(host) found nothing at this address (\(status)); check the destination.")
    case 405, 501:
      UploadFailure(.protocol, "\(host) does not support uploads at this address (\(status)); check the destination.")
    case 407: UploadFailure(.unauthorized, "A proxy for \(host) requires sign-in (407); contact its administrator.")
    case 408:
      UploadFailure(
        .unavailable, retry: .later,
        "\(host) timed out waiting for the file (408); the connection may be too slow.")
    case 409:
      UploadFailure(
        .unavailable, retry: .later,
        "\(host) reports a conflict (409): a folder is missing, or another upload is running; check the destination."
      )
    case 412:
      UploadFailure(
        .duplicate(size: nil),
        "\(host) already has a file with that name (412); \(UploadFailure.duplicateAdvice).")
    case 413:
      UploadFailure(.noSpace, "The file is too large for \(host) (413); choose a smaller one, or another destination.")
    case 414: UploadFailure(.protocol, "The name or address is too long for \(host) (414); choose a shorter one.")
    case 423:
      UploadFailure(.unavailable, retry: .later, "\(host) has locked the file (423); wait a moment.")
    case 425, 429:
      UploadFailure(
        .unavailable, retry: .later, "\(host) is receiving too many requests (\(status)); wait a moment.")
    case 451:
      UploadFailure(.forbidden, "\(host) cannot accept this file for legal reasons (451); choose another destination.")
    case 460: UploadFailure(.corrupted, "The data was corrupted in transit to \(host) (460); try again.")
    case 505: UploadFailure(.protocol, "\(host) does not support this request (\(status)); check the destination.")
    case 507:
      UploadFailure(.noSpace, "\(host) has no space left (507); free some space there, or choose another destination.")
    case 511:
      UploadFailure(.unavailable, retry: .later, "The network requires sign-in (511); open a web page to sign in.")
    case 502, 503, 504:
      UploadFailure(
        .unavailable, retry: .later, "\(host) is busy or under maintenance (\(status)); try again later.")
    case 500...599:
      UploadFailure(
        .unavailable, retry: .later, "\(host) returned an error (\(status)); try again later.")
    case 300...399:
      UploadFailure(.protocol, "\(host) redirected the request (\(status)); use the new address as the destination.")
    case 400...499:
      UploadFailure(.protocol, "\(host) rejected the request (\(status)); check the destination.")
    default:
      UploadFailure(.protocol, "\(host) sent an invalid response (\(status)); check the destination.")
    }
  }

  /// The number of seconds to wait according to `Retry-After`, at most a day. A date is compared with the server's own
  /// clock if possible.
  private var retryAfter: Double? {
    guard let text = headers["Retry-After"] else { return nil }
    let seconds: Double
    if let number = headers.number("Retry-After") {
      seconds = Double(number)
    } else if let date = HTTPDate.seconds(text) {
      seconds = date - (headers["Date"].flatMap(HTTPDate.seconds) ?? Date().timeIntervalSince1970)
    } else {
      return nil
    }
    return min(max(seconds, 0), 86_400)
  }
}

/// The parser for dates in header fields (RFC 9110, section 5.6.7).
enum HTTPDate {
  /// Returns the seconds since 1970, or `nil` if the text is not a date. Also accepts the two obsolete formats.
  static func seconds(_ text: String) -> Double? {
    for format in ["EEE, dd MMM yyyy HH:mm:ss zzz", "EEEE, dd-MMM-yy HH:mm:ss zzz", "EEE MMM d HH:mm:ss yyyy"] {
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = TimeZone(secondsFromGMT: 0)
      formatter.dateFormat = format
      if let date = formatter.date(from: text.trimmingWhitespace()) { return date.timeIntervalSince1970 }
    }
    return nil
  }
}
