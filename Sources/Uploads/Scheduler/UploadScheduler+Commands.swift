import Catalog

extension UploadScheduler {
  /// Cancels an upload. It can be retried later.
  /// - Parameter discard: whether to remove the uploaded data. Otherwise a retry resumes if the destination supports
  ///   it.
  /// - Returns: `false` if the data could not be removed from the destination.
  /// - Throws: ``UploadFailure`` if another running program owns the upload, or if the database fails.
  @discardableResult
  package func cancel(_ id: UploadItem.ID, discard: Bool) async throws(UploadFailure) -> Bool {
    guard let row = row(id), row.state != .done, row.state != .canceled || discard else { return true }
    if interrupt(id, .cancel(discard: discard)) { return true }
    try await withHeldRow(id) { scheduler throws(UploadFailure) in
      try await scheduler.claim(row)
      try await scheduler.canceled(id, discard: discard)
    }
    return !discard || self.row(id)?.transfer.checkpoint == nil
  }

  /// Cancels all unfinished uploads, except for those of other running programs.
  package func cancelAll(discard: Bool) async throws(UploadFailure) {
    for row in rows where row.state == .pending && row.ownership != .others {
      try await cancel(row.id, discard: discard)
    }
  }

  /// Retries an upload that failed, was canceled or interrupted, or is waiting for its next attempt. A file that has
  /// changed is uploaded in its current state.
  /// - Parameter onDuplicate: the new action if the name is taken, or `nil` to keep the old one.
  /// - Throws: ``UploadFailure`` if the file cannot be read, if another running program owns the upload, or if the
  ///   database fails.
  package func retry(_ id: UploadItem.ID, onDuplicate: DuplicatePolicy? = nil) async throws(UploadFailure) {
    guard let row = row(id), row.state != .done, live[id]?.isRunning != true else { return }
    live[id]?.task?.cancel()
    live[id] = nil
    try await withHeldRow(id) { scheduler throws(UploadFailure) in
      let path = row.transfer.source.path
      let source = try await UploadSource.read(path)
      try await scheduler.claim(row)
      scheduler.highestConfirmed[id] = nil
      scheduler.stalled[id] = nil
      let isSame = source.matches(row.transfer.source)
      if !isSame { await scheduler.discard(row) }
      let queue = scheduler.queue
      try await queue.save(source, onDuplicate: onDuplicate ?? row.transfer.onDuplicate, of: id)
      try await queue.save(isSame ? row.transfer.checkpoint : nil, attempt: 0, of: id)
    }
  }

  /// Retries all failed uploads. Those whose files cannot be read stay failed.
  package func retryAllFailed() async throws(UploadFailure) {
    for row in rows where row.state == .failed {
      do throws(UploadFailure) { try await retry(row.id) } catch {
        if error.cause == .store { throw error }
      }
    }
  }

  /// Resumes interrupted uploads.
  /// - Parameters:
  ///   - ids: the uploads, or `nil` for all interrupted ones.
  ///   - onDuplicate: the new action if the name is taken, or `nil` to keep the old one.
  /// - Returns: the uploads that this program owns now.
  @discardableResult
  package func resumeInterrupted(
    _ ids: [UploadItem.ID]? = nil, onDuplicate: DuplicatePolicy? = nil
  ) async throws(UploadFailure) -> [UploadItem.ID] {
    let claimed = try await queue.claim(ids, onDuplicate: onDuplicate)
    try refresh()
    publish()
    return claimed
  }

  /// Pauses or resumes the queue. Running uploads stop and continue later, as far as their destinations support it (see
  /// ``UploadItem/bytesAtRisk``).
  /// - Parameter finishingCurrent: whether running uploads finish first.
  package func setPaused(_ paused: Bool, finishingCurrent: Bool = false) {
    isPaused = paused
    if !paused {
      startPending()
    } else if !finishingCurrent {
      for id in live.keys where live[id]?.isRunning == true { interrupt(id, .pause) }
    }
    publish()
  }

  /// Resolves ``UploadFailure/Cause/duplicate``.
  package func resolveDuplicate(_ id: UploadItem.ID, with answer: DuplicateResolution) async throws(UploadFailure) {
    switch answer {
    case .skip: try await remove(id)
    case .replace: try await retry(id, onDuplicate: .replace)
    case .keepBoth: try await retry(id, onDuplicate: .keepBoth)
    }
  }

  /// Removes an upload from the queue, with its unfinished data at the destination. A completed file stays.
  package func remove(_ id: UploadItem.ID) async throws(UploadFailure) {
    guard let row = row(id) else { return }
    if interrupt(id, .remove) { return }
    try await withHeldRow(id) { scheduler throws(UploadFailure) in
      if row.state != .done { try await scheduler.claim(row) }
      try await scheduler.forget(id)
    }
  }

  /// Stops the scheduler. Nothing is running and all streams have ended when it returns.
  package func stop(_ mode: StopMode) async {
    isStopping = true
    let tasks = live.values.compactMap(\.task)
    for id in live.keys { interrupt(id, mode == .keep ? .pause : .remove) }
    for task in tasks { await task.value }
    if mode == .discard {
      for row in rows where row.state == .pending && row.ownership == .ours { try? await remove(row.id) }
    }
    // If this fails, the rows are released when the program ends.
    try? await queue.release()
    end()
  }

  /// Cancels the task of an upload. Returns `false` if no attempt is running.
  @discardableResult
  private func interrupt(_ id: UploadItem.ID, _ ending: LiveUpload.Ending) -> Bool {
    guard let upload = live[id] else { return false }
    upload.task?.cancel()
    guard upload.isRunning else {
      if ending != .pause || isStopping { live[id] = nil }
      return false
    }
    live[id]?.ending = ending
    publish()
    return true
  }

  /// Prevents a row from starting while a command works on it.
  private func withHeldRow(
    _ id: UploadItem.ID, _ work: (isolated UploadScheduler) async throws(UploadFailure) -> Void
  ) async throws(UploadFailure) {
    guard held.insert(id).inserted else { return }
    let result: Result<Void, UploadFailure>
    do throws(UploadFailure) { result = .success(try await work(self)) } catch { result = .failure(error) }
    held.remove(id)
    // Even after a failure, because a part of the work may have been done.
    try refresh()
    publish()
    try result.get()
  }

  private func claim(_ row: QueueRow) async throws(UploadFailure) {
    let id = row.id
    let claimed = try await queue.claim([id])
    guard claimed.isEmpty else { return }
    throw UploadFailure(
      .canceled, "Another running instance of Showroom is uploading \(row.transfer.name); use that one, or quit it.")
  }

  /// Stores that the user canceled an upload.
  func canceled(_ id: UploadItem.ID, discard: Bool) async throws(UploadFailure) {
    let isDiscarded = if discard, let row = row(id) { await self.discard(row) } else { false }
    if isDiscarded { try await queue.save(nil, attempt: 0, of: id) }
    try await queue.end(id, as: .canceled)
    resumable[id] = nil
  }

  /// Deletes the row and the unfinished data at the destination.
  func forget(_ id: UploadItem.ID) async throws(UploadFailure) {
    if let row = row(id), row.state != .done { await discard(row) }
    try await queue.remove([id])
  }
}
