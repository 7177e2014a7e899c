import Catalogue

extension UploadScheduler {
  /// Begins as many uploads as there are places for.
  func fill() {
    if !rows.contains(where: isOpen) { isIdle = true }
    guard !isPaused, !isStopping else { return }
    var places = concurrency - live.values.count { $0.isRunning }
    guard places > 0 else { return }
    // Of two files of one name, the destination may be unable to tell which has it: they follow each other.
    var names = Set(rows.filter { live[$0.id]?.isRunning == true }.map(\.target))
    for row in rows where places > 0 {
      guard row.state == .pending, row.ownership == .ours, live[row.id] == nil, !held.contains(row.id),
        names.insert(row.target).inserted
      else { continue }
      places -= 1
      begin(row)
    }
  }

  /// Whether a row keeps the queue from being idle: what failed just now and is retried belongs to what was sent with it.
  private func isOpen(_ row: QueueRow) -> Bool {
    row.state == .pending && row.ownership == .ours || row.state == .failed && recent.contains(row.id)
  }

  private func begin(_ row: QueueRow) {
    if isIdle { recent = [] }
    isIdle = false
    recent.insert(row.id)
    let sent = max(row.confirmed, resumable.removeValue(forKey: row.id) ?? 0)
    var upload = LiveUpload(sent: sent, meter: RateMeter(at: now()))
    upload.task = Task(executorPreference: executor) { [weak self] in await self?.run(row) }
    live[row.id] = upload
    keepTime()
    publishSoon()
  }

  /// One attempt.
  private func run(_ row: QueueRow) async {
    let result: Result<Attachment, UploadFailure>
    do throws(UploadFailure) {
      let engine = try await engine(for: row)
      live[row.id]?.resumption = engine.resumption(ofSize: row.transfer.source.size)
      let queue = queue
      let transfer = try await away { () throws(UploadFailure) in try queue.transfer(of: row) }
      let stored = try await engine.send(transfer) { [weak self] event async throws(UploadFailure) in
        try await self?.take(event, of: row.id)
      }
      result = .success(try await finish(row, stored))
    } catch {
      result = .failure(error)
    }
    await settle(row.id, result)
  }

  func engine(for row: QueueRow) async throws(UploadFailure) -> any UploadEngine {
    let destination: Destination
    do throws(DestinationError) {
      destination = try Destination(parsing: row.destination, home: "/", base: "/")
    } catch {
      throw UploadFailure(.protocol, error.description)
    }
    return try await engines(destination)
  }

  // MARK: What an engine tells

  private func take(_ event: TransferEvent, of id: UploadItem.ID) async throws(UploadFailure) {
    guard live[id] != nil else { throw .rowLost }
    switch event {
    case .hashing(let bytes): live[id]?.phase = .hashing(bytes)
    case .verifying:
      live[id]?.phase = .verifying
      if let row = row(id) { live[id]?.sent = row.transfer.source.size }
    case .sent(let bytes):
      live[id]?.phase = .sending
      let fresh = bytes - (live[id]?.sent ?? bytes)
      live[id]?.sent = bytes
      live[id]?.hasSent = true
      if fresh > 0 { live[id]?.meter.add(fresh, at: now()) }
    case .checkpoint(let checkpoint):
      try await save(checkpoint, of: id)
    case .warning(let sentence):
      if let row = row(id) { warningBroadcast.send(UploadWarning(item: row.item, sentence: sentence)) }
    }
    publishSoon()
  }

  /// It is on the disk when this returns.
  private func save(_ checkpoint: Checkpoint, of id: UploadItem.ID) async throws(UploadFailure) {
    guard let row = row(id) else { throw .rowLost }
    let hasProgressed = checkpoint.confirmed > max(row.confirmed, furthest[id] ?? 0)
    furthest[id] = max(checkpoint.confirmed, furthest[id] ?? 0)
    let attempt = hasProgressed ? 0 : row.attempt
    let queue = queue
    try await away { () throws(UploadFailure) in try queue.save(checkpoint, attempt: attempt, of: id) }
    setRow(id) { row in
      row.transfer.checkpoint = checkpoint
      row.confirmed = checkpoint.confirmed
      row.attempt = attempt
    }
    if hasProgressed { live[id]?.hasProgressed = true }
    // Before something has left in this attempt, what the destination has is all that counts.
    if let upload = live[id] {
      live[id]?.sent = upload.hasSent ? max(upload.sent, checkpoint.confirmed) : checkpoint.confirmed
    }
  }

  // MARK: The end of an attempt

  /// The file is at the destination: another program's lock on the database must not make that forgotten.
  private func finish(_ row: QueueRow, _ stored: StoredFile) async throws(UploadFailure) -> Attachment {
    let queue = queue
    var failures = 0
    while true {
      do throws(UploadFailure) {
        return try await away { () throws(UploadFailure) in try queue.finish(row, stored: stored) }
      } catch {
        failures += 1
        guard let pause = policy.pause(after: error, failures: failures), !Task.isCancelled else { throw error }
        await sleep(pause)
      }
    }
  }

  private func settle(_ id: UploadItem.ID, _ result: Result<Attachment, UploadFailure>) async {
    let ending = live[id]?.ending
    switch (result, ending) {
    case (.success(let attachment), _):
      // Even if the rows cannot be read now, this one is not sent again.
      setRow(id) { $0.state = .done }
      live[id] = nil
      furthest[id] = nil
      try? refresh()
      if let row = row(id) { outcomeBroadcast.send(.done(row.item, attachment)) }
    case (.failure, .pause):
      if let upload = live[id], upload.resumption == .resumes { resumable[id] = upload.sent }
      live[id] = nil
    case (.failure, .cancel(let discard)):
      await note(id) { scheduler throws(UploadFailure) in try await scheduler.cancelled(id, discard: discard) }
    case (.failure, .remove):
      await note(id) { scheduler throws(UploadFailure) in try await scheduler.forget(id) }
    case (.failure(let failure), nil):
      await settle(id, failure)
    }
    fill()
    publishSoon()
  }

  private func settle(_ id: UploadItem.ID, _ failure: UploadFailure) async {
    guard let row = row(id), failure != .rowLost else {
      live[id] = nil
      try? refresh()
      return
    }
    let failures = (live[id]?.hasProgressed == true ? 0 : row.attempt) + 1
    if failure.cause == .checkpointGone, row.transfer.checkpoint != nil, failures == 1 {
      await note(id) { scheduler throws(UploadFailure) in try await scheduler.startOver(id) }
      return
    }
    let retried = failure.cause == .checkpointGone ? failure.retriedLater : failure
    if let pause = policy.pause(after: retried, failures: failures) {
      await pauseBefore(id, pause, failure, failures: failures)
    } else {
      if failure.cause == .source { await discard(row) }
      await note(id) { scheduler throws(UploadFailure) in try await scheduler.failed(id, failure) }
      if let row = self.row(id) { outcomeBroadcast.send(.failed(row.item, failure)) }
    }
  }

  /// Writes the end of an attempt into the row. Where that fails the row stays as it is, and the failure is shown.
  private func note(
    _ id: UploadItem.ID, _ write: (isolated UploadScheduler) async throws(UploadFailure) -> Void
  ) async {
    do throws(UploadFailure) {
      try await write(self)
      // First what the row is like now: a row that seems to be waiting would be begun again.
      try reload()
      live[id] = nil
    } catch {
      if error == .rowLost { live[id] = nil } else { live[id]?.phase = .failed(error) }
      live[id]?.ending = nil
      live[id]?.task = nil
    }
  }

  private func failed(_ id: UploadItem.ID, _ failure: UploadFailure) async throws(UploadFailure) {
    let queue = queue
    let forgets = failure.cause == .source
    try await away { () throws(UploadFailure) in
      if forgets { try queue.save(nil, attempt: 0, of: id) }
      try queue.end(id, as: .failed, failure: failure)
    }
  }

  /// What an earlier attempt left is gone: another begins at once, from the beginning. It counts as any other: where that
  /// happens again, the next one waits.
  private func startOver(_ id: UploadItem.ID) async throws(UploadFailure) {
    let queue = queue
    try await away { () throws(UploadFailure) in try queue.save(nil, attempt: 1, of: id) }
  }

  private func pauseBefore(
    _ id: UploadItem.ID, _ pause: Double, _ failure: UploadFailure, failures: Int
  ) async {
    let queue = queue
    if failure.cause == .checkpointGone {
      setRow(id) { row in
        row.transfer.checkpoint = nil
        row.confirmed = 0
      }
    }
    let checkpoint = row(id)?.transfer.checkpoint
    // The number of attempts is worth keeping, not worth failing for.
    try? await away { () throws(UploadFailure) in try queue.save(checkpoint, attempt: failures, of: id) }
    setRow(id) { $0.attempt = failures }
    // A person may have said something meanwhile.
    if let ending = live[id]?.ending {
      if ending == .pause { live[id] = nil } else { await settle(id, .failure(.rowLost)) }
      return
    }
    live[id]?.phase = .pausing(failure, failures: failures, until: now() + pause)
    // The next attempt sends again what was not confirmed.
    if let upload = live[id], upload.resumption != .resumes { live[id]?.sent = row(id)?.confirmed ?? 0 }
    live[id]?.task = Task(executorPreference: executor) { [weak self, sleep] in
      await sleep(pause)
      if !Task.isCancelled { await self?.wake(id) }
    }
  }

  private func wake(_ id: UploadItem.ID) {
    guard case .pausing = live[id]?.phase else { return }
    if let upload = live[id], upload.resumption == .resumes { resumable[id] = upload.sent }
    live[id] = nil
    fill()
    publishSoon()
  }

  /// Removes from the destination what a row's upload left there, as far as that is possible now.
  /// - Returns: false when something may be left.
  @discardableResult
  func discard(_ row: QueueRow) async -> Bool {
    guard let checkpoint = row.transfer.checkpoint else { return true }
    do throws(UploadFailure) {
      try await engine(for: row).discard(checkpoint)
      return true
    } catch {
      return false
    }
  }
}

extension UploadFailure {
  /// The same failure, after which another attempt is made by itself.
  var retriedLater: UploadFailure {
    var failure = self
    failure.retry = .later
    return failure
  }
}
