import ShowroomFiles

extension UploadScheduler {
  /// Completes an upload whose name is taken at the destination, if the file there is the same
  /// (``DuplicatePolicy/skip``).
  /// - Parameters:
  ///   - size: the size of the file at the destination, or `nil` if unknown.
  ///   - report: receives ``TransferEvent/hashing(bytes:)``.
  /// - Returns: `nil` if it is a different file.
  func skip(
    _ transfer: Transfer, of row: QueueRow, existingSize size: Int64?, at engine: any UploadEngine,
    report: @escaping TransferReport
  ) async throws(UploadFailure) -> FinishedUpload? {
    guard size ?? transfer.source.size == transfer.source.size,
      let same = try await existingFile(transfer, at: engine, report)
    else { return nil }
    // Another file took the name after data of this upload had been sent.
    if let sent = self.row(row.id), sent.transfer.checkpoint != nil {
      if let leftover = try await removeData(of: sent) { warn(leftover, about: sent) }
      // The file that counts as uploaded must not be among the data just removed.
      try await engine.verify(same)
    }
    return try await finish(row, same, isSkipped: true)
  }

  /// Returns the file with this path at the destination if its size and SHA-256 are those of the source, and `nil`
  /// otherwise. A file whose checksum is not recorded is read back and compared.
  private func existingFile(
    _ transfer: Transfer, at engine: any UploadEngine, _ report: @escaping TransferReport
  ) async throws(UploadFailure) -> StoredFile? {
    var found = transfer.recorded.first { $0.name == transfer.name }.map(transfer.located)
    if found == nil {
      let info = try await engine.destinationInfo(for: transfer.car, including: [transfer.folders])
      found = info.files?.first { $0.name == transfer.path }
    }
    guard var found, found.size == transfer.source.size else { return nil }
    let sha256 = try await FileThreads(count: 1).sha256(of: transfer.source, report: report)
    if let known = found.sha256 { return known.lowercased() == sha256 ? found : nil }
    found.sha256 = sha256
    do throws(UploadFailure) {
      try await engine.verify(found)
      return found
    } catch {
      guard error.cause == .corrupted else { throw error }
      return nil
    }
  }
}
