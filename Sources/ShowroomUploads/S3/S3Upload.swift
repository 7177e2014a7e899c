import Foundation
import Synchronization

/// One attempt to upload a file to a bucket.
struct S3Upload: Sendable {
  let transfer: Transfer
  let connection: S3Connection
  let report: TransferReport

  func run() async throws(UploadFailure) -> StoredFile {
    let longest = connection.address.folder(of: transfer) + transfer.name
    guard longest.utf8.count <= Self.maximumKeyLength else {
      throw UploadFailure(
        .protocol,
        "The path \(transfer.path.singleLine(limit: 80)) is too long: S3 allows \(Self.maximumKeyLength) bytes, including "
          + "the prefix of the destination. Shorten the names of its folders and upload it again.")
    }
    do throws(UploadFailure) {
      return try await attempt()
    } catch {
      // Each of these failures may be caused by another server that reports success for everything, such as a sign-in
      // page.
      switch error.cause {
      case .corrupted, .duplicate,
        .protocol where error.status.map { $0 < 300 } ?? true:
        try await connection.checkHonesty(for: transfer)
      default: break
      }
      throw error
    }
  }

  private func attempt() async throws(UploadFailure) -> StoredFile {
    guard size <= PartPlan.maximumSize else {
      throw UploadFailure(
        .noSpace, "\(transfer.name) is larger than 5 TiB, the limit of S3; split the file.")
    }
    if let checkpoint = transfer.checkpoint {
      if let upload = MultipartUpload(checkpoint, source: transfer.source, partSizes: connection.partSizes) {
        if let file = try await resume(upload) { return file }
      } else if let key = S3Object.key(in: checkpoint, of: transfer) {
        if let file = try await resumeWhole(key) { return file }
      } else {
        try await removeEarlier(checkpoint)
      }
    }
    return try await start()
  }

  /// Removes the parts of a file that has changed, or an upload whose ID was lost, because they could not be found
  /// later.
  private func removeEarlier(_ checkpoint: Checkpoint) async throws(UploadFailure) {
    do throws(UploadFailure) {
      try await discard(checkpoint)
    } catch {
      guard error.isRefusal else { throw error }
      try await report(.warning("Could not remove parts of an earlier attempt. \(error.message)"))
    }
  }

  private func discard(_ checkpoint: Checkpoint) async throws(UploadFailure) {
    let warning = try await connection.discard(checkpoint, keeping: transfer.recorded)
    if let warning { try await report(.warning(warning)) }
  }

  /// The maximum length of a key in bytes.
  private static let maximumKeyLength = 1024

  private func name(of key: String) -> String { StoredPath.components(of: key).last ?? key }

  private var size: Int64 { transfer.source.size }

  /// Resumes an earlier attempt. Returns `nil` if it must start over under a different name.
  private func resume(_ upload: MultipartUpload) async throws(UploadFailure) -> StoredFile? {
    guard try await transfer.reserve(name(of: upload.key), report: report) else {
      try await discard(upload.checkpoint(of: transfer, confirmed: 0))
      return nil
    }
    if let object = try await connection.object(upload.key) {
      if object.isResult(of: transfer) { return try await complete(object, key: upload.key) }
      switch transfer.onDuplicate {
      case .fail, .skip: throw duplicate(object)
      case .replace: break
      case .keepBoth:
        // Parts belong to one key, which is now taken.
        try await discard(upload.checkpoint(of: transfer, confirmed: 0))
        return nil
      }
    }
    return try await send(upload, listed: try await connection.parts(of: upload))
  }

  /// Completes an earlier attempt that used one request. Returns `nil` if it created nothing.
  private func resumeWhole(_ key: String) async throws(UploadFailure) -> StoredFile? {
    guard let object = try await connection.object(key), object.isResult(of: transfer) else { return nil }
    return try await complete(object, key: key)
  }

  /// Finds a free name and uploads the file from the beginning.
  private func start() async throws(UploadFailure) -> StoredFile {
    var number = 1
    while true {
      let name = number == 1 ? transfer.name : StoredName(received: transfer.name).numbered(number).text
      let key = connection.address.folder(of: transfer) + name
      do throws(UploadFailure) {
        if !isCheckedByStore, let file = try await existing(key) { return file }
        guard try await transfer.reserve(name, report: report) else { throw .duplicate(name, size: nil) }
        return try await send(key)
      } catch {
        guard case .duplicate = error.cause else { throw error }
        do throws(UploadFailure) {
          // The object that the store refused to replace may be the result of an earlier request.
          if error.status != nil, let file = try await existing(key) { return file }
          throw error
        } catch {
          // Another program may take the name between the check and the upload.
          guard case .duplicate = error.cause, transfer.onDuplicate == .keepBoth, number < Transfer.maximumNumber
          else { throw error }
          number += 1
        }
      }
    }
  }

  /// Whether the store itself ensures that no other object is replaced, or the file may replace it, so that the key
  /// need not be checked first. This saves a request for each small file. A large file is still checked, so that it is
  /// not sent in vain.
  private var isCheckedByStore: Bool {
    size <= min(Self.smallSize, connection.partSizes.usual)
      && (transfer.onDuplicate == .replace || connection.learned.honorsConditions)
  }

  private static let smallSize: Int64 = 1 << 20
  /// The maximum size in bytes of a file that is read once, into memory, to be hashed and sent from there.
  private static let loadedSize: Int64 = 4 << 20

  /// Returns the file if an earlier attempt stored it under the key, or `nil` if the key may be used.
  /// - Throws: ``UploadFailure/Cause/duplicate`` if there is another object, unless it is to be replaced.
  private func existing(_ key: String) async throws(UploadFailure) -> StoredFile? {
    guard let object = try await connection.object(key) else { return nil }
    if object.isResult(of: transfer) { return try await complete(object, key: key) }
    if transfer.onDuplicate != .replace { throw duplicate(object) }
    return nil
  }

  private func send(_ key: String) async throws(UploadFailure) -> StoredFile {
    guard size > connection.partSizes.usual else { return try await sendWhole(key) }
    var upload = try await create(key, hasChecksums: connection.mayUseChecksums)
    if upload.hasChecksums, try await !connection.verifiesChecksums(of: upload, in: 1) {
      // The store may refuse parts without checksums, so the upload is created again.
      try await removeEarlier(upload.checkpoint(of: transfer, confirmed: 0))
      upload = try await create(key, hasChecksums: false)
    }
    return try await send(upload, listed: nil)
  }

  private func create(_ key: String, hasChecksums: Bool) async throws(UploadFailure) -> MultipartUpload {
    let earlier = transfer.checkpoint.flatMap(MultipartIntent.init)
    if let intent = try await connection.intent(for: key, after: earlier) {
      try await report(.checkpoint(intent.checkpoint))
    }
    return try await connection.transport.completing { () throws(UploadFailure) in
      let upload = try await connection.createUpload(
        key, plan: PartPlan(size: size, sizes: connection.partSizes), headers: connection.objectHeaders(of: transfer),
        hasChecksums: hasChecksums)
      try await report(.checkpoint(upload.checkpoint(of: transfer, confirmed: 0)))
      return upload
    }
  }

  private func send(
    _ upload: MultipartUpload, listed: [Int: S3Connection.ListedPart]?
  ) async throws(UploadFailure) -> StoredFile {
    let parts = MultipartSender(upload: upload, transfer: transfer, connection: connection, report: report)
    do throws(UploadFailure) {
      let sent = try await parts.run(listed: listed)
      return try await connection.transport.completing { () throws(UploadFailure) in
        let combined = try await connection.complete(
          sent.upload, parts: sent.parts, isConditional: transfer.onDuplicate != .replace)
        let arrival = try await connection.arrival(
          of: transfer, under: upload.key, combined, expected: try sent.upload.name(of: sent.parts))
        let file = try file(upload.key, sha256: sent.sha256, arrival)
        if combined.hasRightChecksum == false, arrival != .whole(.checksum) {
          // The store confirmed every part, but not the object, and its ETag does not show which one is wrong.
          try await connection.verify(file)
        }
        return file
      }
    } catch {
      let isUseless: Bool
      switch error.cause {
      case .checkpointGone: isUseless = true
      case .duplicate: isUseless = transfer.onDuplicate == .keepBoth
      default: throw error
      }
      // The store may have combined the parts after an earlier request had failed.
      if let object = try await connection.object(upload.key), object.isResult(of: transfer) {
        return try await complete(object, key: upload.key)
      }
      // The next attempt starts over or uses a different name, so the parts of this one would stay forever.
      if isUseless { try await removeEarlier(upload.checkpoint(of: transfer, confirmed: 0)) }
      throw error
    }
  }

  /// Uploads a small file with one request.
  private func sendWhole(_ key: String) async throws(UploadFailure) -> StoredFile {
    let hasher = try await PartHasher(transfer.source, readers: try connection.transport.resources().readers)
    let (digest, whole) = try await hasher.digest(
      of: 0..<size, .md5, keepsBytes: size <= Self.loadedSize, report: report)
    let sha256 = try await whole.finish()
    var request = S3Request("PUT", key)
    request.headers = connection.objectHeaders(of: transfer)
    request.headers[S3Object.hashHeader] = sha256
    let range = FileRange(transfer.source)
    request.body = digest.bytes.map { .loaded(range, $0) } ?? .file(range)
    request.payloadHash = sha256
    let put = request
    // If the response is lost, this is the only reference to the object. An object that replaced another is never
    // deleted.
    if transfer.onDuplicate != .replace { try await report(.checkpoint(S3Object.checkpoint(key, of: transfer))) }
    let isSent = Mutex(false)
    // Once all bytes have been sent, the store may create the object even if its response is not awaited.
    return try await connection.transport.completing(unless: { isSent.withLock { !$0 } }) { () throws(UploadFailure) in
      let response = try await connection.performCreating(put, isConditional: transfer.onDuplicate != .replace) {
        (bytes) async throws(UploadFailure) in
        if bytes == size { isSent.withLock { $0 = true } }
        try await report(.sent(bytes: bytes))
        if bytes == size { try await report(.verifying) }
      }
      let arrival = try await connection.arrival(
        of: transfer, under: key, .init(etag: response.headers["ETag"]), expected: digest.md5)
      let file = try file(key, sha256: sha256, arrival)
      if size <= Self.smallSize, transfer.onDuplicate != .replace, connection.learned.noteSmallFile() {
        await testConditions(put)
      }
      return file
    }
  }

  /// Tests whether the store refuses to replace an object, by storing the same object again under a condition. A store
  /// that does not refuse simply stores it again.
  private func testConditions(_ put: S3Request) async {
    var put = put
    put.headers["If-None-Match"] = "*"
    let isHonored: Bool? =
      switch (try? await connection.response(to: put))?.status ?? 0 {
      case 412: true
      case 200...299, 501: false
      default: nil
      }
    connection.learned.noteConditions(isHonored)
  }

  /// Completes an earlier attempt whose response was lost.
  private func complete(_ object: S3Object, key: String) async throws(UploadFailure) -> StoredFile {
    let sha256 = try await connection.transport.sha256(of: transfer.source, report: report)
    guard object.sha256 == nil || object.sha256 == sha256 else { throw duplicate(object) }
    return try file(key, sha256: sha256, .whole(.mark))
  }

  private func file(_ key: String, sha256: String, _ arrival: Arrival) throws(UploadFailure) -> StoredFile {
    return try arrival.confirmed(
      StoredFile(name: name(of: key), location: key, size: size, sha256: sha256), at: connection.address.server)
  }

  private func duplicate(_ object: S3Object) -> UploadFailure {
    UploadFailure(
      .duplicate(size: object.size),
      "\(transfer.name) already exists in the bucket \(connection.address.location.bucket); "
        + "\(UploadFailure.duplicateAdvice).")
  }
}
