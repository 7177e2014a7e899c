import Crypto

/// A request about a bucket or an object, before it is signed.
struct S3Request: Sendable {
  var method: String
  /// The object; nil for the bucket.
  var key: String?
  var query: [CanonicalRequest.QueryItem] = []
  /// What is said besides `Host`, the date, the checksum and the signature.
  var headers: HeaderFields = [:]
  var body: HTTPBody = .none
  /// The body's SHA-256. It is always signed: what arrives is what was read from the disk, also over plain http.
  var payloadHash = Self.emptyHash
  /// How much of the answer is kept, in bytes.
  var answerLimit = 64 << 10

  /// The SHA-256 of nothing.
  static let emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  init(_ method: String, _ key: String?, query: [CanonicalRequest.QueryItem] = []) {
    self.method = method
    self.key = key
    self.query = query
  }
}

extension S3Request {
  /// A body that is in memory, with its checksum.
  mutating func setBody(_ bytes: [UInt8]) {
    body = .bytes(bytes)
    payloadHash = SHA256.hash(data: bytes).hexadecimal
  }
}
