import ShowroomNetwork

/// The metadata of an object.
struct S3Object: Sendable, Hashable {
  /// The size in bytes, or `nil` if unknown.
  let size: Int64?
  /// The checksum with which it was uploaded.
  let sha256: String?
  /// The mark of the upload that created it, if Showroom did.
  let mark: String?

  static let hashHeader = "x-amz-meta-sha256", markHeader = "x-amz-meta-upload"

  /// Reads the response to a `HEAD` request.
  init(_ response: HTTPResponse) {
    size = response.headers.number("Content-Length")
    sha256 = response.headers[Self.hashHeader]
    mark = response.headers[Self.markHeader]
  }

  /// Returns the mark for an upload of a file in its current state. It identifies the resulting object even if the
  /// response is lost.
  static func mark(of transfer: Transfer) -> String {
    "\(transfer.id)/\(transfer.source.size)/\(transfer.source.modified)/\(transfer.source.changed?.nanoseconds ?? 0)"
  }

  /// Returns the checkpoint of an object that is created with one request.
  static func checkpoint(_ key: String, of transfer: Transfer) -> Checkpoint {
    Checkpoint(values: ["key": key, "mark": mark(of: transfer)])
  }

  /// Returns the key of the object that an earlier attempt with the same file may have created with one request.
  static func key(in checkpoint: Checkpoint, of transfer: Transfer) -> String? {
    checkpoint.values["key"].flatMap { checkpoint == self.checkpoint($0, of: transfer) ? $0 : nil }
  }

  /// Returns the metadata of every object created by a transfer: its mark, and the file's modification time as rclone
  /// stores it.
  static func metadata(of transfer: Transfer) -> HeaderFields {
    [markHeader: mark(of: transfer), "x-amz-meta-mtime": transfer.source.modifiedSeconds]
  }

  /// Whether the object was created by a transfer.
  func isResult(of transfer: Transfer) -> Bool {
    size == transfer.source.size && mark == Self.mark(of: transfer)
  }
}

extension S3Connection {
  /// Returns the headers of the request that creates the object of a transfer.
  func objectHeaders(of transfer: Transfer) -> HeaderFields {
    var headers = address.location.objectHeaders
    for field in S3Object.metadata(of: transfer).fields { headers[field.name] = field.value }
    return headers
  }

  /// Returns the object for a key, or `nil` if it does not exist or may not exist: S3 responds with 403 if the
  /// access key has no permission to list. A `HEAD` response has no error code; the next request reports the error.
  func object(_ key: String) async throws(UploadFailure) -> S3Object? {
    let response = try await response(to: S3Request("HEAD", key))
    switch response.status {
    case 200: return S3Object(response)
    case 400 where response.headers["x-amz-bucket-region"] == nil: return nil
    case 401, 403, 404: return nil
    default: throw failure(of: response)
    }
  }

  /// Checks that the server does not report every object as existing, as the sign-in page of a network might.
  /// - Throws: ``UploadFailure/Cause/unavailable``.
  func checkHonesty(for transfer: Transfer) async throws(UploadFailure) {
    let absent = address.folder(of: transfer.car) + ".\(transfer.id).absent\(Transfer.hiddenSuffix)"
    guard let response = try? await response(to: S3Request("HEAD", absent)), response.isSuccess else { return }
    throw .dishonest(address.server)
  }

  /// Returns the state of an object after the store reported success. The contents are verified by the ETag, by the
  /// checksum or by the mark of the upload.
  /// - Parameters:
  ///   - reported: The ETag and the checksum in the response.
  ///   - expected: The ETag expected from a store that does not encrypt, or `nil` if unknown.
  func arrival(
    of transfer: Transfer, under key: String, _ reported: Combined, expected: String?
  ) async throws(UploadFailure) -> Arrival {
    if let expected, reported.etag?.filter({ $0 != "\"" }).lowercased() == expected { return .whole(.checksum) }
    if reported.hasRightChecksum == true { return .whole(.checksum) }
    let response = try await response(to: S3Request("HEAD", key))
    switch response.status {
    case 200:
      let object = S3Object(response)
      if object.isResult(of: transfer) { return .whole(.mark) }
      guard let size = object.size, size != transfer.source.size else { return .unknown }
      return .different(size: size)
    case 404: return .missing
    case 400, 401, 403: return .unknown
    default: throw failure(of: response)
    }
  }

  /// Reads an object and compares it with the file that was uploaded.
  func verify(_ file: StoredFile) async throws(UploadFailure) {
    let request = try signed(S3Request("GET", file.location))
    try await transport.verify(request, as: file, failure: { failure(of: $0) })
  }
}
