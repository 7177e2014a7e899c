import Foundation

/// An answer that says no, read in S3's terms: its code says more than the status.
struct S3Refusal: Sendable {
  /// S3's word for it, such as `NoSuchBucket`; empty for an answer without a body, as to `HEAD`.
  let code: String
  private let error: XMLElement?
  private let response: HTTPResponse
  private let address: S3Address
  private let now: Date

  init(_ response: HTTPResponse, address: S3Address, now: Date) {
    let document = XMLElement(parsing: response.body)
    error = document?.name == "Error" ? document : nil
    code = error?.value("Code") ?? ""
    self.response = response
    self.address = address
    self.now = now
  }

  /// What it means for an upload.
  var failure: UploadFailure {
    var failure = response.failure
    if let error {
      failure.serverText = ServerWords.harmless("\(code): \(error.value("Message") ?? "")", limit: 200)
    }
    if let region = otherRegion {
      return failure.with(
        .protocol, .never, "The bucket \(bucket) is in the region \(region); add region=\(region) to the destination.")
    }
    guard let meaning else { return failure }
    return failure.with(meaning.cause, meaning.again ? again(failure) : .never, meaning.sentence)
  }

  private var bucket: String { address.location.bucket }
  private var server: String { address.server }

  /// The region that the bucket is in, where the answer says so and it is not the one signed for.
  private var otherRegion: String? {
    let named = error?.value("Region") ?? response.headers["x-amz-bucket-region"]
    let isAboutRegion =
      ["PermanentRedirect", "TemporaryRedirect", "AuthorizationHeaderMalformed", "IllegalLocationConstraintException"]
      .contains(code) || [301, 307, 400].contains(response.status) && code.isEmpty
    guard isAboutRegion, let region = named.map({ ServerWords.harmless($0, limit: 40) }), !region.isEmpty,
      region != address.location.region
    else { return nil }
    return region
  }

  /// The pause that the server asks for, or the usual one.
  private func again(_ failure: UploadFailure) -> UploadFailure.Retry {
    failure.retry == .never ? .later : failure.retry
  }

  private struct Meaning {
    var cause: UploadFailure.Cause
    var again = false
    var sentence: String

    init(_ cause: UploadFailure.Cause, again: Bool = false, _ sentence: String) {
      self.cause = cause
      self.again = again
      self.sentence = sentence
    }
  }

  /// The error codes that a person or the queue can do something about (S3 API reference, "Error responses").
  private var meaning: Meaning? {
    switch code {
    case "NoSuchBucket":
      Meaning(.protocol, "There is no bucket \(bucket) on \(server); check its name, or have it made.")
    case "AccessDenied", "AllAccessDisabled", "AccountProblem":
      Meaning(.forbidden, "These keys may not do this in the bucket \(bucket); ask whoever runs it for the right.")
    case "InvalidAccessKeyId", "NotSignedUp":
      Meaning(.unauthorised, "\(server) does not know this access key; check AWS_ACCESS_KEY_ID.")
    case "SignatureDoesNotMatch":
      Meaning(.unauthorised, "\(server) does not accept the signature; check AWS_SECRET_ACCESS_KEY.")
    case "ExpiredToken", "InvalidToken", "TokenRefreshRequired":
      Meaning(.unauthorised, "The keys for \(server) have expired; get new ones, with a new AWS_SESSION_TOKEN.")
    case "RequestTimeTooSkewed", "RequestExpired": Meaning(.forbidden, skewed)
    case "NoSuchUpload":
      Meaning(.checkpointGone, again: true, "\(server) has forgotten the unfinished upload; it starts over.")
    case "InvalidPart", "InvalidPartOrder", "EntityTooSmall":
      Meaning(.checkpointGone, again: true, "\(server) has lost parts of the upload; it starts over.")
    case "PreconditionFailed":
      Meaning(.duplicate(size: nil), "There is a file of that name in the bucket \(bucket); choose what to do.")
    case "ConditionalRequestConflict", "OperationAborted":
      Meaning(.unavailable, again: true, "Something else is writing the same file in \(bucket); try again in a moment.")
    case "BadDigest", "XAmzContentSHA256Mismatch", "XAmzContentChecksumMismatch", "IncompleteBody":
      Meaning(.corrupted, again: true, "What arrived at \(server) is not what was sent; it is sent again.")
    case "SlowDown", "ServiceUnavailable", "RequestLimitExceeded", "Throttling", "TooManyRequests":
      Meaning(.unavailable, again: true, "\(server) asks for a pause; wait a moment.")
    case "InternalError", "RequestTimeout", "SlowDownRead", "SlowDownWrite":
      Meaning(.unavailable, again: true, "\(server) failed (\(response.status)); try again later.")
    case "EntityTooLarge", "MaxMessageLengthExceeded":
      Meaning(.noSpace, "The file is too large for \(server); choose a smaller one, or another destination.")
    case "QuotaExceeded", "XMinioStorageFull", "XMinioAdminBucketQuotaExceeded", "InsufficientStorage":
      Meaning(.noSpace, "The bucket \(bucket) is full; free some space there, or choose another destination.")
    case "KeyTooLongError", "KeyTooLong":
      Meaning(.protocol, "The name is too long for \(server); choose a shorter one, or a shorter prefix.")
    case "NoSuchKey": Meaning(.protocol, "The file is not in the bucket \(bucket) any more.")
    default: nil
    }
  }

  /// How far this machine's clock is off, as the server's time tells.
  private var skewed: String {
    let server = error?.value("ServerTime").flatMap(SigningDate.date)
    let dated = response.headers["Date"].flatMap(HTTPDate.seconds).map { Date(timeIntervalSince1970: $0) }
    guard let there = server ?? dated else {
      return "This machine's clock is wrong, so that \(self.server) refuses what it signs; set it."
    }
    let minutes = Int((now.timeIntervalSince(there) / 60).rounded())
    let amount = abs(minutes) < 120 ? "\(abs(minutes)) minutes" : "\(abs(minutes) / 60) hours"
    return "This machine's clock is \(amount) \(minutes < 0 ? "slow" : "fast"), so that \(self.server) refuses what it "
      + "signs; set it."
  }
}

extension UploadFailure {
  /// The same answer with another meaning.
  fileprivate func with(_ cause: Cause, _ retry: Retry, _ sentence: String) -> UploadFailure {
    UploadFailure(cause, retry: retry, sentence, status: status, serverText: serverText)
  }
}
