import ShowroomNetwork

/// A request for a bucket or an object before it is signed.
struct S3Request: Sendable {
  var method: String
  /// The key of the object, or `nil` for the bucket.
  var key: String?
  var query: [CanonicalRequest.QueryItem] = []
  /// Additional header fields.
  var headers: HeaderFields = [:]
  var body: HTTPBody = .none
  /// The SHA-256 of the body, which is signed, so that the body is protected even over plain HTTP. For a body with a
  /// checksum at its end, which is sent only over TLS, it is ``checksummedHash``.
  var payloadHash = Self.emptyHash
  /// The maximum number of bytes of the response to keep.
  var responseLimit = 64 << 10

  /// The SHA-256 of an empty body.
  static let emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
  /// The value that takes the place of a SHA-256 if a checksum follows the body.
  static let checksummedHash = "STREAMING-UNSIGNED-PAYLOAD-TRAILER"

  init(_ method: String, _ key: String?, query: [CanonicalRequest.QueryItem] = []) {
    self.method = method
    self.key = key
    self.query = query
  }
}

extension S3Request {
  /// Sets a body in memory, with its checksum.
  mutating func setBody(_ bytes: [UInt8]) throws(UploadFailure) {
    body = .bytes(bytes)
    payloadHash = try MessageDigest.of(bytes, .sha256).hexadecimal
  }

  /// Sets a body in the format ``ChunkedFraming``, with a checksum at its end.
  mutating func setChecksummedBody(_ body: HTTPBody, length: Int64) {
    self.body = body
    payloadHash = Self.checksummedHash
    headers["Content-Encoding"] = "aws-chunked"
    headers["x-amz-decoded-content-length"] = "\(length)"
    headers["x-amz-trailer"] = ChunkedFraming.checksumHeader
  }
}
