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
    let general = response.failure
    var failure = meaning ?? general
    // The response may request a pause.
    if failure.retry == .later, general.retry != .never { failure.retry = general.retry }
    failure.status = general.status
    failure.serverText =
      error.map { "\(code): \($0.value("Message") ?? "")".singleLine(limit: 200) } ?? general.serverText
    return failure
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

  /// The failure for a bucket in another region, or for an error code that calls for a specific action (S3 API
  /// reference, "Error responses").
  private var meaning: UploadFailure? {
    if let region = otherRegion {
      return UploadFailure(
        .protocol, "The bucket \(bucket) is in the region \(region); add region=\(region) to the destination.")
    }
    return switch code {
    case "NoSuchBucket":
      UploadFailure(.protocol, "There is no bucket \(bucket) on \(server); check its name, or create it.")
    case "AccessDenied", "AllAccessDisabled", "AccountProblem":
      UploadFailure(
        .forbidden, "This access key does not have permission for the bucket \(bucket); contact its administrator.")
    case "InvalidAccessKeyId", "NotSignedUp":
      UploadFailure(.unauthorized, "\(server) does not recognize this access key; check AWS_ACCESS_KEY_ID.")
    case "SignatureDoesNotMatch":
      UploadFailure(.unauthorized, "\(server) rejected the signature; check AWS_SECRET_ACCESS_KEY.")
    case "ExpiredToken", "InvalidToken", "TokenRefreshRequired":
      UploadFailure(
        .unauthorized, "The access key for \(server) has expired; get a new one, with a new AWS_SESSION_TOKEN.")
    case "RequestTimeTooSkewed", "RequestExpired": UploadFailure(.forbidden, skewed)
    case "NoSuchUpload":
      UploadFailure(.checkpointGone, retry: .later, "\(server) no longer has the unfinished upload, so it starts over.")
    case "InvalidPart", "InvalidPartOrder", "EntityTooSmall":
      UploadFailure(
        .checkpointGone, retry: .later, "\(server) no longer has all parts of the upload, so it starts over.")
    case "PreconditionFailed":
      UploadFailure(
        .duplicate(size: nil),
        "A file with that name already exists in the bucket \(bucket); \(UploadFailure.duplicateAdvice).")
    case "ConditionalRequestConflict", "OperationAborted":
      UploadFailure(
        .unavailable, retry: .later, "Another program is writing the same file in \(bucket); try again in a moment."
      )
    case "BadDigest", "XAmzContentSHA256Mismatch", "XAmzContentChecksumMismatch", "IncompleteBody":
      UploadFailure(.corrupted, retry: .later, "The data was corrupted in transit to \(server); it will be sent again.")
    case "SlowDown", "ServiceUnavailable", "RequestLimitExceeded", "Throttling", "TooManyRequests":
      UploadFailure(.unavailable, retry: .later, "\(server) is receiving too many requests; wait a moment.")
    case "InternalError", "RequestTimeout", "SlowDownRead", "SlowDownWrite":
      UploadFailure(.unavailable, retry: .later, "\(server) returned an error (\(response.status)); try again later.")
    case "EntityTooLarge", "MaxMessageLengthExceeded":
      UploadFailure(.noSpace, "The file is too large for \(server); choose a smaller one, or another destination.")
    case "QuotaExceeded", "XMinioStorageFull", "XMinioAdminBucketQuotaExceeded", "InsufficientStorage":
      UploadFailure(.noSpace, "The bucket \(bucket) is full; free some space there, or choose another destination.")
    case "KeyTooLongError", "KeyTooLong":
      UploadFailure(.protocol, "The name is too long for \(server); choose a shorter one, or a shorter prefix.")
    case "NoSuchKey": UploadFailure(.protocol, "The file is no longer in the bucket \(bucket).")
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
