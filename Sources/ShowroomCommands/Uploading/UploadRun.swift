import Catalog
import ReactorTerminal
import ShowroomSettings
import Uploads

/// The output format of uploads.
package enum UploadFormat: String, Sendable, Hashable, CaseIterable {
  /// Text.
  case text
  /// One JSON object (RFC 8259) per line and event.
  case json
}

/// An interruption of uploads; the program exits with status 130.
package struct UploadInterrupted: Error, Sendable, Hashable, CustomStringConvertible {
  /// A sentence with a remedy.
  package var description: String {
    "Interrupted. Run showroom uploads --resume to continue. Files are sent again to destinations that cannot resume."
  }
}

/// Runs uploads to completion without a screen.
struct UploadRun: Sendable {
  let dependencies: UploadDependencies
  let format: UploadFormat
  let output: TextOutput
  let errorOutput: TextOutput
  let isASCII: Bool

  /// Starts uploads and waits until all of them have ended.
  ///
  /// SIGINT and task cancellation stop active uploads, which can be resumed.
  ///
  /// - Parameter begin: A closure that starts uploads and returns their IDs.
  /// - Returns: Whether all of them succeeded.
  /// - Throws: ``UploadInterrupted``, `UploadFailure`, ``OutputError``.
  func follow(
    _ begin: @escaping @Sendable (UploadScheduler) async throws -> Set<UploadItem.ID>
  ) async throws -> Bool {
    let warnings = dependencies.scheduler.warnings()
    let warning = Task { try await report(warnings) }
    let result: Result<Bool, any Error>
    do {
      result = .success(try await canceling { try await following(begin) })
    } catch {
      result = .failure(error is CancellationError ? UploadInterrupted() : error)
    }
    await dependencies.scheduler.stop(.keep)
    await dependencies.shutDown()
    // Warnings about cleanup arrive last.
    try await warning.value
    return try result.get()
  }

  private func following(
    _ begin: @Sendable (UploadScheduler) async throws -> Set<UploadItem.ID>
  ) async throws -> Bool {
    let scheduler = dependencies.scheduler
    // Subscribes before starting, so that an upload that ends immediately is not missed.
    let outcomes = scheduler.finished()
    let snapshots = scheduler.snapshots()
    try await scheduler.start()
    let followed = try await begin(scheduler)
    if followed.isEmpty { return true }
    var pending = followed
    let line = ProgressLine(errorOutput)
    let progress = Task { try await report(snapshots, of: followed, on: line) }
    defer {
      progress.cancel()
      line.clear()
    }
    var areAllDone = true
    for await outcome in outcomes {
      guard pending.remove(outcome.item.id) != nil else { continue }
      line.clear()
      try report(outcome)
      if case .failed = outcome { areAllDone = false }
      if pending.isEmpty { break }
    }
    try Task.checkCancellation()
    return areAllDone
  }

  /// Reports the result of an upload.
  func report(_ outcome: UploadOutcome) throws(OutputError) {
    switch (outcome, format) {
    case (.failed(var item, let failure), .json):
      // The stored state may lag behind.
      item.state = .failed(failure)
      try output.write(UploadExport(item: item).json(event: "failed") + "\n")
    case (.done(let item, let attachment), .json):
      try output.write(UploadExport(item: item).json(event: "done", attachment: attachment) + "\n")
    case (.done(_, let attachment), .text):
      let file = attachment.file
      try output.write(
        sanitized("\(file.name): uploaded, \(ByteFormatting.size(file.size)), \(file.printableLocation)") + "\n")
    case (.failed(let item, let failure), .text):
      var hint = ""
      if case .duplicate = failure.cause {
        hint = " Add --on-duplicate replace or --on-duplicate keep-both to upload it anyway."
      }
      if failure.cause == .unauthorized, item.destination != "\(dependencies.places.configured)" {
        hint = " Credentials from the environment are sent only to the configured destination."
      }
      try errorOutput.write("showroom: " + sanitized("\(item.name): \(failure)\(hint)") + "\n")
    }
    try output.flush()
    try errorOutput.flush()
  }

  private func report(_ warnings: AsyncStream<UploadWarning>) async throws(OutputError) {
    for await warning in warnings {
      switch format {
      case .text:
        try errorOutput.write("showroom: " + sanitized("\(warning.item.name): \(warning.sentence)") + "\n")
        try errorOutput.flush()
      case .json:
        try output.write(UploadExport(item: warning.item).json(event: "warning", sentence: warning.sentence) + "\n")
        try output.flush()
      }
    }
  }

  private func report(
    _ snapshots: AsyncStream<UploadSnapshot>, of followed: Set<UploadItem.ID>, on line: ProgressLine
  ) async throws {
    var events = UploadProgressEvents()
    for await snapshot in snapshots {
      let items = snapshot.items.filter { followed.contains($0.id) }
      let changed = events.changes(in: items, at: .now)
      switch format {
      case .text where errorOutput.canRewriteLine:
        let totals = UploadTotals(items)
        line.show(totals.progress, details(items, totals), isASCII: isASCII)
      case .text: try announceRetries(changed)
      case .json:
        for item in changed { try output.write(UploadExport(item: item).json(event: "progress") + "\n") }
        try output.flush()
      }
    }
  }

  /// Announces retries, because without a progress line the wait would be silent.
  private func announceRetries(_ items: [UploadItem]) throws(OutputError) {
    for item in items {
      guard case .retrying = item.state else { continue }
      let text = item.sentence(isASCII: isASCII)
      let sentence = text.prefix(1).lowercased() + text.dropFirst()
      try errorOutput.write("showroom: " + sanitized("\(item.name): \(sentence)") + "\n")
    }
    try errorOutput.flush()
  }

  /// Returns the totals, and the upload that is running or waits for a retry.
  private func details(_ items: [UploadItem], _ totals: UploadTotals) -> String {
    let active = items.first { $0.situation == .active }.map { "\($0.name): \($0.state.name)" }
    let retrying = items.lazy.compactMap { item -> String? in
      guard case .retrying(let failure, _, let seconds) = item.state else { return nil }
      return "\(item.name): retry in \(ByteFormatting.time(seconds)), \(failure.sentence)"
    }.first
    return ([totals.text(pause: nil, isASCII: isASCII)] + [active ?? retrying].compactMap(\.self))
      .joined(separator: isASCII ? " | " : " · ")
  }
}

/// Selects the progress events of uploads to report: each new state, each retry, and otherwise one per second.
struct UploadProgressEvents {
  private struct Report {
    var state: String
    var attempt: Int
    var progress: UploadProgress
    var moment: ContinuousClock.Instant
  }

  private var reports: [UploadItem.ID: Report] = [:]

  /// Returns the uploads whose progress is worth an event.
  mutating func changes(in items: [UploadItem], at now: ContinuousClock.Instant) -> [UploadItem] {
    items.filter { item in
      // Results are separate events.
      if item.state == .done || item.situation == .stuck { return false }
      let last = reports[item.id]
      let attempt = if case .retrying(_, let failures, _) = item.state { failures } else { 0 }
      let isNew = last?.state != item.state.name || last?.attempt != attempt
      let isMoving = last.map { $0.progress != item.progress && now - $0.moment >= .seconds(1) } ?? true
      guard isNew || isMoving else { return false }
      reports[item.id] = Report(state: item.state.name, attempt: attempt, progress: item.progress, moment: now)
      return true
    }
  }
}

extension UploadOutcome {
  /// The upload.
  var item: UploadItem {
    switch self {
    case .done(let item, _), .failed(let item, _): item
    }
  }
}
