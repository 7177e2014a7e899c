import Foundation

extension HTTPResponse {
  /// The failure for a status other than success. Engines override it if a status has a different meaning in their
  /// protocol.
  ///
  /// Statuses 408, 409, 423, 425, 429, and 5xx except 501, 505 and 507, are worth retrying. The others persist until the
  /// user does something.
  var failure: UploadFailure {
    let verdict = verdict
    return UploadFailure(
      verdict.cause, retry: retry(verdict.isRetryable), verdict.message, status: status,
      serverText: ServerMessage.text(of: body))
  }

  /// The failure for a success status that arrived before the whole file was sent.
  var premature: UploadFailure {
    UploadFailure(
      .protocol,
      "\(url.origin.name) reported success before the whole file was sent; check the destination.",
      status: status)
  }

  private struct Verdict {
    var cause: UploadFailure.Cause
    var message: String
    var isRetryable = false

    init(_ cause: UploadFailure.Cause, isRetryable: Bool = false, _ message: String) {
      self.cause = cause
      self.isRetryable = isRetryable
      self.message = message
    }
  }

  private var verdict: Verdict {
    let host = url.origin.name
    switch status {
    case 401 where isAuthorized:
      return Verdict(
        .unauthorized, "\(host) rejected the user name and password, or the token (401); enter different ones.")
    case 401,
      403 where !isAuthorized && headers["WWW-Authenticate"] != nil:
      return Verdict(
        .unauthorized, "\(host) requires sign-in (\(status)); enter a user name and password, or a token.")
    // Signing in may help, because many servers respond to anonymous requests with 403 without naming an authentication
    // method.
    case 403 where !isAuthorized:
      return Verdict(
        .unauthorized, "\(host) does not allow this (403); sign in, or choose another destination.")
    case 403:
      return Verdict(
        .forbidden, "\(host) does not allow this (403); ask for permission, or choose another destination.")
    case 404, 410:
      return Verdict(.protocol, "\(host) found nothing at this address (\(status)); check the destination.")
    case 405, 501:
      return Verdict(.protocol, "\(host) does not support uploads at this address (\(status)); check the destination.")
    case 407: return Verdict(.unauthorized, "A proxy for \(host) requires sign-in (407); contact its administrator.")
    case 408:
      return Verdict(
        .unavailable, isRetryable: true,
        "\(host) timed out waiting for the file (408); the connection may be too slow.")
    case 409:
      return Verdict(
        .unavailable, isRetryable: true,
        "\(host) reports a conflict (409): a folder is missing, or another upload is running; check the destination."
      )
    case 412:
      return Verdict(
        .duplicate(size: nil),
        "\(host) already has a file with that name (412); \(UploadFailure.duplicateAdvice).")
    case 413:
      return Verdict(.noSpace, "The file is too large for \(host) (413); choose a smaller one, or another destination.")
    case 414: return Verdict(.protocol, "The name or address is too long for \(host) (414); choose a shorter one.")
    case 423:
      return Verdict(.unavailable, isRetryable: true, "\(host) has locked the file (423); wait a moment.")
    case 425, 429:
      return Verdict(
        .unavailable, isRetryable: true, "\(host) is receiving too many requests (\(status)); wait a moment.")
    case 451:
      return Verdict(.forbidden, "\(host) cannot accept this file for legal reasons (451); choose another destination.")
    case 460: return Verdict(.corrupted, "The data was corrupted in transit to \(host) (460); try again.")
    case 505: return Verdict(.protocol, "\(host) does not support this request (\(status)); check the destination.")
    case 507:
      return Verdict(.noSpace, "\(host) has no space left (507); free some space there, or choose another destination.")
    case 511:
      return Verdict(.unavailable, isRetryable: true, "The network requires sign-in (511); open a web page to sign in.")
    case 502, 503, 504:
      return Verdict(
        .unavailable, isRetryable: true, "\(host) is busy or under maintenance (\(status)); try again later.")
    case 500...599:
      return Verdict(
        .unavailable, isRetryable: true, "\(host) returned an error (\(status)); try again later.")
    case 300...399:
      return Verdict(.protocol, "\(host) redirected the request (\(status)); use the new address as the destination.")
    case 400...499:
      return Verdict(.protocol, "\(host) rejected the request (\(status)); check the destination.")
    default:
      return Verdict(.protocol, "\(host) sent an invalid response (\(status)); check the destination.")
    }
  }

  private func retry(_ isRetryable: Bool) -> UploadFailure.Retry {
    guard isRetryable else { return .never }
    guard let pause = retryAfter else { return .later }
    return .after(seconds: pause)
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
