import ShowroomNetwork

/// Checksums that follow the data.
///
/// With them, a part need not be hashed before it is sent, because the request need not sign its SHA-256. Without a
/// signature, only TLS protects the data in transit, so they are not used over plain HTTP. And some stores refuse such
/// checksums, ignore them or compute wrong ones, so ``verifiesChecksums(of:in:)`` tries them with a few bytes before
/// any of the file is sent.
extension S3Connection {
  /// The header fields that create an upload whose parts, and whose object, have checksums.
  static let checksumHeaders: HeaderFields = [
    "x-amz-checksum-algorithm": "CRC64NVME", "x-amz-checksum-type": "FULL_OBJECT",
  ]

  /// Whether parts may be sent with checksums, as far as is known.
  var mayUseChecksums: Bool { address.location.endpoint.scheme == .https && learned.checksums != .unusable }

  /// Returns whether the store compares checksums with what it has stored, which is tried once for all uploads.
  /// - Parameter number: The number of a part that is not in the store. It is stored with other contents and a size
  ///   that it will not have, and replaced later.
  func verifiesChecksums(of upload: MultipartUpload, in number: Int) async throws(UploadFailure) -> Bool {
    if let known = learned.checksums { return known != .unusable }
    let found = try await tryChecksums(of: upload, in: number)
    if let found { learned.noteChecksums(found) }
    return found.map { $0 != .unusable } ?? false
  }

  /// The bytes whose checksum is the check value of the algorithm, in its definition.
  static let checkedBytes = Array("123456789".utf8)

  /// Sends a part with its checksum and then with a wrong one, which the store must refuse or report as another.
  /// - Returns: `nil` if the store did not answer conclusively.
  private func tryChecksums(
    of upload: MultipartUpload, in number: Int
  ) async throws(UploadFailure) -> S3LearnedBehavior.Checksums? {
    let value = CRC64(of: Self.checkedBytes).value
    guard let right = try await attempt(value, of: upload, in: number) else { return nil }
    guard right.isSuccess, right.checksum == ChunkedFraming.text(value) else { return .unusable }
    guard let wrong = try await attempt(value ^ 1, of: upload, in: number) else { return nil }
    if wrong.isSuccess, wrong.checksum != ChunkedFraming.text(value) { return .unusable }
    let md5 = try MessageDigest.of(Self.checkedBytes, .md5).hexadecimal
    let part = MultipartUpload.Part(number: number, etag: right.headers["ETag"] ?? "", size: 0)
    return .verified(namesByMD5: part.isNamed(after: md5))
  }

  /// Returns the response to a part with a checksum, or `nil` if it is not about the checksum.
  private func attempt(
    _ checksum: UInt64, of upload: MultipartUpload, in number: Int
  ) async throws(UploadFailure) -> HTTPResponse? {
    let framing = ChunkedFraming(length: Int64(Self.checkedBytes.count))
    var request = S3Request(part: number, of: upload)
    request.setChecksummedBody(
      .bytes(framing.head(at: 0) + Self.checkedBytes + ChunkedFraming.tail(checksum)), length: framing.length)
    do throws(UploadFailure) {
      let response = try await response(to: request)
      return response.isSuccess || refusesChecksum(response) ? response : nil
    } catch {
      // The checksum may have caused the loss of the connection. The file is then sent without one.
      if error.cause == .canceled { throw error }
      return nil
    }
  }

  /// Whether a response may refuse the checksum, and not the request as such.
  func refusesChecksum(_ response: HTTPResponse) -> Bool {
    switch response.status {
    case 400:
      ![
        "RequestTimeout", "IncompleteBody", "ExpiredToken", "InvalidToken", "TokenRefreshRequired",
        "AuthorizationHeaderMalformed",
      ].contains(errorResponse(in: response).code)
    case 403, 411, 415, 501: true
    default: false
    }
  }
}

extension S3Request {
  /// Creates a request that stores a part.
  init(part number: Int, of upload: MultipartUpload) {
    self.init(
      "PUT", upload.key,
      query: [.init(name: "partNumber", value: "\(number)"), .init(name: "uploadId", value: upload.id)])
  }
}

extension HTTPResponse {
  /// The checksum of a part in the store.
  var checksum: String? { headers[ChunkedFraming.checksumHeader] }
}
