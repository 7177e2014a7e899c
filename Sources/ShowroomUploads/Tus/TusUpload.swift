import Foundation
import ShowroomFiles
import ShowroomNetwork

/// One attempt to upload a file to a tus server, starting at the server's offset.
///
/// Requests are sequential, because the protocol forbids concurrent `PATCH` requests for one upload.
struct TusUpload: Sendable {
  let server: TusServer
  let transfer: Transfer
  let report: TransferReport
  /// The digest of the file, computed while it is sent.
  private let digest: FileDigest

  init(server: TusServer, transfer: Transfer, report: @escaping TransferReport) throws(UploadFailure) {
    (self.server, self.transfer, self.report) = (server, transfer, report)
    digest = try FileDigest()
  }

  private var source: UploadSource { transfer.source }

  func run() async throws(UploadFailure) -> StoredFile {
    let capabilities = try await server.capabilities()
    do throws(UploadFailure) {
      return try await attempt(capabilities)
    } catch {
      // The sign-in page of a network may have intervened between two requests.
      if error.cause == .protocol, (error.status ?? 200) < 300 {
        try await server.checkHonesty(at: server.endpoint.inside("\(transfer.id).absent"))
      }
      throw error
    }
  }

  private func attempt(_ capabilities: TusCapabilities) async throws(UploadFailure) -> StoredFile {
    if let limit = capabilities.maximumSize, source.size > limit {
      throw UploadFailure(
        .noSpace,
        "The file is \(quantity(source.size, "byte")), but \(server.name) accepts at most \(limit); "
          + "choose a smaller file.")
    }
    // The server cannot list files, so the database determines which names are taken.
    let name = try await transfer.nameFreeInRecords(report: report)
    let isSentAtOnce =
      capabilities.createsWithBytes && !capabilities.verifiesSHA1 && !server.learned.refusesBytesAtCreation && isSmall
    let earlier = TusUploadState(transfer.checkpoint).flatMap { $0.endpoint == server.endpoint ? $0 : nil }
    var state: TusUploadState
    var isWhole = false
    if let earlier, earlier.belongs(to: source, at: server.endpoint), earlier.isNamed(name),
      let found = try await resume(earlier)
    {
      state = found
      isWhole = state.confirmed == source.size
    } else {
      state = try await create(name, after: earlier, sendingAll: isSentAtOnce)
      isWhole = isSentAtOnce && state.confirmed == source.size
    }
    // What an earlier attempt has sent is hashed while the rest is sent.
    let resumed = state.confirmed
    async let catchingUp: Void = catchUp(to: resumed)
    var mayStartOver = true
    while state.confirmed < source.size {
      do throws(UploadFailure) {
        try await sendRest(&state, verifying: capabilities.verifiesSHA1)
      } catch {
        // An upload may expire once while it is running. If it happens again, the server does not keep uploads.
        guard error.cause == .checkpointGone, mayStartOver else { throw error }
        mayStartOver = false
        state = try await create(name, after: state, sendingAll: false)
      }
    }
    await catchingUp
    let sha256 = try await server.transport.sha256(of: source, digest: digest, report: report)
    try await report(.verifying)
    let file = StoredFile(name: name, location: state.url.text, size: source.size, sha256: sha256)
    let arrival = isWhole ? .whole(.offset) : try await arrival(of: state)
    let confirmed = try arrival.confirmed(file, at: server.name)
    if transfer.onDuplicate == .replace {
      let state = state
      try await server.transport.completing { () throws(UploadFailure) in
        try await removeReplaced(by: confirmed, at: state)
      }
    }
    return confirmed
  }

  /// Hashes the beginning of the file. A failure is reported when the digest is completed.
  private func catchUp(to offset: Int64) async {
    guard let readers = try? server.transport.resources().readers else { return }
    try? await digest.catchUp(to: offset, of: source, with: readers)
  }

  // MARK: Creating

  /// Resumes an earlier upload. Returns `nil` if it no longer exists.
  private func resume(_ state: TusUploadState) async throws(UploadFailure) -> TusUploadState? {
    var state = state
    switch try await server.progress(of: state.url, size: source.size) {
    case .offset(let offset, let expires):
      state.confirmed = offset
      state.expires = expires ?? state.expires
    case .gone:
      // Some servers move a completed upload away. This one was complete at the last response.
      guard state.confirmed == source.size, source.size > 0 else { return nil }
    }
    try await report(.checkpoint(state.checkpoint))
    return state
  }

  /// Whether the file is small enough to be sent with the request that creates the upload, if the server allows that. A
  /// larger file would have to be sent again after an interruption, because only the response contains the upload's
  /// address.
  private var isSmall: Bool { source.size > 0 && source.size <= 1 << 20 }

  /// Creates an upload to replace an earlier one that cannot be resumed.
  /// - Parameter sendingAll: Whether the request contains the whole file.
  private func create(
    _ name: String, after earlier: TusUploadState?, sendingAll: Bool
  ) async throws(UploadFailure) -> TusUploadState {
    try await checkSource()
    // The file or its name has changed, but not that of the upload. The checkpoint is the only reference to the old
    // upload, so it must be kept until the server has removed that upload.
    if let earlier, !earlier.belongs(to: source, at: server.endpoint) || !earlier.isNamed(name) {
      try await removeEarlier(earlier)
    }
    // The server assigns an address that is known only from its response.
    return try await server.transport.completing { () throws(UploadFailure) in
      let (url, offset, expires) = try await creation(name, sendingAll: sendingAll)
      let state = TusUploadState(
        url: url, endpoint: server.endpoint, name: name, source: source, confirmed: offset, expires: expires)
      do throws(UploadFailure) {
        try await report(.checkpoint(state.checkpoint))
      } catch {
        // Without a checkpoint, the upload could not be found later.
        _ = try? await server.terminate(url)
        throw error
      }
      return state
    }
  }

  private func creation(
    _ name: String, sendingAll: Bool
  ) async throws(UploadFailure) -> (url: WebAddress, offset: Int64, expires: Double?) {
    // A tus server has no folders.
    let name = StoredPath(folders: transfer.folders, name: name).flattened
    do throws(UploadFailure) {
      return try await server.create(name, source, sending: sendingAll ? report : nil, digest: digest)
    } catch {
      // A proxy may limit the size of requests, or the server may not support what it announces.
      guard sendingAll, let status = error.status, [400, 413, 415, 501].contains(status) else { throw error }
      server.learned.refusesBytesAtCreation = true
      return try await server.create(name, source, sending: nil, digest: digest)
    }
  }

  private func removeEarlier(_ state: TusUploadState) async throws(UploadFailure) {
    // An upload that has replaced a file is recorded, and is deleted when this upload has replaced it.
    if transfer.recorded.contains(where: { $0.location == state.url.text }) { return }
    do throws(UploadFailure) {
      if let warning = try await server.discard(state.url) { try await report(.warning(warning)) }
    } catch {
      guard error.isRefusal else { throw error }
      try await report(.warning("Could not remove the part of an earlier attempt. \(error.message)"))
    }
  }

  /// Throws if the file no longer exists, before anything is created on the server.
  private func checkSource() async throws(UploadFailure) {
    let source = source
    _ = try await server.transport.resources().readers.running { () throws(SourceFailure) in try SourceReader(source) }
  }

  // MARK: Finishing

  /// Returns the state of an upload whose bytes have all been sent.
  private func arrival(of state: TusUploadState) async throws(UploadFailure) -> Arrival {
    switch try await server.progress(of: state.url, size: source.size) {
    case .offset(source.size, _): .whole(.offset)
    case .offset(let offset, _): .different(size: offset)
    // Some servers move a completed upload away at once. Its offset equaled the file's length after the last byte.
    case .gone: source.size > 0 ? .whole(.offset) : .missing
    }
  }

  /// Terminates the uploads that the file replaces. A permanent failure is only a warning, because the new file is
  /// already stored.
  private func removeReplaced(by file: StoredFile, at state: TusUploadState) async throws(UploadFailure) {
    for old in transfer.recorded where old.name == file.name && old.location != file.location {
      if state.replaced != old.location {
        // Until the new file is recorded, only the checkpoint shows that it replaces one that is gone.
        var state = state
        state.replaced = old.location
        try await report(.checkpoint(state.checkpoint))
      }
      do throws(UploadFailure) {
        if let response = try await server.terminate(try old.address()) {
          throw server.failure(of: response, attempting: "support deleting uploads")
        }
      } catch {
        guard error.retry == .never else { throw error }
        try await report(.warning("Could not delete the file that \(file.name) replaces. \(error.message)"))
      }
    }
  }

  // MARK: Sending

  /// The maximum number of consecutive requests without progress.
  static let maximumStalledRequests = 6

  /// Sends the rest of the file. Every request without progress counts, regardless of its response, and only progress
  /// resets the count.
  private func sendRest(_ state: inout TusUploadState, verifying: Bool) async throws(UploadFailure) {
    var stalled = 0
    while state.confirmed < source.size {
      let before = state.confirmed
      let obstacle = try await sendPiece(&state, verifying: verifying)
      stalled = state.confirmed > before ? 0 : stalled + 1
      if stalled == Self.maximumStalledRequests { throw obstacle }
    }
  }

  /// Sends one chunk, and requests the offset if the response does not contain it.
  /// - Returns: The failure to throw if further requests make no progress.
  private func sendPiece(_ state: inout TusUploadState, verifying: Bool) async throws(UploadFailure) -> UploadFailure {
    let chunk = TusChunk(
      FileRange(source, from: state.confirmed, length: chunkLength(verifying)), of: state.url,
      isVerified: verifying && !server.learned.refusesChecksums)
    let end = chunk.range.offset + chunk.range.length
    var obstacle = server.contradiction("it accepts bytes, but the offset does not change")
    switch try await chunk.send(to: server, digest: digest, report: report) {
    case .accepted(let offset, let expires):
      state.expires = expires ?? state.expires
      guard let offset else { break }
      guard offset >= state.confirmed, offset <= end else {
        throw server.contradiction(
          "the offset changed from \(state.confirmed) to \(offset) after data up to byte \(end) was sent")
      }
      try await advance(&state, to: offset)
      return obstacle
    case .misplaced: obstacle = server.contradiction("it rejected the offset that it had reported")
    case .mismatched: obstacle = damage
    case .tooLarge(let failure):
      obstacle = failure
      try shrink(after: chunk.range.length, failure)
    case .checksumRefused: server.learned.refusesChecksums = true
    case .forbidden(let failure):
      guard case .offset(let offset, _) = try await server.progress(of: state.url, size: source.size),
        offset > state.confirmed
      else { throw failure }
      try await advance(&state, to: offset)
      return failure
    }
    try await updateOffset(&state)
    return obstacle
  }

  /// Requests the offset during an attempt.
  private func updateOffset(_ state: inout TusUploadState) async throws(UploadFailure) {
    switch try await server.progress(of: state.url, size: source.size) {
    case .gone: throw UploadFailure(.checkpointGone, "\(server.name) no longer has the upload, so it starts over.")
    case .offset(let offset, let expires):
      state.expires = expires ?? state.expires
      guard offset >= state.confirmed else {
        throw server.contradiction("it reported \(quantity(state.confirmed, "byte")), and later only \(offset)")
      }
      if offset > state.confirmed { try await advance(&state, to: offset) }
    }
  }

  private func advance(_ state: inout TusUploadState, to offset: Int64) async throws(UploadFailure) {
    state.confirmed = offset
    try await report(.checkpoint(state.checkpoint))
  }

  private var damage: UploadFailure {
    UploadFailure(
      .corrupted,
      "The data was corrupted in transit to \(server.name) \(Self.maximumStalledRequests) times (460); "
        + "check the network.",
      status: 460)
  }

  // MARK: Chunk sizes

  /// The length of the next chunk, or `nil` for the rest of the file. It is limited if chunks are verified or if large
  /// requests have been rejected.
  private func chunkLength(_ verifying: Bool) -> Int64? {
    let verified: Int64? = verifying && !server.learned.refusesChecksums ? 8 << 20 : nil
    guard let limit = server.learned.largestBody else { return verified }
    return min(limit, verified ?? limit)
  }

  /// Reduces the chunk size. A server checks the total size when an upload is created, so a rejected chunk indicates a
  /// proxy's limit.
  private func shrink(after length: Int64, _ failure: UploadFailure) throws(UploadFailure) {
    let sizes: [Int64] = [64 << 20, 8 << 20, 1 << 20, 256 << 10]
    guard let next = sizes.first(where: { $0 < length }) else { throw failure }
    server.learned.largestBody = next
  }
}
