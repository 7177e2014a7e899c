import ShowroomFiles

extension UploadScheduler {
  /// Records a completed upload. Retries if another program has locked the database, because the file is already at the
  /// destination.
  func finish(_ row: QueueRow, _ stored: StoredFile, isSkipped: Bool = false) async throws(UploadFailure)
    -> FinishedUpload
  {
    var failures = 0
    while true {
      do throws(UploadFailure) {
        return try await queue.finish(row, stored: stored, isSkipped: isSkipped)
      } catch {
        failures += 1
        // Retries even after a cancellation, because nothing else refers to the file. The pauses then end immediately.
        guard let pause = policy.pause(after: error, failures: failures) else { throw error }
        await sleep(pause)
      }
    }
  }

  func finishAttempt(_ id: Upload.ID, _ result: Result<FinishedUpload, UploadFailure>) async {
    let ending = live[id]?.ending
    adapt(to: result, of: id)
    switch (result, ending) {
    case (.success(let finished), _):
      if let row = row(id), let meter = live[id]?.meter { lastMeter = (row.destination, meter) }
      // Prevents the upload from running again even if the rows cannot be read now.
      setRow(id) { row in
        row.state = .done
        row.cleanup = nil
      }
      live[id] = nil
      highestConfirmed[id] = nil
      stalled[id] = nil
      for id in finished.forgotten { forget(id) }
      try? reload(id)
      if let row = row(id) {
        outcomeBroadcast.send(
          finished.isSkipped ? .skipped(row.upload, finished.attachment) : .done(row.upload, finished.attachment))
      }
    case (.failure, .pause):
      if let upload = live[id], upload.resumption == .supported { resumable[id] = upload.sent }
      live[id] = nil
    case (.failure, .cancel):
      await storeEnd(of: id) { scheduler throws(UploadFailure) in
        try await scheduler.queue.end(id, as: .canceled)
      }
      warnOfOldFile(id)
    // The cleanup is waiting for the attempt to end.
    case (.failure, .discard): live[id] = nil
    case (.failure, .giveUp):
      await fail(id, stallFailure(of: id))
    case (.failure(let failure), nil):
      await finishAttempt(id, failure)
    }
    // Ended uploads have already released their names. If this fails, the names become free when this program ends.
    if let row = row(id), row.state == .pending, row.transfer.checkpoint?.heldName == nil {
      try? await queue.releaseNames(of: id)
    }
    waitingForNames = []
    startPending()
    lastMeter = nil
    publishSoon()
  }

  /// Removes a completed upload that the queue no longer contains. It still counts in the progress.
  private func forget(_ id: Upload.ID) {
    if let row = row(id), recent.remove(id) != nil {
      forgotten[row.transfer.car, default: ForgottenUploads()].add(row.upload)
    }
    rows[id: id] = nil
  }

  /// Adapts the limit of a destination to the result of an attempt.
  private func adapt(to result: Result<FinishedUpload, UploadFailure>, of id: Upload.ID) {
    guard let destination = row(id)?.destination else { return }
    let running = live.keys.count { live[$0]?.isRunning == true && row($0)?.destination == destination }
    AdaptiveLimit.update(&limits[destination], after: .init(result), running: running, at: now())
  }

  private func finishAttempt(_ id: Upload.ID, _ failure: UploadFailure) async {
    guard let row = row(id), failure != .rowLost else {
      live[id] = nil
      try? refresh()
      return
    }
    let failures = (live[id]?.hasProgressed == true ? 0 : row.attempt) + 1
    if failure.cause == .checkpointGone, row.transfer.checkpoint != nil, failures == 1 {
      await storeEnd(of: id) { scheduler throws(UploadFailure) in try await scheduler.startOver(id) }
      return
    }
    let retried = failure.cause == .checkpointGone ? failure.retriedLater : failure
    let stalled = secondsStalled(id)
    if let pause = policy.pause(after: retried, failures: failures, stalled: stalled) {
      self.stalled[id] = stalled + pause
      await scheduleRetry(id, after: pause, failure, failures: failures)
    } else {
      await fail(id, failure)
    }
  }

  private func fail(_ id: Upload.ID, _ failure: UploadFailure) async {
    stalled[id] = nil
    let failure = await removeUselessData(of: id, after: failure)
    await storeEnd(of: id) { scheduler throws(UploadFailure) in try await scheduler.storeFailure(failure, of: id) }
    // The user may have discarded the upload in the meantime.
    if let row = row(id), row.cleanup == nil { outcomeBroadcast.send(.failed(row.upload, failure)) }
  }

  // MARK: Stalls

  /// Returns the seconds without progress, including all attempts and the pauses between them.
  private func secondsStalled(_ id: Upload.ID) -> Double {
    (stalled[id] ?? 0) + (live[id].map { now() - $0.moved } ?? 0)
  }

  /// Ends attempts that have made no progress for longer than the policy allows.
  func endStalledAttempts() {
    let waiting = connections.waitingFiles
    for (id, upload) in live where upload.isRunning && upload.ending == nil {
      // Waiting for other uploads does not count.
      if let row = row(id), waiting.contains(row.transfer.source.path) { live[id]?.moved = now() }
      guard policy.hasStalled(for: secondsStalled(id)) else { continue }
      live[id]?.ending = .giveUp
      upload.task?.cancel()
    }
  }

  private func stallFailure(of id: Upload.ID) -> UploadFailure {
    let seconds = Int(policy.stallLimit ?? 0)
    let name = row(id)?.transfer.path ?? "The upload"
    return UploadFailure(
      .unavailable, "\(name) made no progress for \(seconds) seconds; check the destination and the network, and retry."
    )
  }

  /// Records the end of an attempt. If that fails, the row stays as it is and the failure is shown.
  private func storeEnd(
    of id: Upload.ID, _ write: (isolated UploadScheduler) async throws(UploadFailure) -> Void
  ) async {
    do throws(UploadFailure) {
      try await write(self)
      // The row is reloaded first, because one that appears to be pending would start again.
      try reload(id)
      live[id] = nil
    } catch {
      if error == .rowLost {
        live[id] = nil
      } else {
        live[id]?.phase = .failed(error.namingOldFile(of: row(id)?.transfer.checkpoint))
      }
      live[id]?.ending = nil
      live[id]?.task = nil
    }
  }

  /// Records the ends that could not be recorded, for example because the disk was full, so that uploads of the same
  /// names do not wait for them forever.
  func storeEnds() async {
    await removeReservations()
    for id in Array(live.keys) {
      guard case .failed(let failure) = live[id]?.phase else { continue }
      await storeEnd(of: id) { scheduler throws(UploadFailure) in try await scheduler.storeFailure(failure, of: id) }
    }
  }

  /// Removes the data of a failed upload if a retry could not use it.
  /// - Returns: The failure, whose message also names an old file that may stay hidden until a retry or a removal.
  private func removeUselessData(of id: Upload.ID, after failure: UploadFailure) async -> UploadFailure {
    let isUseless = await isDataUseless(id, after: failure)
    guard let row = row(id), row.transfer.checkpoint != nil else { return failure }
    if isUseless {
      do throws(UploadFailure) {
        let leftover = try await removeData(of: row)
        try await queue.save(nil, attempt: 0, of: id)
        if let leftover { warn(leftover, about: row) }
        return failure
      } catch {
        // The row keeps the checkpoint, so a retry removes the data.
        if error.isRefusal { warn("Could not remove the part of the failed upload. \(error.message)", about: row) }
      }
    }
    return failure.namingOldFile(of: row.transfer.checkpoint)
  }

  /// Warns that a canceled upload may leave the old file hidden, because no failure that would name it is stored.
  func warnOfOldFile(_ id: Upload.ID) {
    guard let row = row(id), let state = WebDAVUploadState(row.transfer.checkpoint), state.mayHaveRemovedOld else {
      return
    }
    warn(state.oldFileNote, about: row)
  }

  /// Records a failure, or a cancellation if the user has canceled the upload in the meantime.
  private func storeFailure(_ failure: UploadFailure, of id: Upload.ID) async throws(UploadFailure) {
    do throws(UploadFailure) {
      try await queue.end(id, as: .failed, failure: failure)
    } catch {
      guard error == .rowLost else { throw error }
      try await queue.end(id, as: .canceled)
    }
  }

  /// Whether a retry could not use the part that a failed upload left at its destination, because the file has changed
  /// or the destination cannot resume. The data is kept if the user might resolve a duplicate or sign in, so that a
  /// complete hidden file need not be sent again, if the destination cannot be reached to remove it, and if the file is
  /// missing or unreadable, because the user may connect its disk again.
  private func isDataUseless(_ id: Upload.ID, after failure: UploadFailure) async -> Bool {
    switch failure.cause {
    case .source:
      // The complete file may be at its destination and may be the only copy.
      guard let row = row(id), row.confirmed < row.transfer.source.size,
        let found = try? await UploadSource.read(row.transfer.source.path)
      else { return false }
      return !found.matches(row.transfer.source)
    case .duplicate, .unauthorized, .unreachable, .canceled, .store: return false
    default: return live[id]?.resumption == .unsupported
    }
  }

  /// Restarts an upload whose earlier data no longer exists, without a pause. This counts as an attempt, so that the
  /// next restart is delayed.
  private func startOver(_ id: Upload.ID) async throws(UploadFailure) {
    try await queue.save(nil, attempt: 1, of: id)
  }

  private func scheduleRetry(
    _ id: Upload.ID, after pause: Double, _ failure: UploadFailure, failures: Int
  ) async {
    if failure.cause == .checkpointGone {
      setRow(id) { row in
        row.transfer.checkpoint = nil
        row.confirmed = 0
      }
    }
    let checkpoint = row(id)?.transfer.checkpoint
    // Failing to store the number of attempts is no reason to fail the upload.
    try? await queue.save(checkpoint, attempt: failures, of: id)
    setRow(id) { $0.attempt = failures }
    // The user may have entered a command in the meantime.
    if let ending = live[id]?.ending {
      if ending == .pause { live[id] = nil } else { await finishAttempt(id, .failure(.rowLost)) }
      return
    }
    live[id]?.phase = .pausing(failure, failures: failures, until: now() + pause)
    // The next attempt sends all unconfirmed data again.
    if let upload = live[id], upload.resumption != .supported { live[id]?.sent = row(id)?.confirmed ?? 0 }
    live[id]?.task = Task(executorPreference: executor) { [weak self, sleep] in
      await sleep(pause)
      if !Task.isCancelled { await self?.wake(id) }
    }
  }

  private func wake(_ id: Upload.ID) {
    guard case .pausing = live[id]?.phase else { return }
    if let upload = live[id], upload.resumption == .supported { resumable[id] = upload.sent }
    live[id] = nil
    startPending()
    publishSoon()
  }

  /// Removes the data that an earlier attempt sent before the file changed.
  /// - Throws: ``UploadFailure`` if another attempt may succeed. Otherwise the upload continues with a warning, because
  ///   a user without permission to delete could not upload the file again.
  func removeDataOfChangedFile(_ row: QueueRow) async throws(UploadFailure) {
    do throws(UploadFailure) {
      if let leftover = try await removeData(of: row) { warn(leftover, about: row) }
    } catch {
      guard error.isRefusal else { throw error }
      warningBroadcast.send(
        UploadWarning(
          upload: row.upload,
          message: "The part uploaded before the file changed is still at the destination. \(error.message)"))
    }
  }
}
