/// A sender of the missing parts of a multipart upload, several at a time.
///
/// The file is read and hashed part by part, in order, while earlier parts are being sent. No part is ever entirely in
/// memory.
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

  private typealias PartResult = (number: Int, md5: String?, part: Result<MultipartUpload.Part, UploadFailure>)

  /// The parts that have been sent and those that are being sent.
  private struct State {
    var upload: MultipartUpload
    var parts: [Int: MultipartUpload.Part] = [:]
    /// The number of parts that are being sent.
    var running = 0
    /// The first failure, after which no more parts are started.
    var failure: UploadFailure?
  }

  /// Sends the missing parts. If one fails, those in progress are completed, so that the next attempt need not send
  /// them again, unless no attempt can succeed.
  /// - Parameter listed: the parts in the store, or `nil` if this is the first attempt.
  func run(listed: [Int: MultipartUpload.Part]?) async throws(UploadFailure) -> Sent {
    let kept = (listed ?? [:]).filter { number, part in
      (1...upload.plan.count).contains(number) && part.size == Int64(upload.plan.range(of: number).count)
    }
    let progress = PartProgress(kept.mapValues(\.size))
    if listed != nil { try await report(.checkpoint(upload.checkpoint(of: transfer, confirmed: progress.confirmed))) }
    let hasher = try await PartHasher(transfer.source, readers: try connection.transport.resources().readers)
    let (state, sha256) = await withTaskGroup(of: PartResult.self) { group in
      var state = State(upload: upload)
      var sha256 = ""
      do throws(UploadFailure) {
        sha256 = try await sendAll(kept, hasher, progress, in: &group, &state)
      } catch {
        state.failure = state.failure ?? error
      }
      while state.running > 0 {
        if state.failure?.retry == .never { group.cancelAll() }
        await takeResult(of: &group, progress, &state)
      }
      return (state, sha256)
    }
    if let failure = state.failure { throw failure }
    try await report(.verifying)
    return Sent(
      upload: state.upload, parts: (1...upload.plan.count).compactMap { state.parts[$0] }, sha256: sha256)
  }

  /// Starts sending all parts that are not stored.
  /// - Returns: the SHA-256 of the file.
  private func sendAll(
    _ kept: [Int: MultipartUpload.Part], _ hasher: PartHasher, _ progress: PartProgress,
    in group: inout TaskGroup<PartResult>, _ state: inout State
  ) async throws(UploadFailure) -> String {
    var hasher = hasher
    for number in 1...upload.plan.count {
      let part = kept[number]
      let comparesByMD5 = state.upload.comparesByMD5
      // While bytes are sent, hashing is not reported.
      let (digest, next) = try await hasher.digest(
        of: upload.plan.range(of: number), withMD5: (part != nil || number == 1) && comparesByMD5 != false,
        report: part != nil && state.running == 0 ? report : nil)
      hasher = next
      if let part, comparesByMD5 == false || part.isNamed(after: digest.md5) {
        state.parts[number] = part
        continue
      }
      while state.running > 0, !connection.learned.hasRoom(besideParts: state.running) {
        await takeResult(of: &group, progress, &state)
      }
      if state.failure != nil { return "" }
      state.running += 1
      progress.begin(number)
      connection.learned.beginPart()
      group.addTask { (number, digest.md5, await send(number, digest, progress)) }
    }
    return try await hasher.finish()
  }

  private func takeResult(
    of group: inout TaskGroup<PartResult>, _ progress: PartProgress, _ state: inout State
  ) async {
    guard let (number, md5, result) = await group.next() else { return }
    state.running -= 1
    connection.learned.endPart(result, at: connection.now().timeIntervalSince1970)
    do throws(UploadFailure) {
      let part = try result.get()
      state.upload.comparesByMD5 = state.upload.comparesByMD5 ?? md5.map { part.isNamed(after: $0) }
      state.parts[number] = part
      let confirmed = progress.finish(number, size: part.size)
      try await report(.checkpoint(state.upload.checkpoint(of: transfer, confirmed: confirmed)))
    } catch {
      progress.drop(number)
      state.failure = state.failure ?? error
    }
  }

  private func send(
    _ number: Int, _ digest: PartHasher.Digest, _ progress: PartProgress
  ) async -> Result<MultipartUpload.Part, UploadFailure> {
    let range = upload.plan.range(of: number)
    var request = S3Request(
      "PUT", upload.key,
      query: [.init(name: "partNumber", value: "\(number)"), .init(name: "uploadId", value: upload.id)])
    request.body = .file(FileRange(transfer.source, from: range.lowerBound, length: Int64(range.count)))
    request.payloadHash = digest.sha256
    do throws(UploadFailure) {
      let response = try await connection.perform(request) { (bytes) async throws(UploadFailure) in
        try await progress.advance(number, to: bytes, report)
      }
      guard let etag = response.headers["ETag"] else {
        throw UploadFailure(
          .protocol, "\(connection.address.server) accepted a part without returning an ETag; check the endpoint.")
      }
      return .success(MultipartUpload.Part(number: number, etag: etag, size: Int64(range.count)))
    } catch {
      return .failure(error)
    }
  }
}
