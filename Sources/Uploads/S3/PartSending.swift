/// Sends the parts of one upload that the store does not have, and makes them an object.
///
/// While a part is on its way the next is hashed: a fast connection does not wait for the processor, and no part is ever
/// in memory.
struct PartSending: Sendable {
  let upload: MultipartUpload
  let transfer: Transfer
  let connection: S3Connection
  let report: TransferReport

  /// - Parameter listed: what the store has of an earlier attempt; nil when this is the first.
  /// An object that the parts have become, as the store says.
  struct Completed: Sendable {
    let sha256: String
    /// The store's name for the contents, and the one that they should have; nil where it is not known.
    let etag: String?, expectedETag: String?
  }

  func run(listed: [Int: MultipartUpload.Part]?) async throws(UploadFailure) -> Completed {
    var upload = upload
    let plan = upload.plan
    var parts: [MultipartUpload.Part] = []
    let kept = (listed ?? [:]).filter { number, part in
      (1...plan.count).contains(number) && part.size == Int64(plan.range(of: number).count)
    }
    var confirmed = kept.values.reduce(0) { $0 + $1.size }
    try await report(.checkpoint(upload.checkpoint(of: transfer.source, confirmed: confirmed)))

    var current = try await hasher().digest(
      of: plan.range(of: 1), withMD5: upload.comparesByMD5 != false, report: told(kept[1]))
    for number in 1...plan.count {
      let (digest, hasher) = current
      let (next, part) = (kept[number + 1], kept[number])
      let isThere = part.map { upload.comparesByMD5 == false || $0.isNamed(after: digest.md5) } ?? false
      // Two things at once cannot be told in order: while bytes are sent, only those are told.
      async let following = hashed(number + 1, with: hasher, kept: next, isTold: isThere)
      if let part, isThere {
        parts.append(part)
      } else {
        confirmed -= part?.size ?? 0
        let arrived = try await send(number, digest, confirmed: confirmed)
        upload.comparesByMD5 = upload.comparesByMD5 ?? digest.md5.map { _ in arrived.isNamed(after: digest.md5) }
        parts.append(arrived)
        confirmed += Int64(plan.range(of: number).count)
        try await report(.checkpoint(upload.checkpoint(of: transfer.source, confirmed: confirmed)))
      }
      current = try await following.get() ?? current
    }
    try await report(.verifying)
    let sha256 = try await current.next.finish()
    let etag = try await connection.complete(upload, parts: parts, isConditional: transfer.onDuplicate != .replace)
    return Completed(sha256: sha256, etag: etag, expectedETag: upload.name(of: parts))
  }

  private func send(
    _ number: Int, _ digest: PartHasher.Digest, confirmed: Int64
  ) async throws(UploadFailure) -> MultipartUpload.Part {
    let range = upload.plan.range(of: number)
    var request = S3Request(
      "PUT", upload.key,
      query: [.init(name: "partNumber", value: "\(number)"), .init(name: "uploadId", value: upload.id)])
    request.body = .file(FileRange(transfer.source, from: range.lowerBound, length: Int64(range.count)))
    request.payloadHash = digest.sha256
    let report = report
    let response = try await connection.perform(request) { (bytes) async throws(UploadFailure) in
      try await report(.sent(bytes: confirmed + bytes))
    }
    guard let etag = response.headers["ETag"] else {
      throw UploadFailure(
        .protocol, "\(connection.address.server) took a part without naming it (no ETag); check the endpoint.")
    }
    return MultipartUpload.Part(number: number, etag: etag, size: Int64(range.count))
  }

  private typealias Hashed = (digest: PartHasher.Digest, next: PartHasher)

  /// The part after, if there is one. A result, because a child task forgets which errors it throws.
  private func hashed(
    _ number: Int, with hasher: PartHasher, kept: MultipartUpload.Part?, isTold: Bool
  ) async -> Result<Hashed?, UploadFailure> {
    guard number <= upload.plan.count else { return .success(nil) }
    let report = isTold ? told(kept) : nil
    do throws(UploadFailure) {
      return .success(
        try await hasher.digest(
          of: upload.plan.range(of: number), withMD5: kept != nil && upload.comparesByMD5 != false, report: report))
    } catch {
      return .failure(error)
    }
  }

  /// Comparing a part that the store has is worth telling; hashing one that is about to be sent is not.
  private func told(_ kept: MultipartUpload.Part?) -> TransferReport? {
    kept == nil ? nil : report
  }

  private func hasher() async throws(UploadFailure) -> PartHasher {
    try await PartHasher(transfer.source, readers: try connection.transport.machinery().readers)
  }
}
