/// What a bucket says about an object, and what we say about ours.
struct S3Object: Sendable, Hashable {
  /// In bytes.
  let size: Int64
  /// The checksum that it was stored with.
  let sha256: String?
  /// The upload that made it, where it is one of ours.
  let mark: String?

  /// Metadata of an object.
  static let hashHeader = "x-amz-meta-sha256", markHeader = "x-amz-meta-upload"

  /// The object that an answer to `HEAD` describes.
  init?(_ response: HTTPResponse) {
    guard let size = response.headers.number("Content-Length") else { return nil }
    self.size = size
    sha256 = response.headers[Self.hashHeader]
    mark = response.headers[Self.markHeader]
  }

  /// Names an upload of a file as it is now. An object with it is the result of that upload, even if the answer that said
  /// so was lost.
  static func mark(of transfer: Transfer) -> String {
    "\(transfer.id)/\(transfer.source.size)/\(transfer.source.modified)"
  }

  /// Whether the transfer is what made it.
  func isResult(of transfer: Transfer) -> Bool {
    size == transfer.source.size && mark == Self.mark(of: transfer)
  }
}

extension S3Connection {
  /// What is there under a key; nil when there is nothing, or the keys may not tell: without the right to list, S3 answers
  /// 403 for what does not exist.
  func object(_ key: String) async throws(UploadFailure) -> S3Object? {
    let response = try await answer(to: S3Request("HEAD", key))
    switch response.status {
    case 200: return S3Object(response)
    case 403, 404: return nil
    default: throw failure(of: response)
    }
  }
}
