import Catalogue
import ReactorTerminal
import Uploads

/// How uploads are told of.
public enum UploadFormat: String, Sendable, Hashable, CaseIterable {
  /// Lines for a person.
  case text
  /// A line of JSON (RFC 8259) for each event.
  case json
}

/// The program was interrupted while it uploaded; it ends with status 130.
public struct UploadInterrupted: Error, Sendable, Hashable, CustomStringConvertible {
  /// A sentence that says how to go on.
  public var description: String {
    "Interrupted. Run showroom uploads --resume to continue; where the destination cannot resume, files start over."
  }
}

/// Follows uploads to their end without a screen.
struct UploadRun: Sendable {
  let equipment: UploadEquipment
  let format: UploadFormat
  let output: TextOutput
  let errorOutput: TextOutput
  let isASCII: Bool

  /// Begins, and returns when every upload that was begun has ended.
  ///
  /// SIGINT and cancelling the task stop what is under way; it can be resumed.
  ///
  /// - Parameter begin: says which uploads are followed.
  /// - Returns: whether all of them are done.
  /// - Throws: ``UploadInterrupted``, `UploadFailure`, ``OutputError``.
  func follow(
    _ begin: @escaping @Sendable (UploadScheduler) async throws -> Set<UploadItem.ID>
  ) async throws -> Bool {
    let warnings = equipment.scheduler.warnings()
    let warning = Task { try await tell(warnings) }
    let result: Result<Bool, any Error>
    do {
      result = .success(try await cancelling { try await following(begin) })
    } catch {
      result = .failure(error is CancellationError ? UploadInterrupted() : error)
    }
    await equipment.scheduler.stop(.keep)
    await equipment.shutDown()
    // What could not be cleaned up is told at the very end.
    try await warning.value
    return try result.get()
  }

  private func following(
    _ begin: @Sendable (UploadScheduler) async throws -> Set<UploadItem.ID>
  ) async throws -> Bool {
    let scheduler = equipment.scheduler
    // Listened to first, so that an upload that ends at once is not missed.
    let outcomes = scheduler.finished()
    let snapshots = scheduler.snapshots()
    try await scheduler.start()
    let followed = try await begin(scheduler)
    if followed.isEmpty { return true }
    var pending = followed
    let line = ProgressLine(errorOutput)
    let progress = Task { try await tell(snapshots, of: followed, on: line) }
    defer {
      progress.cancel()
      line.clear()
    }
    var areAllDone = true
    for await outcome in outcomes {
      guard pending.remove(outcome.item.id) != nil else { continue }
      line.clear()
      try tell(outcome)
      if case .failed = outcome { areAllDone = false }
      if pending.isEmpty { break }
    }
    try Task.checkCancellation()
    return areAllDone
  }

  /// Tells how an upload ended.
  func tell(_ outcome: UploadOutcome) throws(OutputError) {
    switch (outcome, format) {
    case (.failed(var item, let failure), .json):
      // The row may not say so yet.
      item.state = .failed(failure)
      try output.write(UploadExport(item: item).json(event: "failed") + "\n")
    case (.done(let item, let attachment), .json):
      try output.write(UploadExport(item: item).json(event: "done", attachment: attachment) + "\n")
    case (.done(_, let attachment), .text):
      let file = attachment.file
      try output.write(
        neutralised("\(file.name): uploaded, \(ByteFormatting.size(file.size)), \(file.location)") + "\n")
    case (.failed(let item, let failure), .text):
      var hint = ""
      if case .duplicate = failure.cause {
        hint = " Add --on-duplicate replace or --on-duplicate keep-both to upload it anyway."
      }
      if failure.cause == .unauthorised, item.destination != "\(equipment.places.configured)" {
        hint = " Credentials of the environment are used for the destination named by --destination alone."
      }
      try errorOutput.write("showroom: " + neutralised("\(item.name): \(failure)\(hint)") + "\n")
    }
    try output.flush()
    try errorOutput.flush()
  }

  private func tell(_ warnings: AsyncStream<UploadWarning>) async throws(OutputError) {
    for await warning in warnings {
      switch format {
      case .text:
        try errorOutput.write("showroom: " + neutralised("\(warning.item.name): \(warning.sentence)") + "\n")
        try errorOutput.flush()
      case .json:
        try output.write(UploadExport(item: warning.item).json(event: "warning", sentence: warning.sentence) + "\n")
        try output.flush()
      }
    }
  }

  private func tell(
    _ snapshots: AsyncStream<UploadSnapshot>, of followed: Set<UploadItem.ID>, on line: ProgressLine
  ) async throws {
    var events = UploadProgressEvents()
    for await snapshot in snapshots {
      let items = snapshot.items.filter { followed.contains($0.id) }
      let told = events.worthTelling(items, at: .now)
      switch format {
      case .text where errorOutput.canRewriteLine: line.show(summary(items, snapshot))
      case .text: try announceRetries(told)
      case .json:
        for item in told { try output.write(UploadExport(item: item).json(event: "progress") + "\n") }
        try output.flush()
      }
    }
  }

  /// Without a line that shows it, a wait would be silence.
  private func announceRetries(_ items: [UploadItem]) throws(OutputError) {
    for item in items {
      guard case .retrying = item.state else { continue }
      let sentence = item.sentence.prefix(1).lowercased() + item.sentence.dropFirst()
      try errorOutput.write("showroom: " + neutralised("\(item.name): \(sentence)") + "\n")
    }
    try errorOutput.flush()
  }

  private func summary(_ items: [UploadItem], _ snapshot: UploadSnapshot) -> String {
    let totals = UploadTotals(items)
    let percent = "\(totals.progress.percent)%"
    let active = items.first { $0.situation == .active }.map { "\($0.name): \($0.state.name)" }
    let retrying = items.lazy.compactMap { item -> String? in
      guard case .retrying(let failure, _, let seconds) = item.state else { return nil }
      return "\(item.name): retry in \(ByteFormatting.time(seconds)), \(failure.sentence)"
    }.first
    return ([percent, totals.text(pause: nil, isASCII: isASCII)] + [active ?? retrying].compactMap(\.self))
      .joined(separator: isASCII ? " | " : " · ")
  }
}

/// Which steps of uploads are worth a line: each new state and each retry, and in between one a second.
struct UploadProgressEvents {
  private struct Told {
    var state: String
    var attempt: Int
    var progress: UploadProgress
    var moment: ContinuousClock.Instant
  }

  private var told: [UploadItem.ID: Told] = [:]

  mutating func worthTelling(_ items: [UploadItem], at now: ContinuousClock.Instant) -> [UploadItem] {
    items.filter { item in
      // Their ends are events of their own.
      if item.state == .done || item.situation == .stuck { return false }
      let last = told[item.id]
      let attempt = if case .retrying(_, let failures, _) = item.state { failures } else { 0 }
      let isNew = last?.state != item.state.name || last?.attempt != attempt
      let isMoving = last.map { $0.progress != item.progress && now - $0.moment >= .seconds(1) } ?? true
      guard isNew || isMoving else { return false }
      told[item.id] = Told(state: item.state.name, attempt: attempt, progress: item.progress, moment: now)
      return true
    }
  }
}

extension UploadOutcome {
  /// The upload that has ended.
  var item: UploadItem {
    switch self {
    case .done(let item, _), .failed(let item, _): item
    }
  }
}
