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
  /// - Returns: the SHA-256 of the file.
  func run(listed: [Int: MultipartUpload.Part]?) async throws(UploadFailure) -> String {
    let plan = upload.plan
    var parts: [MultipartUpload.Part] = []
    var kept = (listed ?? [:]).filter { number, part in
      (1...plan.count).contains(number) && part.size == Int64(plan.range(of: number).count)
    }
    var confirmed = kept.values.reduce(0) { $0 + $1.size }
    try await report(.checkpoint(upload.checkpoint(confirmed: confirmed)))

    var current = try await hasher().digest(of: plan.range(of: 1), for: kept[1], report: report)
    for number in 1...plan.count {
      let (digest, hasher) = current
      let next = kept[number + 1]
      async let following = hashed(number + 1, with: hasher, kept: next)
      if let part = kept[number], part.isNamed(after: digest.md5) {
        parts.append(part)
      } else {
        if let part = kept.removeValue(forKey: number) { confirmed -= part.size }
        parts.append(try await send(number, digest, confirmed: confirmed))
        confirmed += Int64(plan.range(of: number).count)
        try await report(.checkpoint(upload.checkpoint(confirmed: confirmed)))
      }
      current = try await following.get() ?? current
    }
    try await report(.verifying)
    let sha256 = try await current.next.finish()
    try await connection.complete(upload, parts: parts, isConditional: transfer.onDuplicate != .replace)
    return sha256
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
    _ number: Int, with hasher: PartHasher, kept: MultipartUpload.Part?
  ) async -> Result<Hashed?, UploadFailure> {
    guard number <= upload.plan.count else { return .success(nil) }
    do throws(UploadFailure) {
      return .success(try await hasher.digest(of: upload.plan.range(of: number), for: kept, report: report))
    } catch {
      return .failure(error)
    }
  }

  private func hasher() async throws(UploadFailure) -> PartHasher {
    let readers = try connection.transport.machinery().readers
    let source = transfer.source
    let file = try await readers.running { () throws(UploadFailure) in try SourceReader(source) }
    return PartHasher(file, readers: readers)
  }
}

extension PartHasher {
  /// A part that the store has is compared with ours, which takes a second checksum; that is worth telling a person.
  fileprivate func digest(
    of range: Range<Int64>, for kept: MultipartUpload.Part?, report: @escaping TransferReport
  ) async throws(UploadFailure) -> (digest: Digest, next: PartHasher) {
    try await digest(of: range, withMD5: kept != nil, report: kept == nil ? nil : report)
  }
}
