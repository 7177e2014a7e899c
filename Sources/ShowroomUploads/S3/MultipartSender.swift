/// A sender of the missing parts of a multipart upload.
///
/// The next part is hashed while the current one is sent, so that a fast connection does not wait for the processor. No
/// part is ever in memory as a whole.
struct MultipartSender: Sendable {
  let upload: MultipartUpload
  let transfer: Transfer
  let connection: S3Connection
  let report: TransferReport

  /// All parts of the upload, ready to be combined.
  struct Sent: Sendable {
    let upload: MultipartUpload
    let parts: [MultipartUpload.Part]
    let sha256: String
  }

  /// Sends the missing parts.
  /// - Parameter listed: the parts in the store, or `nil` if this is the first attempt.
  func run(listed: [Int: MultipartUpload.Part]?) async throws(UploadFailure) -> Sent {
    var upload = upload
    let plan = upload.plan
    var parts: [MultipartUpload.Part] = []
    let kept = (listed ?? [:]).filter { number, part in
      (1...plan.count).contains(number) && part.size == Int64(plan.range(of: number).count)
    }
    var confirmed = kept.values.reduce(0) { $0 + $1.size }
    if listed != nil { try await report(.checkpoint(upload.checkpoint(of: transfer, confirmed: confirmed))) }

    var current = try await hasher().digest(
      of: plan.range(of: 1), withMD5: upload.comparesByMD5 != false, report: hashingReport(for: kept[1]))
    for number in 1...plan.count {
      let (digest, hasher) = current
      let (next, part) = (kept[number + 1], kept[number])
      let isStored = part.map { upload.comparesByMD5 == false || $0.isNamed(after: digest.md5) } ?? false
      // Only one of two concurrent activities can be reported in order. While bytes are sent, hashing is not reported.
      async let following = hashNext(number + 1, with: hasher, kept: next, reportsHashing: isStored)
      if let part, isStored {
        parts.append(part)
      } else {
        confirmed -= part?.size ?? 0
        let stored = try await send(number, digest, confirmed: confirmed)
        upload.comparesByMD5 = upload.comparesByMD5 ?? digest.md5.map { _ in stored.isNamed(after: digest.md5) }
        parts.append(stored)
        confirmed += Int64(plan.range(of: number).count)
        try await report(.checkpoint(upload.checkpoint(of: transfer, confirmed: confirmed)))
      }
      current = try await following.get() ?? current
    }
    try await report(.verifying)
    return Sent(upload: upload, parts: parts, sha256: try await current.next.finish())
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
        .protocol, "\(connection.address.server) accepted a part without returning an ETag; check the endpoint.")
    }
    return MultipartUpload.Part(number: number, etag: etag, size: Int64(range.count))
  }

  private typealias Hashed = (digest: PartHasher.Digest, next: PartHasher)

  /// Hashes the next part, if there is one. Returns a result, because a child task loses the type of its error.
  private func hashNext(
    _ number: Int, with hasher: PartHasher, kept: MultipartUpload.Part?, reportsHashing: Bool
  ) async -> Result<Hashed?, UploadFailure> {
    guard number <= upload.plan.count else { return .success(nil) }
    let report = reportsHashing ? hashingReport(for: kept) : nil
    do throws(UploadFailure) {
      return .success(
        try await hasher.digest(
          of: upload.plan.range(of: number), withMD5: kept != nil && upload.comparesByMD5 != false, report: report))
    } catch {
      return .failure(error)
    }
  }

  /// Returns the report for hashing a part. Only the comparison of an existing part is reported.
  private func hashingReport(for kept: MultipartUpload.Part?) -> TransferReport? {
    kept == nil ? nil : report
  }

  private func hasher() async throws(UploadFailure) -> PartHasher {
    try await PartHasher(transfer.source, readers: try connection.transport.resources().readers)
  }
}
