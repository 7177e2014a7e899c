import ShowroomCatalog
import ShowroomFiles

extension UploadScheduler {
  /// Retries an upload that failed, was canceled or interrupted, or is waiting for its next attempt. A file that has
  /// changed is uploaded in its current state.
  /// - Parameter onDuplicate: The new action if the name is taken, or `nil` to keep the current one.
  /// - Returns: Whether the upload is under way, so that an outcome will follow. It is not if it has been completed,
  ///   canceled or removed, perhaps by another program.
  /// - Throws: ``UploadFailure`` if the file cannot be read, if another running program owns the upload, or if the
  ///   database fails.
  @discardableResult
  package func retry(_ id: Upload.ID, onDuplicate: DuplicatePolicy? = nil) async throws(UploadFailure) -> Bool {
    await nameless[id]?.value
    // A canceled attempt may still be ending.
    if row(id)?.state == .canceled, let attempt = live[id]?.task { await attempt.value }
    if live[id]?.isRunning == true { return true }
    guard let known = row(id), known.state != .done, marking[id] == nil else { return false }
    live[id]?.task?.cancel()
    live[id] = nil
    if known.cleanup != nil { try await cancel(id, discard: true) }
    guard let path = row(id)?.transfer.source.path else { return false }
    try await withHeldRow(id) { scheduler throws(UploadFailure) in
      let source = try await UploadSource.read(path)
      // The user may cancel the upload at any of these steps.
      guard scheduler.marking[id] == nil else { return }
      guard let row = try await scheduler.claim(id), scheduler.marking[id] == nil else { return }
      scheduler.highestConfirmed[id] = nil
      scheduler.stalled[id] = nil
      let isSame = source.matches(row.transfer.source)
      let queue = scheduler.queue
      do throws(UploadFailure) {
        if !isSame { try await scheduler.removeDataOfChangedFile(row) }
        guard scheduler.marking[id] == nil else { return }
        try await queue.save(source, onDuplicate: onDuplicate ?? row.transfer.onDuplicate, of: id)
        try await queue.save(isSame ? row.transfer.checkpoint : nil, attempt: 0, of: id)
      } catch {
        // Otherwise the upload would start as it was before.
        let failure = error.namingOldFile(of: row.transfer.checkpoint)
        try? await queue.end(id, as: .failed, failure: failure)
        throw failure
      }
    }
    return self.row(id).map { $0.state == .pending && $0.ownership == .ours } ?? false
  }

  /// Retries all failed uploads, or those of a car. Those whose files cannot be read remain failed.
  package func retryAllFailed(of car: Car.ID? = nil) async throws(UploadFailure) {
    // The user may cancel some of them in the meantime.
    for row in rows where row.isFor(car) && row.state == .failed && self.row(row.id)?.state == .failed {
      do throws(UploadFailure) { try await retry(row.id) } catch {
        if error.cause == .store { throw error }
      }
    }
  }

  /// Resumes all interrupted uploads, or those of a car.
  package func resumeInterrupted(of car: Car.ID?) async throws(UploadFailure) {
    try await resumeInterrupted(
      car.map { car in uploads.filter { $0.car == car && $0.state == .interrupted }.map(\.id) })
  }

  /// Resumes interrupted uploads.
  /// - Parameters:
  ///   - ids: The uploads, or `nil` for all interrupted ones.
  ///   - onDuplicate: The new action if the name is taken, or `nil` to keep the current one.
  /// - Returns: The uploads that this program now owns.
  @discardableResult
  package func resumeInterrupted(
    _ ids: [Upload.ID]? = nil, onDuplicate: DuplicatePolicy? = nil
  ) async throws(UploadFailure) -> [Upload.ID] {
    // If these were claimed before their data was removed, they could be completed before they are returned.
    let busy = Set(nameless.keys.filter { ids?.contains($0) ?? true })
    var claimed = try await queue.claim(ids, excluding: busy, excludingCanceled: true, onDuplicate: onDuplicate)
    try refresh()
    publish()
    if !busy.isEmpty {
      for id in busy { await nameless[id]?.value }
      claimed += try await queue.claim(Array(busy), excludingCanceled: true, onDuplicate: onDuplicate)
      try refresh()
      publish()
    }
    return claimed
  }

  /// Limits the bytes that all uploads together send per second, including those that are running.
  /// - Parameter bytesPerSecond: The limit, or `nil` for none.
  package func limitRate(to bytesPerSecond: Int64?) {
    bandwidth.bytesPerSecond = bytesPerSecond
    publish()
  }

  /// Pauses or resumes the queue. Running uploads stop and continue later, as far as their destinations support that
  /// (see ``Upload/bytesAtRisk``).
  /// - Parameter finishingCurrent: Whether running uploads finish first.
  package func setPaused(_ paused: Bool, finishingCurrent: Bool = false) {
    isPaused = paused
    if !paused {
      startPending()
    } else if !finishingCurrent {
      // A canceled upload that is still ending must not continue later.
      for id in live.keys where live[id]?.isRunning == true && live[id]?.ending == nil { interrupt(id, .pause) }
    }
    publish()
  }

  /// Resolves a failure with the cause ``UploadFailure/Cause/duplicate``.
  package func resolveDuplicate(_ id: Upload.ID, with answer: DuplicateResolution) async throws(UploadFailure) {
    switch answer {
    case .skip: try await remove(id)
    case .replace: try await retry(id, onDuplicate: .replace)
    case .keepBoth: try await retry(id, onDuplicate: .keepBoth)
    }
  }

  /// Stops the scheduler. When the method returns, nothing is running and all streams have ended. Data that a
  /// destination has not removed by then is removed at the next launch.
  /// - Returns: The reason why not all uploads could be discarded, or `nil`.
  @discardableResult
  package func stop(_ mode: StopMode) async -> UploadFailure? {
    isStopping = true
    var failure: UploadFailure?
    let tasks = live.values.compactMap(\.task)
    if mode == .discard {
      let unfinished = rows.filter { $0.state == .pending && $0.ownership == .ours }
      do throws(UploadFailure) { try await cancel(unfinished.map(\.id), cleanup: .remove) } catch { failure = error }
    }
    for id in live.keys where live[id]?.ending == nil { interrupt(id, .pause) }
    for task in tasks { await task.value }
    for cleanup in cleanups.values { _ = await cleanup.value }
    for removal in nameless.values { await removal.value }
    // If this fails, the rows are released when the program ends.
    try? await queue.release()
    end()
    return failure
  }

  /// Prevents a row from starting while a command works on it.
  func withHeldRow(
    _ id: Upload.ID, _ work: (isolated UploadScheduler) async throws(UploadFailure) -> Void
  ) async throws(UploadFailure) {
    guard held.insert(id).inserted else { return }
    let result: Result<Void, UploadFailure>
    do throws(UploadFailure) { result = .success(try await work(self)) } catch { result = .failure(error) }
    held.remove(id)
    for waiter in holdWaiters { waiter.resume() }
    holdWaiters = []
    // Even after a failure, because part of the work may have been done.
    try reload(id)
    startPending()
    publishSoon()
    // A canceled upload need not succeed.
    if marking[id] == nil { try result.get() }
  }

  /// Waits until no command is working on any of the rows.
  func holdsEnded(_ ids: [Upload.ID]) async {
    while ids.contains(where: held.contains) { await withCheckedContinuation { holdWaiters.append($0) } }
  }

  /// Claims a row, and returns it as it is now, because another program may have changed it since it was read. Returns
  /// `nil` if it has been completed or removed.
  func claim(_ id: Upload.ID) async throws(UploadFailure) -> QueueRow? {
    let isClaimed = try await queue.claim([id]) == [id]
    let found: QueueRow?
    do throws(UploadFailure) { found = try queue.row(id) } catch {
      if isClaimed { try? await queue.returnInterrupted(id, withoutData: false) }
      throw error
    }
    guard let row = found else { return nil }
    if isClaimed { return row }
    guard row.state != .done, row.cleanup == nil else { return nil }
    throw .elsewhere(row.transfer.path)
  }
}
