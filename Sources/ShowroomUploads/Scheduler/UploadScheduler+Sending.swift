extension UploadScheduler {
  /// Starts as many uploads as the parallelism allows.
  func startPending() {
    if !rows.pending.contains(where: isOpen), !rows.contains(where: isOpen) { isIdle = true }
    guard !isPaused, !isStopping else { return }
    let runningRows = live.filter(\.value.isRunning).keys.compactMap(row)
    var running = RunningUploads(runningRows, within: parallelism, limits: limits)
    var passedOver = 0
    for row in rows.pending {
      if running.isFull || passedOver == Self.lookahead { break }
      guard row.cleanup == nil, row.ownership == .ours, live[row.id] == nil, !held.contains(row.id),
        marking[row.id] == nil, !waitingForNames.contains(row.id), running.isFree(row.target)
      else { continue }
      guard running.hasRoom(for: row) else {
        passedOver += 1
        continue
      }
      running.add(row)
      begin(row)
    }
  }

  /// The number of rows that may be passed over because they exceed a limit. Further rows are not considered, so that
  /// the cost of a file does not depend on the length of the queue.
  private static let lookahead = 100

  /// Whether a row keeps the queue from becoming idle. A recent failure also does, because its retry belongs to the
  /// same batch.
  private func isOpen(_ row: QueueRow) -> Bool {
    row.state == .pending && row.ownership == .ours || row.state == .failed && recent.contains(row.id)
  }

  private func begin(_ row: QueueRow) {
    if isIdle { (recent, forgotten) = ([], [:]) }
    isIdle = false
    recent.insert(row.id)
    let sent = max(row.confirmed, resumable.removeValue(forKey: row.id) ?? 0)
    let meter = lastMeter.flatMap { $0.destination == row.destination ? $0.meter.continued : nil }
    if meter != nil { lastMeter = nil }
    var upload = LiveUpload(sent: sent, moved: now(), meter: meter ?? RateMeter(at: now()))
    upload.task = Task(executorPreference: executor) { [weak self] in await self?.run(row) }
    live[row.id] = upload
    startTimer()
    publishSoon()
  }

  private func run(_ row: QueueRow) async {
    let result: Result<FinishedUpload, UploadFailure>
    do throws(UploadFailure) {
      guard try await queue.reserve(row.transfer.path, for: row) else { return await wait(row.id) }
      live[row.id]?.phase = .uploading
      publishSoon()
      let engine = try await engine(for: row)
      live[row.id]?.resumption = engine.resumption(ofSize: row.transfer.source.size)
      var transfer = try await queue.transfer(of: row, needsSource: !engine.finishesWithoutSource)
      if transfer.checkpoint != nil, try await recordReplacement(by: transfer, of: row, engine) {
        transfer = try await queue.transfer(of: row, needsSource: !engine.finishesWithoutSource)
      }
      // The user may have entered a command in the meantime.
      if live[row.id]?.ending != nil { throw .rowLost }
      result = .success(try await send(transfer, of: row, with: engine))
    } catch {
      result = .failure(error)
    }
    await finishAttempt(row.id, result)
  }

  private func send(
    _ transfer: Transfer, of row: QueueRow, with engine: any UploadEngine
  ) async throws(UploadFailure) -> FinishedUpload {
    let report: TransferReport = { [weak self] event async throws(UploadFailure) in
      try await self?.take(event, of: row.id)
    }
    do throws(UploadFailure) {
      return try await finish(row, transfer.located(try await engine.send(transfer, report: report)))
    } catch {
      guard transfer.onDuplicate == .skip, case .duplicate(let size) = error.cause,
        let skipped = try await skip(transfer, of: row, existingSize: size, at: engine, report: report)
      else { throw error }
      return skipped
    }
  }

  /// Postpones an upload whose name is reserved by another upload, until that upload ends, but for at most a second.
  private func wait(_ id: Upload.ID) async {
    if live[id]?.ending != nil { return await finishAttempt(id, .failure(.rowLost)) }
    live[id] = nil
    waitingForNames.insert(id)
    startPending()
    publishSoon()
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

  // MARK: Events

  private func take(_ event: TransferEvent, of id: Upload.ID) async throws(UploadFailure) {
    guard live[id] != nil else { throw .rowLost }
    live[id]?.moved = now()
    switch event {
    case .hashing(let bytes): live[id]?.phase = .hashing(bytes)
    case .verifying:
      live[id]?.phase = .verifying
      if let row = row(id) { live[id]?.sent = row.transfer.source.size }
    case .sent(let bytes):
      live[id]?.phase = .uploading
      let fresh = bytes - (live[id]?.sent ?? bytes)
      live[id]?.sent = bytes
      live[id]?.hasSent = true
      if fresh > 0 { live[id]?.meter.add(fresh, at: now()) }
    case .name(let name):
      guard let row = row(id) else { throw .rowLost }
      guard try await queue.reserve(row.transfer.path(of: name), for: row) else { throw .duplicate(name, size: nil) }
    case .checkpoint(let checkpoint):
      try await save(checkpoint, of: id)
    case .warning(let message):
      if let row = row(id) { warn(message, about: row) }
    }
    publishSoon()
  }

  /// Broadcasts a warning of an engine unless the same one was already given for the destination.
  func warn(_ message: String, about row: QueueRow) {
    guard warned.insert(Warned(destination: row.destination, message: message)).inserted else { return }
    warningBroadcast.send(UploadWarning(upload: row.upload, message: message))
  }

  /// Stores a checkpoint. It is on disk when the call returns.
  private func save(_ checkpoint: Checkpoint, of id: Upload.ID) async throws(UploadFailure) {
    guard let row = row(id) else { throw .rowLost }
    let hasProgressed = checkpoint.confirmed > max(row.confirmed, highestConfirmed[id] ?? 0)
    highestConfirmed[id] = max(checkpoint.confirmed, highestConfirmed[id] ?? 0)
    let attempt = hasProgressed ? 0 : row.attempt
    try await queue.save(checkpoint, attempt: attempt, of: id)
    setRow(id) { row in
      row.transfer.checkpoint = checkpoint
      row.confirmed = checkpoint.confirmed
      row.attempt = attempt
    }
    if hasProgressed {
      live[id]?.hasProgressed = true
      stalled[id] = nil
    }
    // Until this attempt sends data, only the confirmed bytes count.
    if let upload = live[id] {
      live[id]?.sent = upload.hasSent ? max(upload.sent, checkpoint.confirmed) : checkpoint.confirmed
    }
  }
}
