import ShowroomNetwork

/// A signer of requests with AWS Signature Version 4. It uses neither the network nor the clock.
struct RequestSigner: Sendable {
  /// The ID of the access key, which is not secret.
  let keyID: String
  private let secret: String
  let region: String
  /// The service: `s3`, or a different one in the published test vectors.
  let service: String

  init(keyID: String, secret: String, region: String, service: String = "s3") {
    self.keyID = keyID
    self.secret = secret
    self.region = region
    self.service = service
  }

  /// Returns the `Authorization` field for a request. The time must equal its `x-amz-date`.
  func authorization(for request: CanonicalRequest, at date: SigningDate) throws(UploadFailure) -> String {
    let key = try signingKey(of: date)
    let signature = try MessageDigest.authentication(of: stringToSign(request, at: date), key: key)
    return "AWS4-HMAC-SHA256 Credential=\(keyID)/\(scope(of: date)), SignedHeaders=\(request.signedHeaders), "
      + "Signature=\(signature.hexadecimal)"
  }

  func stringToSign(_ request: CanonicalRequest, at date: SigningDate) throws(UploadFailure) -> String {
    let hash = try MessageDigest.of(request.text.utf8, .sha256).hexadecimal
    return ["AWS4-HMAC-SHA256", date.moment, scope(of: date), hash].joined(separator: "\n")
  }

  /// Derives the key for a day, region and service.
  func signingKey(of date: SigningDate) throws(UploadFailure) -> [UInt8] {
    var key = Array("AWS4\(secret)".utf8)
    for part in [date.day, region, service, "aws4_request"] {
      key = try MessageDigest.authentication(of: part, key: key)
    }
    return key
  }

  private func scope(of date: SigningDate) -> String {
    "\(date.day)/\(region)/\(service)/aws4_request"
  }
}

extension RequestSigner: Redacted {
  /// The key's ID, the region and the service, without the secret.
  var description: String { "RequestSigner(\(keyID), \(region), \(service))" }
}
