import Catalogue

extension UploadScheduler {
  /// When snapshots are told.
  struct Publishing: Sendable {
    /// Seconds between two snapshots while something is sent.
    static let interval = 0.1
    /// Seconds between two looks at rates while something is sent or waits for its next attempt.
    static let beat = 1.0

    var last = -Double.infinity
    var later: Task<Void, Never>?
    var beat: Task<Void, Never>?

    func cancel() {
      later?.cancel()
      beat?.cancel()
    }
  }

  /// Tells the queue as it is now, unless it is as it was.
  func publish() {
    publishing.later?.cancel()
    publishing.later = nil
    publishing.last = now()
    let latest = snapshot()
    guard latest != lastSnapshot else { return }
    lastSnapshot = latest
    snapshotBroadcast.send(latest)
  }

  /// Tells it now, or when enough time has passed since the last time.
  func publishSoon() {
    guard publishing.later == nil else { return }
    let pause = publishing.last + Publishing.interval - now()
    guard pause > 0 else { return publish() }
    publishing.later = Task(executorPreference: executor) { [weak self, sleep] in
      await sleep(pause)
      if !Task.isCancelled { await self?.publish() }
    }
  }

  /// Looks at the rates again and again as long as something is sent or waits for its next attempt: a rate also changes
  /// when nothing comes.
  func keepTime() {
    guard publishing.beat == nil else { return }
    publishing.beat = Task(executorPreference: executor) { [weak self, sleep] in
      repeat { await sleep(Publishing.beat) } while await self?.beat() == true
    }
  }

  private func beat() -> Bool {
    publish()
    let goesOn = !live.isEmpty && !isStopping
    if !goesOn { publishing.beat = nil }
    return goesOn
  }

  /// Nothing is told any more.
  func end() {
    publish()
    publishing.cancel()
    snapshotBroadcast.finish()
    outcomeBroadcast.finish()
    warningBroadcast.finish()
  }

  private func snapshot() -> UploadSnapshot {
    let now = now()
    measure(at: now)
    return UploadSnapshot(items: rows.map { item($0, at: now) }, isPaused: isPaused)
  }

  private func item(_ row: QueueRow, at now: Double) -> UploadItem {
    var item = row.item
    item.isRecent = recent.contains(row.id)
    guard row.state == .pending, row.ownership == .ours else { return item }
    let upload = live[row.id]
    item.state = upload?.state(at: now, isPaused: isPaused) ?? (isPaused ? .paused : .waiting)
    item.resumption = upload?.resumption ?? (resumable[row.id] == nil ? nil : .resumes)
    let measured = measurement[row.id]
    item.progress = UploadProgress(
      size: item.size, confirmed: row.confirmed, sent: upload?.sent ?? resumable[row.id] ?? row.confirmed,
      rate: measured?.rate, remaining: measured?.remaining)
    return item
  }

  private func measure(at now: Double) {
    var latest: [UploadItem.ID: RateMeasurement.Value] = [:]
    for row in rows {
      guard let upload = live[row.id], upload.isRunning, upload.ending == nil else { continue }
      latest[row.id] = RateMeasurement.Value(
        rate: live[row.id]?.meter.rate(at: now), remaining: row.transfer.source.size - upload.sent)
    }
    measurement.take(latest, at: now)
  }
}
