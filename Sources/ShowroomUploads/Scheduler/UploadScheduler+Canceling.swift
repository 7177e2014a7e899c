import ShowroomCatalog
import ShowroomFiles
import Synchronization

extension UploadScheduler {
  /// The time limit in seconds for a destination to confirm that it has removed the data of a discarded upload. It
  /// begins again while data is read in order to recognize it, unless the program is quitting.
  static let cleanupLimit = 20.0

  /// Cancels an upload. It can be retried later.
  /// - Parameter discard: Whether to remove the uploaded data. Otherwise a retry resumes if the destination supports
  ///   it.
  /// - Returns: `false` if data was to be removed but the destination removes it only later, which also causes a
  ///   warning.
  /// - Throws: ``UploadFailure`` if another running program owns the upload, if the database fails, or if the data
  ///   could not be removed. In the last case, the upload stays in the queue as ``Upload/State/discarding(_:)``.
  @discardableResult
  package func cancel(_ id: Upload.ID, discard: Bool) async throws(UploadFailure) -> Bool {
    guard let row = row(id), row.state != .done, row.state != .canceled || discard else { return true }
    if row.ownership == .others { throw .elsewhere(row.transfer.path) }
    return try await cancel([id], cleanup: discard ? .cancel : nil)
  }

  /// Cancels all unfinished uploads, or those of a car, except those of other running programs.
  /// - Throws: ``UploadFailure``, like ``cancel(_:discard:)``. All uploads are canceled even if the data of one could
  ///   not be removed.
  package func cancelUnfinished(of car: Car.ID? = nil, discard: Bool) async throws(UploadFailure) {
    let unfinished = rows.filter { row in
      (row.state == .pending || row.state == .failed) && row.ownership != .others
        && row.isFor(car)
    }
    try await cancel(unfinished.map(\.id), cleanup: discard ? .cancel : nil)
  }

  /// Removes an upload from the queue, with its unfinished data at the destination. A completed file stays.
  /// - Throws: ``UploadFailure``, like ``cancel(_:discard:)``. If the data of the upload could not be removed before
  ///   either, the upload is removed anyway, with a warning.
  package func remove(_ id: Upload.ID) async throws(UploadFailure) {
    guard let row = row(id) else { return }
    if row.ownership == .others, row.state != .done { throw .elsewhere(row.transfer.path) }
    guard row.state != .done else {
      try await queue.remove([id])
      // Only this row is read again, because a user may remove thousands of uploads.
      try reload(id)
      return publishSoon()
    }
    do throws(UploadFailure) {
      try await cancel([id], cleanup: .remove)
    } catch {
      guard row.cleanup != nil, self.row(id)?.cleanup != nil else { throw error }
      try await queue.remove([id])
      try refresh()
      warningBroadcast.send(UploadWarning(upload: row.upload, message: error.message))
    }
  }

  /// Cancels uploads. All of them are marked before the first one is stopped, so that none of them starts in its place.
  /// - Returns: `false` if data was to be removed but a destination removes it only later.
  @discardableResult
  func cancel(_ ids: [Upload.ID], cleanup: QueueRow.Cleanup?) async throws(UploadFailure) -> Bool {
    let canceled: [Upload.ID]
    do throws(UploadFailure) {
      canceled = try await mark(ids, cleanup: cleanup)
    } catch {
      // The uploads could not start while they were being marked.
      startPending()
      throw error
    }
    for id in canceled {
      let isEnding = interrupt(id, cleanup == nil ? .cancel : .discard)
      if cleanup == nil, !isEnding { warnOfOldFile(id) }
    }
    let cleanups = canceled.filter { row($0)?.cleanup != nil }.map(beginCleanup)
    if cleanup != nil { for id in canceled { resumable[id] = nil } }
    startPending()
    publish()
    var (first, isClean) = (nil as UploadFailure?, true)
    for cleanup in cleanups {
      switch await cleanup.value {
      case .success(let leftover): isClean = isClean && leftover == nil
      case .failure(let failure): first = first ?? failure
      }
    }
    if let first { throw first }
    return isClean
  }

  /// Marks uploads as canceled in the database. None of them may start while this is happening.
  /// - Returns: The uploads that were marked.
  private func mark(_ ids: [Upload.ID], cleanup: QueueRow.Cleanup?) async throws(UploadFailure) -> [Upload.ID] {
    for id in ids { marking[id, default: 0] += 1 }
    defer { for id in ids { marking[id] = marking[id].flatMap { $0 > 1 ? $0 - 1 : nil } } }
    // The uploads on which another command is already working. No other command can start working on them now.
    let busy = ids.filter(held.contains)
    var marked = try await queue.cancel(ids, running: running(ids), cleanup: cleanup)
    if !busy.isEmpty {
      // In the meantime, a command working on one of them, such as a retry, may have claimed it.
      await holdsEnded(busy)
      marked += try await queue.cancel(busy, running: running(busy), cleanup: cleanup)
    }
    // The queue is read once for many rows, and not at all for one.
    if let id = ids.first, ids.count == 1 { try reload(id) } else { try reload() }
    let all = Set(marked)
    return ids.filter(all.contains)
  }

  private func running(_ ids: [Upload.ID]) -> Set<Upload.ID> {
    Set(ids.filter { live[$0]?.isRunning == true })
  }

  /// Cancels the task of an upload. Returns `false` if no attempt is running.
  @discardableResult
  func interrupt(_ id: Upload.ID, _ ending: LiveUpload.Ending) -> Bool {
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

  // MARK: Removing data from destinations

  /// Removes the data of uploads that were discarded in an earlier run and whose data could not be removed then.
  func resumeCleanups() async {
    guard rows.contains(where: { $0.cleanup != nil && $0.ownership == .nobody }),
      let claimed = try? await queue.claimDiscarded()
    else { return }
    try? reload()
    for id in claimed {
      let cleanup = beginCleanup(id)
      // The user is not waiting for this cleanup.
      Task(executorPreference: executor) { [weak self] in
        if case .failure(let failure) = await cleanup.value { await self?.warn(failure, about: id) }
      }
    }
    publish()
  }

  /// Removes what interrupted uploads may have created at their destinations when their program ended before it
  /// received the name. It could not be resumed, and the user may never resume the upload.
  func removeNameless() {
    for row in rows where row.state == .pending && row.ownership == .nobody && row.isNameless {
      nameless[row.id] = Task(executorPreference: executor) { [weak self] in await self?.removeNameless(row.id) }
    }
  }

  private func removeNameless(_ id: Upload.ID) async {
    try? await withHeldRow(id) { scheduler throws(UploadFailure) in
      // Another program may have resumed the upload.
      guard let row = try await scheduler.claim(id) else { return }
      var isRemoved = row.isNameless
      // The next launch or attempt tries again.
      if isRemoved {
        do throws(UploadFailure) { _ = try await scheduler.removeData(of: row) } catch { isRemoved = false }
      }
      try await scheduler.queue.returnInterrupted(id, withoutData: isRemoved)
    }
    nameless[id] = nil
    publish()
  }

  private func warn(_ failure: UploadFailure, about id: Upload.ID) {
    if let row = row(id) { warn(failure.message, about: row) }
  }

  /// Starts removing the data of a discarded upload unless that is already under way. The task is independent of the
  /// attempt, which has been canceled, and of the caller, which may be canceled.
  private func beginCleanup(_ id: Upload.ID) -> Task<Result<String?, UploadFailure>, Never> {
    if let cleanup = cleanups[id] { return cleanup }
    let attempt = live[id]?.task
    let cleanup = Task(executorPreference: executor) { [weak self] () -> Result<String?, UploadFailure> in
      // The attempt may still be creating something at the destination.
      await attempt?.value
      return await self?.cleanUp(id) ?? .success(nil)
    }
    cleanups[id] = cleanup
    return cleanup
  }

  /// - Returns: The warning of the engine if the destination removes the data later.
  private func cleanUp(_ id: Upload.ID) async -> Result<String?, UploadFailure> {
    var result: Result<String?, UploadFailure> = .success(nil)
    // The upload may have completed before it was stopped.
    if let row = row(id), row.cleanup != nil {
      do throws(UploadFailure) {
        let leftover = try await removeData(of: row)
        try await queue.discarded(id)
        if let leftover { warn(leftover, about: row) }
        result = .success(leftover)
      } catch {
        result = .failure(error.ofCleanup)
        try? await queue.keepDiscarded(id, because: error.ofCleanup)
      }
    }
    cleanups[id] = nil
    // If the rows cannot be read now, the next change reloads them.
    try? refresh()
    publish()
    return result
  }

  /// Reserves the name under which the data of an upload may be stored, and returns the upload with the recorded files
  /// that must stay.
  /// - Throws: ``UploadFailure``, including if another upload is using the name under which the data may be stored.
  private func transfer(forRemovalOf row: QueueRow) async throws(UploadFailure) -> Transfer {
    var transfer = row.transfer
    if let name = transfer.checkpoint?.heldName { try await reserve(transfer.path(of: name), forRemovalOf: row) }
    transfer.recorded = try await queue.recorded(for: row)
    return transfer
  }

  /// Reserves a name, so that no other upload stores a file under it or is recorded under it while the data of an
  /// upload is removed. Waits for uploads that have also been canceled. Any other may run for hours, and may or may not
  /// store a file under the name.
  private func reserve(_ path: String, forRemovalOf row: QueueRow) async throws(UploadFailure) {
    defer { waitingForHolders.remove(row.id) }
    while let holder = try await queue.holder(of: path, unlessReservedFor: row) {
      waitingForHolders.insert(row.id)
      // Two uploads must not wait for each other.
      let mayWait = !waitingForHolders.contains(holder)
      if mayWait, let attempt = live[holder], attempt.ending == .cancel || attempt.ending == .discard {
        await attempt.task?.value
      } else if mayWait, let cleanup = cleanups[holder] {
        _ = await cleanup.value
      } else {
        throw UploadFailure(
          .unavailable, retry: .later, "Another upload is using the same name. Try again when it has ended.")
      }
    }
  }

  /// Performs work while the name of an attachment is reserved, so that no upload stores a file under it meanwhile.
  /// - Throws: ``UploadFailure``, including if an upload or another deletion is using the name.
  package func withReservedName(
    of attachment: Attachment, _ work: @Sendable () async throws(UploadFailure) -> Void
  ) async throws(UploadFailure) {
    await removeReservations()
    let id: Upload.ID
    do throws(UploadFailure) {
      id = try await queue.addReservation(of: attachment)
    } catch {
      // No upload can begin on a full disk either, and the work may be the only way to free space. One that has already
      // begun may be about to store a file under the name.
      let mayBeInUse = rows.contains { row in
        row.destination == attachment.destination && row.isFor(attachment.car)
          && (live[row.id]?.isRunning == true || row.state == .pending && row.ownership == .others)
      }
      guard error.cause == .store, !mayBeInUse, StoreError.isDiskFull(queue.store.path) else { throw error }
      return try await work()
    }
    let result: Result<Void, UploadFailure>
    do throws(UploadFailure) {
      guard let row = try queue.row(id) else { throw .rowLost }
      guard try await queue.reserve(row.transfer.path, for: row) else {
        throw UploadFailure(
          .unavailable, retry: .later,
          "An upload or another deletion is using the name \(row.transfer.path.singleLine(limit: 80)). Try again when "
            + "it has ended.")
      }
      result = .success(try await work())
    } catch {
      result = .failure(error)
    }
    endedReservations.insert(id)
    await removeReservations()
    waitingForNames = []
    startPending()
    publishSoon()
    try result.get()
  }

  /// Removes the reservations of work that has ended. One that cannot be removed now, for example because another
  /// program has locked the database, is removed by a later call, so that uploads do not wait for its name forever.
  func removeReservations() async {
    for id in endedReservations {
      guard (try? await queue.remove([id])) != nil else { continue }
      endedReservations.remove(id)
      try? reload(id)
    }
  }

  private func discard(
    _ transfer: Transfer, of row: QueueRow, _ progress: CleanupProgress
  ) async throws(UploadFailure) -> String? {
    let engine = try await engine(for: row)
    if try await recordReplacement(by: transfer, of: row, engine) {
      return "\(row.transfer.path) had already replaced another file, so it was not removed."
    }
    return try await engine.discard(transfer) { progress.add() }
  }

  /// Records the file of an upload that ended after it had replaced a recorded file, because neither of them would be
  /// recorded otherwise.
  /// - Returns: Whether there is such a file.
  func recordReplacement(
    by transfer: Transfer, of row: QueueRow, _ engine: any UploadEngine
  ) async throws(UploadFailure) -> Bool {
    guard let file = try await engine.replacement(by: transfer) else { return false }
    try await queue.record(row.transfer.located(file), of: row)
    return true
  }

  /// Removes the unfinished data of an upload from its destination, in a task that is not canceled with the caller's
  /// and that ends after ``cleanupLimit``.
  /// - Returns: The warning of the engine if the destination removes the data later.
  func removeData(of row: QueueRow) async throws(UploadFailure) -> String? {
    guard row.transfer.checkpoint != nil else { return nil }
    do throws(UploadFailure) {
      let transfer = try await transfer(forRemovalOf: row)
      let progress = CleanupProgress()
      let work = Task(executorPreference: executor) { [weak self, sleep] () -> Result<String?, UploadFailure> in
        await withTaskGroup(of: Result<String?, UploadFailure>?.self) { group in
          group.addTask {
            do throws(UploadFailure) {
              return .success(try await self?.discard(transfer, of: row, progress))
            } catch {
              return .failure(error)
            }
          }
          group.addTask {
            var isLimited = false
            while !isLimited {
              await sleep(Self.cleanupLimit)
              let isStopping = await self?.isStopping ?? true
              isLimited = !progress.take() || isStopping
            }
            return nil
          }
          let first = await group.next() ?? nil
          group.cancelAll()
          return first ?? .failure(.cleanupTimedOut)
        }
      }
      return try await work.value.get()
    } catch {
      throw error.namingOldFile(of: row.transfer.checkpoint)
    }
  }
}

/// The progress that a cleanup has made within the latest time limit.
private final class CleanupProgress: Sendable {
  private let hasMoved = Mutex(false)

  func add() { hasMoved.withLock { $0 = true } }

  /// Returns whether there was any progress since the previous call.
  func take() -> Bool {
    hasMoved.withLock { hasMoved in
      defer { hasMoved = false }
      return hasMoved
    }
  }
}

extension QueueRow {
  /// Whether something may have been created at the destination whose name was not received.
  fileprivate var isNameless: Bool {
    cleanup == nil && transfer.checkpoint.flatMap(MultipartIntent.init) != nil
  }
}

extension UploadFailure {
  /// The failure for an upload that another running program owns.
  static func elsewhere(_ name: String) -> UploadFailure {
    UploadFailure(
      .canceled, "Another running instance of Showroom is uploading \(name); use that one, or quit it.")
  }

  fileprivate static var cleanupTimedOut: UploadFailure {
    UploadFailure(
      .unavailable, retry: .later,
      "The destination did not confirm the removal within \(Int(UploadScheduler.cleanupLimit)) seconds.")
  }

  /// The failure to remove the data of a discarded upload.
  fileprivate var ofCleanup: UploadFailure {
    var failure = self
    failure.message =
      "The uploaded part could not be removed from the destination. \(message) "
      + "Showroom will try again the next time it starts."
    return failure
  }
}
