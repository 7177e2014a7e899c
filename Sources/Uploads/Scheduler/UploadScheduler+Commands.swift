import Catalogue

/// What a person asks for.
extension UploadScheduler {
  /// Stops an upload, at once. It can be retried.
  /// - Parameter discard: whether what has arrived is removed; otherwise a retry goes on from there where the destination
  ///   can.
  /// - Returns: false when what had to be removed may be left at the destination.
  /// - Throws: ``UploadFailure`` when another running program has the upload in hand, or the database fails.
  @discardableResult
  public func cancel(_ id: UploadItem.ID, discard: Bool) async throws(UploadFailure) -> Bool {
    guard let row = row(id), row.state != .done, row.state != .cancelled || discard else { return true }
    if interrupt(id, .cancel(discard: discard)) { return true }
    try await holding(id) { scheduler throws(UploadFailure) in
      try await scheduler.claim(row)
      try await scheduler.cancelled(id, discard: discard)
    }
    return !discard || self.row(id)?.transfer.checkpoint == nil
  }

  /// Stops all uploads that are not done, but for those in the hands of other programs.
  public func cancelAll(discard: Bool) async throws(UploadFailure) {
    for row in rows where row.state == .pending && row.ownership != .others {
      try await cancel(row.id, discard: discard)
    }
  }

  /// Sends again what failed, was cancelled or interrupted, or waits for its next attempt. A file that has changed since it
  /// was chosen is sent as it is now.
  /// - Parameter onDuplicate: what to do from now on when the destination has a file of the name; nil leaves it as it was.
  /// - Throws: ``UploadFailure`` when the file cannot be read, another running program has the upload in hand, or the
  ///   database fails.
  public func retry(_ id: UploadItem.ID, onDuplicate: DuplicatePolicy? = nil) async throws(UploadFailure) {
    guard let row = row(id), row.state != .done, live[id]?.isRunning != true else { return }
    live[id]?.task?.cancel()
    live[id] = nil
    try await holding(id) { scheduler throws(UploadFailure) in
      let path = row.transfer.source.path
      let source = try await scheduler.away { () throws(UploadFailure) in try UploadSource(path: path) }
      try await scheduler.claim(row)
      scheduler.furthest[id] = nil
      let isSame = source.agrees(with: row.transfer.source)
      if !isSame { await scheduler.discard(row) }
      let queue = scheduler.queue
      try await scheduler.away { () throws(UploadFailure) in
        try queue.save(source, onDuplicate: onDuplicate ?? row.transfer.onDuplicate, of: id)
        try queue.save(isSame ? row.transfer.checkpoint : nil, attempt: 0, of: id)
      }
    }
  }

  /// Sends again all that failed. What still cannot be sent stays failed.
  public func retryAllFailed() async throws(UploadFailure) {
    for row in rows where row.state == .failed {
      do throws(UploadFailure) { try await retry(row.id) } catch {
        if error.cause == .store { throw error }
      }
    }
  }

  /// Goes on with what was interrupted by the end of a program.
  /// - Parameters:
  ///   - ids: which of them; nil for all.
  ///   - onDuplicate: what to do from now on when the destination has a file of the name; nil leaves it as it was.
  /// - Returns: those that this program has in hand now.
  @discardableResult
  public func resumeInterrupted(
    _ ids: [UploadItem.ID]? = nil, onDuplicate: DuplicatePolicy? = nil
  ) async throws(UploadFailure) -> [UploadItem.ID] {
    let queue = queue
    let claimed = try await away { () throws(UploadFailure) in try queue.claim(ids, onDuplicate: onDuplicate) }
    try refresh()
    publish()
    return claimed
  }

  /// Pauses, or goes on. What is being sent stops, and goes on later from where it got to where the destination can
  /// (``UploadItem/bytesAtRisk`` says how much it cannot).
  /// - Parameter finishingCurrent: whether files that are being sent are finished first.
  public func setPaused(_ paused: Bool, finishingCurrent: Bool = false) {
    isPaused = paused
    if !paused {
      fill()
    } else if !finishingCurrent {
      for id in live.keys where live[id]?.isRunning == true { interrupt(id, .pause) }
    }
    publish()
  }

  /// Answers ``UploadFailure/Cause/duplicate``.
  public func resolveDuplicate(_ id: UploadItem.ID, with answer: DuplicateAnswer) async throws(UploadFailure) {
    switch answer {
    case .skip: try await remove(id)
    case .replace: try await retry(id, onDuplicate: .replace)
    case .keepBoth: try await retry(id, onDuplicate: .keepBoth)
    }
  }

  /// Forgets an upload, and what it left unfinished at its destination. A file that is there already stays.
  public func remove(_ id: UploadItem.ID) async throws(UploadFailure) {
    guard let row = row(id) else { return }
    if interrupt(id, .remove) { return }
    try await holding(id) { scheduler throws(UploadFailure) in
      if row.state != .done { try await scheduler.claim(row) }
      try await scheduler.forget(id)
    }
  }

  /// Ends everything: when this returns nothing runs, and the streams have ended.
  public func stop(_ mode: StopMode) async {
    isStopping = true
    let tasks = live.values.compactMap(\.task)
    for id in live.keys { interrupt(id, mode == .keep ? .pause : .remove) }
    for task in tasks { await task.value }
    if mode == .discard {
      for row in rows where row.state == .pending && row.ownership == .ours { try? await remove(row.id) }
    }
    let queue = queue
    // Where it fails, the end of the program releases the rows too.
    try? await away { () throws(UploadFailure) in try queue.release() }
    end()
  }

  // MARK: Steps

  /// Cancels a task that sends, which then does the rest. False when there is none.
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

  /// Keeps a row from being begun while a command works on it.
  private func holding(
    _ id: UploadItem.ID, _ work: (isolated UploadScheduler) async throws(UploadFailure) -> Void
  ) async throws(UploadFailure) {
    guard held.insert(id).inserted else { return }
    let result: Result<Void, UploadFailure>
    do throws(UploadFailure) { result = .success(try await work(self)) } catch { result = .failure(error) }
    held.remove(id)
    // Also after a failure: some of it may have been done.
    try refresh()
    publish()
    try result.get()
  }

  private func claim(_ row: QueueRow) async throws(UploadFailure) {
    let queue = queue
    let id = row.id
    let claimed = try await away { () throws(UploadFailure) in try queue.claim([id]) }
    guard claimed.isEmpty else { return }
    throw UploadFailure(
      .cancelled, "Another running showroom has \(row.transfer.name) in hand; do it there, or close that one.")
  }

  /// Notes that a person stopped an upload.
  func cancelled(_ id: UploadItem.ID, discard: Bool) async throws(UploadFailure) {
    let isDiscarded = if discard, let row = row(id) { await self.discard(row) } else { false }
    let queue = queue
    try await away { () throws(UploadFailure) in
      if isDiscarded { try queue.save(nil, attempt: 0, of: id) }
      try queue.end(id, as: .cancelled)
    }
    resumable[id] = nil
  }

  /// Removes the row and what its upload left at the destination.
  func forget(_ id: UploadItem.ID) async throws(UploadFailure) {
    if let row = row(id), row.state != .done { await discard(row) }
    let queue = queue
    try await away { () throws(UploadFailure) in try queue.remove([id]) }
  }
}
