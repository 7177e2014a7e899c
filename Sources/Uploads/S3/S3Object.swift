/// What a bucket says about an object, and what we say about ours.
struct S3Object: Sendable, Hashable {
  /// In bytes; nil when the store does not say.
  let size: Int64?
  /// The checksum that it was stored with.
  let sha256: String?
  /// The upload that made it, where it is one of ours.
  let mark: String?

  /// Metadata of an object.
  static let hashHeader = "x-amz-meta-sha256", markHeader = "x-amz-meta-upload"

  /// The object that an answer to `HEAD` describes.
  init(_ response: HTTPResponse) {
    size = response.headers.number("Content-Length")
    sha256 = response.headers[Self.hashHeader]
    mark = response.headers[Self.markHeader]
  }

  /// Names an upload of a file as it is now. An object with it is the result of that upload, even if the answer that said
  /// so was lost.
  static func mark(of transfer: Transfer) -> String {
    "\(transfer.id)/\(transfer.source.size)/\(transfer.source.modified)/\(transfer.source.changed ?? 0)"
  }

  /// Whether the transfer is what made it.
  func isResult(of transfer: Transfer) -> Bool {
    size == transfer.source.size && mark == Self.mark(of: transfer)
  }
}

extension S3Connection {
  /// What is there under a key; nil when there is nothing, or the answer does not tell: without the right to list, S3 says
  /// 403 of what does not exist. An answer to `HEAD` has no words; the request that follows gets them.
  func object(_ key: String) async throws(UploadFailure) -> S3Object? {
    let response = try await answer(to: S3Request("HEAD", key))
    switch response.status {
    case 200: return S3Object(response)
    case 400 where response.headers["x-amz-bucket-region"] == nil: return nil
    case 401, 403, 404: return nil
    default: throw failure(of: response)
    }
  }

  /// What became of an upload that the store reports as done: it names the contents by the checksum that they have (`ETag`), or
  /// the object carries the upload's own mark.
  /// - Parameters:
  ///   - etag: the store's name for the contents, from its answer.
  ///   - expected: the name that they would have in a store that does not encrypt; nil where that is not known.
  func arrival(
    of transfer: Transfer, under key: String, etag: String?, expected: String?
  ) async throws(UploadFailure) -> Arrival {
    if let expected, etag?.filter({ $0 != "\"" }).lowercased() == expected { return .whole(.checksum) }
    let response = try await answer(to: S3Request("HEAD", key))
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
}
