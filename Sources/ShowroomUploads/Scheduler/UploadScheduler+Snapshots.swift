extension UploadScheduler {
  /// The timing of snapshots.
  struct Publishing: Sendable {
    /// The minimum seconds between two snapshots.
    static let interval = 0.1
    /// The seconds between two updates of the rates.
    static let timerInterval = 1.0

    var last = -Double.infinity
    var later: Task<Void, Never>?
    var timer: Task<Void, Never>?

    func cancel() {
      later?.cancel()
      timer?.cancel()
    }
  }

  /// Publishes a snapshot if the queue has changed.
  func publish() {
    publishing.later?.cancel()
    publishing.later = nil
    publishing.last = now()
    let latest = snapshot()
    guard latest != lastSnapshot else { return }
    lastSnapshot = latest
    snapshotBroadcast.send(latest)
  }

  /// Publishes a snapshot now, or as soon as the minimum interval has passed.
  func publishSoon() {
    guard publishing.later == nil else { return }
    let pause = publishing.last + Publishing.interval - now()
    guard pause > 0 else { return publish() }
    publishing.later = Task(executorPreference: executor) { [weak self, sleep] in
      await sleep(pause)
      if !Task.isCancelled { await self?.publish() }
    }
  }

  /// Updates the rates while uploads are running or waiting for a retry, because a rate also changes when no data is
  /// sent.
  func startTimer() {
    guard publishing.timer == nil else { return }
    publishing.timer = Task(executorPreference: executor) { [weak self, sleep] in
      repeat { await sleep(Publishing.timerInterval) } while await self?.tick() == true
    }
  }

  private func tick() async -> Bool {
    endStalledAttempts()
    // A program that ended without releasing its names does not announce that, so the uploads check again.
    if !waitingForNames.isEmpty {
      await storeEnds()
      waitingForNames = []
      startPending()
    }
    publish()
    let isActive = !(live.isEmpty && waitingForNames.isEmpty) && !isStopping
    if !isActive { publishing.timer = nil }
    return isActive
  }

  /// Publishes the last snapshot and ends all streams.
  func end() {
    publish()
    publishing.cancel()
    snapshotBroadcast.finish()
    outcomeBroadcast.finish()
    warningBroadcast.finish()
  }

  /// The current state of all uploads.
  package var uploads: [Upload] { snapshot().uploads }

  private func snapshot() -> UploadSnapshot {
    let now = now()
    measure(at: now)
    return UploadSnapshot(
      uploads: rows.uploads.compactMap { $0.row.isReservation ? nil : upload($0.upload, of: $0.row, at: now) },
      isPaused: isPaused, rateLimit: bandwidth.bytesPerSecond, forgotten: forgotten)
  }

  private func upload(_ stored: Upload, of row: QueueRow, at now: Double) -> Upload {
    var upload = stored
    upload.isRecent = recent.contains(row.id)
    // A cleanup in progress hides the failure of an earlier one.
    if cleanups[row.id] != nil { upload.state = .discarding(nil) }
    guard row.state == .pending, row.cleanup == nil, row.ownership == .ours else { return upload }
    if nameless[row.id] != nil {
      upload.state = .interrupted
      return upload
    }
    let running = live[row.id]
    upload.state = running?.state(at: now, isPaused: isPaused) ?? (isPaused ? .paused : .queued)
    upload.resumption = running?.resumption ?? (resumable[row.id] == nil ? nil : .supported)
    let measured = measurement[row.id]
    upload.progress = UploadProgress(
      size: upload.size, confirmed: row.confirmed, sent: running?.sent ?? resumable[row.id] ?? row.confirmed,
      rate: measured?.rate, remaining: measured?.remaining,
      isStalled: running?.isStalled(at: now, of: upload.size) ?? false)
    return upload
  }

  private func measure(at now: Double) {
    var latest: [Upload.ID: RateMeasurement.Value] = [:]
    for (id, upload) in live where upload.isRunning && upload.ending == nil {
      guard let row = row(id) else { continue }
      latest[id] = RateMeasurement.Value(
        rate: live[id]?.meter.rate(at: now), remaining: row.transfer.source.size - upload.sent)
    }
    measurement.take(latest, at: now)
  }
}
