import Crypto
import Foundation

/// Signs requests with AWS Signature Version 4. It computes, and knows neither a network nor a clock.
struct RequestSigner: Sendable {
  /// The access key's id, which is no secret.
  let keyID: String
  private let secret: String
  let region: String
  /// `s3`; the published test vectors use others.
  let service: String

  init(keyID: String, secret: String, region: String, service: String = "s3") {
    self.keyID = keyID
    self.secret = secret
    self.region = region
    self.service = service
  }

  /// The value of `Authorization` for a request of that moment, which is also its `x-amz-date`.
  func authorization(for request: CanonicalRequest, at date: SigningDate) -> String {
    let key = signingKey(of: date)
    let signature = HMAC<SHA256>.authenticationCode(for: Data(stringToSign(request, at: date).utf8), using: key)
    return "AWS4-HMAC-SHA256 Credential=\(keyID)/\(scope(of: date)), SignedHeaders=\(request.signedHeaders), "
      + "Signature=\(signature.hexadecimal)"
  }

  func stringToSign(_ request: CanonicalRequest, at date: SigningDate) -> String {
    let hash = SHA256.hash(data: Data(request.text.utf8)).hexadecimal
    return ["AWS4-HMAC-SHA256", date.moment, scope(of: date), hash].joined(separator: "\n")
  }

  /// The key of a day, a region and a service, derived so that it gives away none of the others.
  func signingKey(of date: SigningDate) -> SymmetricKey {
    var key = SymmetricKey(data: Data("AWS4\(secret)".utf8))
    for part in [date.day, region, service, "aws4_request"] {
      key = SymmetricKey(data: Data(HMAC<SHA256>.authenticationCode(for: Data(part.utf8), using: key)))
    }
    return key
  }

  private func scope(of date: SigningDate) -> String {
    "\(date.day)/\(region)/\(service)/aws4_request"
  }
}

extension RequestSigner: CustomStringConvertible, CustomReflectable {
  /// Whom it signs for, without the secret.
  var description: String { "RequestSigner(\(keyID), \(region), \(service))" }

  /// Nothing: `dump` looks into mirrors.
  var customMirror: Mirror { Mirror(self, children: []) }
}
