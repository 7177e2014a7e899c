import Foundation

extension HTTPResponse {
  /// What a status that is no success means: the one place where statuses become failures. Engines override where their
  /// protocol gives a status another meaning.
  ///
  /// Another attempt is worth making after 408, 409, 423, 429 and most of 5xx; the others stay as they are until a person
  /// does something.
  var failure: UploadFailure {
    let verdict = verdict
    return UploadFailure(
      verdict.cause, retry: retry(verdict.again), verdict.sentence, status: status,
      serverText: ServerWords.text(of: body))
  }

  /// The failure of a server that reported success too early.
  var premature: UploadFailure {
    UploadFailure(
      .protocol,
      "\(url.origin.name) reported the file as stored before it had all of it; check the destination.",
      status: status)
  }

  private struct Verdict {
    var cause: UploadFailure.Cause
    var sentence: String
    var again = false

    init(_ cause: UploadFailure.Cause, again: Bool = false, _ sentence: String) {
      self.cause = cause
      self.again = again
      self.sentence = sentence
    }
  }

  private var verdict: Verdict {
    let host = url.origin.name
    switch status {
    case 401 where isAuthorised:
      return Verdict(.unauthorised, "\(host) does not accept this user and password, or token (401); give others.")
    case 401,
      403 where !isAuthorised:
      return Verdict(
        .unauthorised, "\(host) wants to know who you are (\(status)); give a user and a password, or a token.")
    case 403:
      return Verdict(
        .forbidden, "\(host) does not let you do this (403); ask for the right, or choose another destination.")
    case 404, 410:
      return Verdict(.protocol, "\(host) has nothing at this address (\(status)); check the destination.")
    case 405, 501:
      return Verdict(.protocol, "\(host) takes no such uploads at this address (\(status)); check the destination.")
    case 407: return Verdict(.unauthorised, "A proxy before \(host) wants to know who you are (407); ask who runs it.")
    case 408:
      return Verdict(.unavailable, again: true, "\(host) waited too long for the file (408); the line may be too slow.")
    case 409:
      return Verdict(
        .unavailable, again: true,
        "\(host) says that something is in the way (409): a folder that is missing, or another upload; check the destination."
      )
    case 412: return Verdict(.duplicate(size: nil), "\(host) already has a file of that name (412); choose what to do.")
    case 413:
      return Verdict(.noSpace, "The file is too large for \(host) (413); choose a smaller one, or another destination.")
    case 414: return Verdict(.protocol, "The name or address is too long for \(host) (414); choose a shorter one.")
    case 423:
      return Verdict(.unavailable, again: true, "\(host) has locked the file for somebody else (423); wait a moment.")
    case 425, 429: return Verdict(.unavailable, again: true, "\(host) asks for a pause (\(status)); wait a moment.")
    case 451:
      return Verdict(.forbidden, "\(host) may not take this for legal reasons (451); choose another destination.")
    case 460: return Verdict(.corrupted, "What arrived at \(host) is not what was sent (460); send it again.")
    case 505: return Verdict(.protocol, "\(host) cannot do this (\(status)); check the destination.")
    case 507:
      return Verdict(.noSpace, "\(host) has no space left (507); free some there, or choose another destination.")
    case 511:
      return Verdict(.unavailable, again: true, "The network wants you to log in first (511); open any web page.")
    case 502, 503, 504:
      return Verdict(.unavailable, again: true, "\(host) is busy or being repaired (\(status)); try again later.")
    case 500...599: return Verdict(.unavailable, again: true, "\(host) failed (\(status)); try again later.")
    case 300...399:
      return Verdict(.protocol, "\(host) points elsewhere (\(status)); give that address as the destination.")
    case 400...499:
      return Verdict(.protocol, "\(host) does not accept the request (\(status)); check the destination.")
    default:
      return Verdict(.protocol, "\(host) gave an answer that cannot be right (\(status)); check the destination.")
    }
  }

  private func retry(_ again: Bool) -> UploadFailure.Retry {
    guard again else { return .never }
    guard let pause = retryAfter else { return .later }
    return .after(seconds: pause)
  }

  /// Seconds to wait, from `Retry-After`: a number, or a date, which is read by the server's own clock where it gives it. At
  /// most a day.
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
