import ShowroomFormatting
import ShowroomSettings
import ShowroomText
import ShowroomUploads

/// The error if uploads are interrupted. The program exits with status 130.
package struct UploadInterrupted: Error, Sendable, Hashable, CustomStringConvertible {
  /// A message that says what to do.
  package var description: String {
    "Interrupted. Run showroom uploads --resume to continue. Files are sent again to destinations that cannot resume."
  }
}

/// A run of uploads until they have ended, without a screen.
struct UploadRun: Sendable {
  let dependencies: UploadDependencies
  let format: SheetFormat
  let messages: UploadMessages
  let errorOutput: TextOutput
  let isASCII: Bool

  /// Starts uploads and waits until all of them have ended.
  ///
  /// SIGINT and task cancellation stop active uploads, which can be resumed.
  ///
  /// - Parameter begin: A closure that starts uploads and returns their IDs.
  /// - Returns: Whether all of them succeeded.
  /// - Throws: ``UploadInterrupted``, `UploadFailure`, or ``OutputError``.
  func follow(
    _ begin: @escaping @Sendable (UploadScheduler) async throws -> Set<Upload.ID>
  ) async throws -> Bool {
    let warnings = dependencies.scheduler.warnings()
    let warning = Task { await messages.report(warnings, format) }
    let result: Result<Bool, any Error>
    do {
      result = .success(try await canceling { try await following(begin) })
    } catch {
      result = .failure(error is CancellationError ? UploadInterrupted() : error)
    }
    await dependencies.scheduler.stop(.keep)
    await dependencies.shutDown()
    // Warnings about cleanup arrive last.
    await warning.value
    messages.complainAboutRest()
    let areAllDone = try result.get()
    try messages.finish()
    return areAllDone
  }

  private func following(
    _ begin: @Sendable (UploadScheduler) async throws -> Set<Upload.ID>
  ) async throws -> Bool {
    let scheduler = dependencies.scheduler
    // Subscribes before starting, so that an upload that ends immediately is not missed.
    let outcomes = scheduler.finished()
    let snapshots = scheduler.snapshots()
    try await scheduler.start()
    let recorded: Set<Attachment.ID> =
      format == .text ? try Set(dependencies.attachments.attachments().map(\.id)) : []
    let followed = try await begin(scheduler)
    if followed.isEmpty { return true }
    var pending = followed
    let line = ProgressLine(errorOutput)
    let progress = Task { await report(snapshots, of: followed, on: line) }
    let silence = Task { await announceSilence(of: followed) }
    defer {
      silence.cancel()
      progress.cancel()
      line.clear()
    }
    var areAllDone = true
    for await outcome in outcomes {
      guard pending.remove(outcome.upload.id) != nil else { continue }
      line.clear()
      report(outcome, recorded: recorded)
      if case .failed = outcome { areAllDone = false }
      if pending.isEmpty { break }
    }
    try Task.checkCancellation()
    return areAllDone
  }

  /// Reports the result of an upload.
  ///
  /// - Parameter recorded: The attachments that existed before the run. If a file was skipped because of one of them,
  ///   it was not read back.
  func report(_ outcome: UploadOutcome, recorded: Set<Attachment.ID> = []) {
    switch (outcome, format) {
    case (.failed(var upload, let failure), .json):
      // The stored state may not be up to date.
      upload.state = .failed(failure)
      messages.write(UploadExport(upload: upload).json(event: "failed"))
    case (.done(let upload, let attachment), .json):
      messages.write(UploadExport(upload: upload).json(event: "done", attachment: attachment))
    case (.skipped(let upload, let attachment), .json):
      messages.write(UploadExport(upload: upload).json(event: "skipped", attachment: attachment))
    case (.skipped(_, let attachment), .text):
      let reason =
        recorded.contains(attachment.id) ? "the same file was uploaded before" : "the destination has the same file"
      messages.write(sanitized("\(attachment.file.name): skipped, \(reason)"))
    case (.done(_, let attachment), .text):
      let file = attachment.file
      messages.write(
        sanitized("\(file.name): uploaded, \(ByteFormatting.size(file.size)), \(file.printableLocation)"))
    case (.failed(let upload, let failure), .text): messages.complain(upload, failure, dependencies)
    }
  }

  private func report(
    _ snapshots: AsyncStream<UploadSnapshot>, of followed: Set<Upload.ID>, on line: ProgressLine
  ) async {
    var events = UploadProgressEvents()
    for await snapshot in snapshots {
      let uploads = snapshot.uploads.filter { followed.contains($0.id) }
      let changed = events.changes(in: uploads, at: .now)
      switch format {
      case .text where errorOutput.canRewriteLine:
        let totals = UploadTotals(uploads, forgotten: snapshot.forgotten.values)
        line.show(totals, details(uploads, totals), isASCII: isASCII)
      case .text: announceRetries(changed)
      case .json: for upload in changed { messages.write(UploadExport(upload: upload).json(event: "progress")) }
      }
    }
  }

  /// Announces retries, because without a progress line the wait would go unnoticed.
  private func announceRetries(_ uploads: [Upload]) {
    for upload in uploads {
      guard case .retrying = upload.state else { continue }
      let text = upload.statusText(isASCII: isASCII)
      messages.complain("\(upload.name): \(text.prefix(1).lowercased() + text.dropFirst())")
    }
  }

  /// Announces periods without progress, because a destination may take minutes to respond or fail. If there is a
  /// progress line, it shows them.
  private func announceSilence(of followed: Set<Upload.ID>) async {
    guard format == .text, !errorOutput.canRewriteLine else { return }
    var watch = SilenceWatch()
    while (try? await dependencies.clock.sleep(for: .seconds(SilenceWatch.interval))) != nil {
      let uploads = await dependencies.scheduler.uploads.filter { followed.contains($0.id) }
      if let message = watch.notice(uploads) { messages.complain(message) }
    }
  }

  /// Returns the totals, and the upload that is running or waiting for a retry.
  private func details(_ uploads: [Upload], _ totals: UploadTotals) -> String {
    let active = uploads.first { $0.situation == .active }.map { "\($0.name): \($0.state.name)" }
    let retrying = uploads.lazy.compactMap { upload -> String? in
      guard case .retrying(let failure, _, let seconds) = upload.state else { return nil }
      return "\(upload.name): retry in \(ByteFormatting.time(seconds)), \(failure.message)"
    }.first
    return ([totals.text(pause: nil, isASCII: isASCII)] + [active ?? retrying].compactMap(\.self))
      .joined(separator: .partSeparator(isASCII: isASCII))
  }
}

/// A selection of upload progress events to report: each new state, each retry, and otherwise one event per second.
struct UploadProgressEvents {
  private struct Report {
    var state: String
    var attempt: Int
    var progress: UploadProgress
    var moment: ContinuousClock.Instant
  }

  private var reports: [Upload.ID: Report] = [:]

  /// Returns the uploads whose progress is to be reported.
  mutating func changes(in uploads: [Upload], at now: ContinuousClock.Instant) -> [Upload] {
    uploads.filter { upload in
      // Results are reported as separate events.
      if upload.state == .done || upload.situation == .stuck { return false }
      let last = reports[upload.id]
      let attempt = if case .retrying(_, let failures, _) = upload.state { failures } else { 0 }
      let isNew = last?.state != upload.state.name || last?.attempt != attempt
      let isMoving = last.map { $0.progress != upload.progress && now - $0.moment >= .seconds(1) } ?? true
      guard isNew || isMoving else { return false }
      reports[upload.id] = Report(state: upload.state.name, attempt: attempt, progress: upload.progress, moment: now)
      return true
    }
  }
}
