import ShowroomFiles
import ShowroomNetwork

extension UploadScheduler {
  /// Completes an upload whose name is taken at the destination, if the file there is the same
  /// (``DuplicatePolicy/skip``).
  /// - Parameters:
  ///   - size: The size of the file at the destination, or `nil` if unknown.
  ///   - report: Receives ``TransferEvent/hashing(bytes:)``.
  /// - Returns: `nil` if the files cannot be compared.
  /// - Throws: ``UploadFailure/Cause/duplicate(size:)`` if it is a different file.
  func skip(
    _ transfer: Transfer, of row: QueueRow, existingSize size: Int64?, at engine: any UploadEngine,
    report: @escaping TransferReport
  ) async throws(UploadFailure) -> FinishedUpload? {
    if let size, size != transfer.source.size { throw .differentSize(transfer.path, size: size) }
    guard let same = try await sameFile(transfer, of: row, at: engine, report) else { return nil }
    // Another file took the name after data of this upload had been sent.
    if let sent = self.row(row.id), sent.transfer.checkpoint != nil {
      if let leftover = try await removeData(of: sent) { warn(leftover, about: sent) }
      // The file that counts as uploaded must not be among the data just removed.
      try await engine.verify(same)
    }
    return try await finish(row, same, isSkipped: true)
  }

  /// Returns the file with this path at the destination if its size and SHA-256 are those of the source. A file whose
  /// checksum is not recorded is read back and compared.
  /// - Returns: `nil` if the files cannot be compared.
  /// - Throws: ``UploadFailure/Cause/duplicate(size:)`` if it is a different file.
  private func sameFile(
    _ transfer: Transfer, of row: QueueRow, at engine: any UploadEngine, _ report: @escaping TransferReport
  ) async throws(UploadFailure) -> StoredFile? {
    let known = try await knownFile(transfer, at: engine)
    let unlisted = engine.storesByName ? row.unlistedFile(of: transfer) : nil
    guard var found = known ?? unlisted else { return nil }
    guard found.size == transfer.source.size else { throw .differentSize(transfer.path, size: found.size) }
    let sha256 = try await FileThreads(count: 1).sha256(of: transfer.source, report: report)
    if let recorded = found.sha256 {
      guard recorded.lowercased() == sha256 else { throw .differentContents(transfer.path, size: found.size) }
      return found
    }
    found.sha256 = sha256
    do throws(UploadFailure) {
      try await engine.verify(found)
      return found
    } catch {
      if error.cause == .corrupted { throw .differentContents(transfer.path, size: found.size) }
      // A server that does not list its files need not let them be read, either.
      if known == nil, error.isRefusal { return nil }
      throw error
    }
  }

  /// Returns the file with this path at the destination according to the database or the destination's list.
  private func knownFile(
    _ transfer: Transfer, at engine: any UploadEngine
  ) async throws(UploadFailure) -> StoredFile? {
    if let recorded = transfer.recorded(as: transfer.name) { return transfer.located(recorded) }
    let info = try await engine.destinationInfo(for: transfer.car, in: [transfer.folders])
    return info.files?.first { $0.name == transfer.path }
  }
}

extension QueueRow {
  /// Returns the file of a transfer as a WebDAV or PUT server stores it, for a server that cannot list its files.
  /// - Returns: `nil` if the destination is of another kind.
  fileprivate func unlistedFile(of transfer: Transfer) -> StoredFile? {
    switch try? Destination(parsing: destination, home: "/", base: "/") {
    case .web(let base), .webDAV(let base):
      let url = base.inside(["\(transfer.car)"] + transfer.folders + [transfer.name])
      return StoredFile(name: transfer.path, location: url.text, size: transfer.source.size)
    case .folder, .tus, .s3, nil: return nil
    }
  }
}

extension UploadFailure {
  /// The failure if the file at the destination and the file to upload differ in size.
  fileprivate static func differentSize(_ path: String, size: Int64) -> UploadFailure {
    different(path, size: size, "its size differs")
  }

  /// The failure if the file at the destination has the size of the file to upload, but different contents.
  fileprivate static func differentContents(_ path: String, size: Int64) -> UploadFailure {
    different(path, size: size, "its contents differ")
  }

  private static func different(_ path: String, size: Int64, _ difference: String) -> UploadFailure {
    UploadFailure(
      .duplicate(size: size),
      "The destination has a different file named \(path): \(difference); replace the file, or keep both.")
  }
}
