/// A sender of the missing parts of a multipart upload, several at a time.
///
/// The file is read and hashed part by part, in order, while parts are being sent. If the store verifies checksums, a
/// part is sent first, with its checksum at the end; otherwise it is hashed first, because the request signs its
/// SHA-256. No part is ever entirely in memory.
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

  /// The maximum number of parts that are sent at the same time.
  private static let maximumRunning = 8

  /// Sends the missing parts. If one fails, those in progress are completed, so that the next attempt need not send
  /// them again, unless no attempt can succeed.
  /// - Parameter listed: The parts in the store, or `nil` if this is the first attempt.
  func run(listed: [Int: S3Connection.ListedPart]?) async throws(UploadFailure) -> Sent {
    let kept = (listed ?? [:]).filter { number, listed in
      (1...upload.plan.count).contains(number) && listed.part.size == Int64(upload.plan.range(of: number).count)
    }
    let progress = PartProgress(kept.mapValues(\.part.size))
    if listed != nil { try await report(.checkpoint(upload.checkpoint(of: transfer, confirmed: progress.confirmed))) }
    var state = State(upload: upload)
    // This was tried when the upload was created, unless another program did that.
    if upload.hasChecksums, let number = numberForTrial(without: kept),
      try await connection.verifiesChecksums(of: upload, in: number),
      case .verified(let namesByMD5) = connection.learned.checksums
    {
      state.upload.comparesByMD5 = namesByMD5
    }
    let hasher = try await PartHasher(transfer.source, readers: try connection.transport.resources().readers)
    let begun = state
    let (ended, sha256) = await withTaskGroup(of: PartResult.self) { group in
      var state = begun
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
    if let failure = ended.failure { throw failure }
    try await report(.verifying)
    return Sent(
      upload: ended.upload, parts: (1...upload.plan.count).compactMap { ended.parts[$0] }, sha256: sha256)
  }

  /// Starts sending all parts that are not stored.
  /// - Returns: The SHA-256 of the file.
  private func sendAll(
    _ kept: [Int: S3Connection.ListedPart], _ hasher: PartHasher, _ progress: PartProgress,
    in group: inout TaskGroup<PartResult>, _ state: inout State
  ) async throws(UploadFailure) -> String {
    var hasher = hasher
    for number in 1...upload.plan.count {
      let range = upload.plan.range(of: number)
      let isSigned = !sendsChecksums
      var digest: PartHasher.Digest?
      if isSigned || kept[number] != nil {
        // While bytes are sent, hashing is not reported.
        let (found, next) = try await hasher.digest(
          of: range, kinds(number, kept[number], state.upload, isSigned: isSigned),
          report: kept[number] != nil && state.running == 0 ? report : nil)
        (digest, hasher) = (found, next)
        if let part = kept[number]?.part(ifSameAs: found, comparesByMD5: state.upload.comparesByMD5) {
          state.parts[number] = part
          continue
        }
      }
      // While the server accepts no further requests, at most one part of an upload waits, because a waiting part is
      // sent even after another one has failed.
      while state.running >= Self.maximumRunning || state.running > 0 && connection.isFull {
        await takeResult(of: &group, progress, &state)
      }
      if state.failure != nil { return "" }
      state.running += 1
      progress.begin(number)
      let (md5, signed) = (digest?.md5, isSigned ? digest?.sha256 : nil)
      group.addTask { (number, md5, await send(number, signing: signed, progress)) }
      if digest == nil { hasher = try await hasher.digest(of: range, []).next }
    }
    return try await hasher.finish()
  }

  /// Returns the number of a missing part that cannot be mistaken for the bytes of a trial.
  private func numberForTrial(without kept: [Int: S3Connection.ListedPart]) -> Int? {
    (1...upload.plan.count).first { number in
      kept[number] == nil && upload.plan.range(of: number).count != S3Connection.checkedBytes.count
    }
  }

  /// Whether parts are sent with checksums at their ends instead of signed SHA-256 hashes.
  private var sendsChecksums: Bool {
    if upload.hasChecksums, case .verified = connection.learned.checksums { true } else { false }
  }

  /// Returns the checksums that are needed before a part is sent, or to compare it with the one in the store.
  private func kinds(
    _ number: Int, _ listed: S3Connection.ListedPart?, _ upload: MultipartUpload, isSigned: Bool
  ) -> PartHasher.Kinds {
    var kinds: PartHasher.Kinds = isSigned ? .sha256 : []
    if listed?.checksum != nil {
      kinds.insert(.crc64)
    } else if listed != nil || number == 1, upload.comparesByMD5 != false {
      kinds.insert(.md5)
    }
    return kinds
  }

  private func takeResult(
    of group: inout TaskGroup<PartResult>, _ progress: PartProgress, _ state: inout State
  ) async {
    guard let (number, md5, result) = await group.next() else { return }
    state.running -= 1
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

  // MARK: One part

  /// Sends a part.
  /// - Parameter sha256: The SHA-256 to sign. If `nil`, the part is sent with its checksum, and again with a signature
  ///   if the store does not confirm the checksum.
  private func send(
    _ number: Int, signing sha256: String?, _ progress: PartProgress
  ) async -> Result<MultipartUpload.Part, UploadFailure> {
    do throws(UploadFailure) {
      if let sha256 { return .success(try await sendSigned(number, sha256, progress)) }
      if let part = try await sendChecksummed(number, progress) { return .success(part) }
      let hasher = try await PartHasher(transfer.source, readers: try connection.transport.resources().readers)
      let digest = try await hasher.digest(of: upload.plan.range(of: number), .sha256).digest
      return .success(try await sendSigned(number, digest.sha256 ?? "", progress))
    } catch {
      return .failure(error)
    }
  }

  private func sendSigned(
    _ number: Int, _ sha256: String, _ progress: PartProgress
  ) async throws(UploadFailure) -> MultipartUpload.Part {
    var request = S3Request(part: number, of: upload)
    request.body = .file(range(of: number))
    request.payloadHash = sha256
    let response = try await connection.response(to: request) { (bytes) async throws(UploadFailure) in
      try await progress.advance(number, to: bytes, report)
    }
    if upload.hasChecksums, connection.refusesChecksum(response), response.status != 403 {
      // The store requires the checksum of every part, although it could not confirm one. The next upload has none.
      throw UploadFailure(
        .checkpointGone, retry: .later,
        "\(connection.address.server) does not accept parts without checksums, so the upload starts over.",
        status: response.status, serverText: connection.failure(of: response).serverText)
    }
    guard response.isSuccess else { throw connection.failure(of: response) }
    return try part(number, response)
  }

  /// Sends a part with its checksum at the end. Returns `nil` if the store refuses the checksum, or returns none or a
  /// different one. No more checksums are then sent to it.
  private func sendChecksummed(
    _ number: Int, _ progress: PartProgress
  ) async throws(UploadFailure) -> MultipartUpload.Part? {
    let (range, checksum) = (range(of: number), BodyChecksum())
    let framing = ChunkedFraming(length: range.length)
    var request = S3Request(part: number, of: upload)
    request.setChecksummedBody(.checksummed(range, checksum), length: range.length)
    let response: HTTPResponse
    do throws(UploadFailure) {
      response = try await connection.response(to: request) { (bytes) async throws(UploadFailure) in
        try await progress.advance(number, to: framing.decoded(bytes), report)
      }
    } catch {
      // The checksum is computed when the last bytes of the part are read.
      if error.cause == .unavailable, error.status == nil, checksum.value != nil {
        connection.learned.noteLostChecksum()
      }
      throw error
    }
    if response.isSuccess, let value = checksum.value, response.checksum == ChunkedFraming.text(value.value) {
      var part = try part(number, response)
      part.checksum = value
      return part
    }
    guard response.isSuccess || connection.refusesChecksum(response) else { throw connection.failure(of: response) }
    connection.learned.noteChecksums(.unusable)
    return nil
  }

  private func range(of number: Int) -> FileRange {
    let range = upload.plan.range(of: number)
    return FileRange(transfer.source, from: range.lowerBound, length: Int64(range.count))
  }

  private func part(_ number: Int, _ response: HTTPResponse) throws(UploadFailure) -> MultipartUpload.Part {
    guard let etag = response.headers["ETag"] else {
      throw UploadFailure(
        .protocol, "\(connection.address.server) accepted a part without returning an ETag; check the endpoint.")
    }
    return MultipartUpload.Part(number: number, etag: etag, size: Int64(upload.plan.range(of: number).count))
  }
}
