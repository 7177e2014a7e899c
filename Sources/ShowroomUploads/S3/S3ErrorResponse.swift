import Foundation
import ShowroomFiles

/// An S3 error response, whose code is more specific than its status.
struct S3ErrorResponse: Sendable {
  /// The error code, such as `NoSuchBucket`. Empty for a response without a body, such as one to `HEAD`.
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

  var failure: UploadFailure {
    var failure = response.failure
    if let error {
      failure.serverText = "\(code): \(error.value("Message") ?? "")".singleLine(limit: 200)
    }
    if let region = otherRegion {
      return failure.with(
        .protocol, .never, "The bucket \(bucket) is in the region \(region); add region=\(region) to the destination.")
    }
    guard let meaning else { return failure }
    return failure.with(meaning.cause, meaning.isRetryable ? pause(for: failure) : .never, meaning.message)
  }

  private var bucket: String { address.location.bucket }
  private var server: String { address.server }

  /// The region of the bucket, if the response names one that differs from the destination's.
  private var otherRegion: String? {
    let named = error?.value("Region") ?? response.headers["x-amz-bucket-region"]
    let isAboutRegion =
      ["PermanentRedirect", "TemporaryRedirect", "AuthorizationHeaderMalformed", "IllegalLocationConstraintException"]
      .contains(code) || [301, 307, 400].contains(response.status) && code.isEmpty
    guard isAboutRegion, let region = named.map({ $0.singleLine(limit: 40) }), !region.isEmpty,
      region != address.location.region
    else { return nil }
    return region
  }

  /// The pause that the server requests, or the default one.
  private func pause(for failure: UploadFailure) -> UploadFailure.Retry {
    failure.retry == .never ? .later : failure.retry
  }

  private struct Meaning {
    var cause: UploadFailure.Cause
    var isRetryable = false
    var message: String

    init(_ cause: UploadFailure.Cause, isRetryable: Bool = false, _ message: String) {
      self.cause = cause
      self.isRetryable = isRetryable
      self.message = message
    }
  }

  /// The meaning of error codes that call for a specific action (S3 API reference, "Error responses").
  private var meaning: Meaning? {
    switch code {
    case "NoSuchBucket":
      Meaning(.protocol, "There is no bucket \(bucket) on \(server); check its name, or create it.")
    case "AccessDenied", "AllAccessDisabled", "AccountProblem":
      Meaning(
        .forbidden, "This access key does not have permission for the bucket \(bucket); contact its administrator.")
    case "InvalidAccessKeyId", "NotSignedUp":
      Meaning(.unauthorized, "\(server) does not recognize this access key; check AWS_ACCESS_KEY_ID.")
    case "SignatureDoesNotMatch":
      Meaning(.unauthorized, "\(server) rejected the signature; check AWS_SECRET_ACCESS_KEY.")
    case "ExpiredToken", "InvalidToken", "TokenRefreshRequired":
      Meaning(.unauthorized, "The access key for \(server) has expired; get a new one, with a new AWS_SESSION_TOKEN.")
    case "RequestTimeTooSkewed", "RequestExpired": Meaning(.forbidden, skewed)
    case "NoSuchUpload":
      Meaning(.checkpointGone, isRetryable: true, "\(server) no longer has the unfinished upload, so it starts over.")
    case "InvalidPart", "InvalidPartOrder", "EntityTooSmall":
      Meaning(.checkpointGone, isRetryable: true, "\(server) no longer has all parts of the upload, so it starts over.")
    case "PreconditionFailed":
      Meaning(
        .duplicate(size: nil),
        "A file with that name already exists in the bucket \(bucket); \(UploadFailure.duplicateAdvice).")
    case "ConditionalRequestConflict", "OperationAborted":
      Meaning(
        .unavailable, isRetryable: true, "Another program is writing the same file in \(bucket); try again in a moment."
      )
    case "BadDigest", "XAmzContentSHA256Mismatch", "XAmzContentChecksumMismatch", "IncompleteBody":
      Meaning(.corrupted, isRetryable: true, "The data was corrupted in transit to \(server); it will be sent again.")
    case "SlowDown", "ServiceUnavailable", "RequestLimitExceeded", "Throttling", "TooManyRequests":
      Meaning(.unavailable, isRetryable: true, "\(server) is receiving too many requests; wait a moment.")
    case "InternalError", "RequestTimeout", "SlowDownRead", "SlowDownWrite":
      Meaning(.unavailable, isRetryable: true, "\(server) returned an error (\(response.status)); try again later.")
    case "EntityTooLarge", "MaxMessageLengthExceeded":
      Meaning(.noSpace, "The file is too large for \(server); choose a smaller one, or another destination.")
    case "QuotaExceeded", "XMinioStorageFull", "XMinioAdminBucketQuotaExceeded", "InsufficientStorage":
      Meaning(.noSpace, "The bucket \(bucket) is full; free some space there, or choose another destination.")
    case "KeyTooLongError", "KeyTooLong":
      Meaning(.protocol, "The name is too long for \(server); choose a shorter one, or a shorter prefix.")
    case "NoSuchKey": Meaning(.protocol, "The file is no longer in the bucket \(bucket).")
    default: nil
    }
  }

  /// A message about the difference between this computer's clock and the server's time.
  private var skewed: String {
    let server = error?.value("ServerTime").flatMap(SigningDate.date)
    let dated = response.headers["Date"].flatMap(HTTPDate.seconds).map { Date(timeIntervalSince1970: $0) }
    guard let there = server ?? dated else {
      return "This computer's clock is wrong, so \(self.server) rejects its signatures; set the clock."
    }
    let minutes = Int((now.timeIntervalSince(there) / 60).rounded())
    let amount = abs(minutes) < 120 ? quantity(abs(minutes), "minute") : "\(abs(minutes) / 60) hours"
    return "This computer's clock is \(amount) \(minutes < 0 ? "slow" : "fast"), so \(self.server) rejects its "
      + "signatures; set the clock."
  }
}

extension UploadFailure {
  /// Returns a failure for the same response with a different meaning.
  fileprivate func with(_ cause: Cause, _ retry: Retry, _ message: String) -> UploadFailure {
    UploadFailure(cause, retry: retry, message, status: status, serverText: serverText)
  }
}
