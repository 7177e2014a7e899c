import Catalogue
import ReactorTerminal
import Uploads

/// `showroom uploads`: the queue, listed or finished.
public struct UploadsCommand: Sendable {
  let format: UploadFormat

  /// The queue, written in a format.
  public init(format: UploadFormat) {
    self.format = format
  }

  /// Writes the queue: a table, or an array of objects.
  /// - Returns: how many uploads were written.
  /// - Throws: `UploadFailure`, ``OutputError``.
  public func list(_ queue: UploadQueue, to output: TextOutput, isASCII: Bool) throws -> Int {
    let items = try queue.items()
    switch format {
    case .json:
      let lines = items.map { "  " + UploadExport(item: $0).json() }
      try output.write(items.isEmpty ? "[]\n" : "[\n" + lines.joined(separator: ",\n") + "\n]\n")
    case .text where items.isEmpty: break
    case .text:
      let table = TextTable(
        Self.columns, count: items.count, available: output.columns, isASCII: isASCII,
        row: { Self.cells(items[$0]) })
      try output.write(table.header + "\n")
      for item in items { try output.write(table.line(Self.cells(item)) + "\n") }
    }
    return items.count
  }

  /// Sends all that is not done: what was interrupted, what waits, what failed. What a person cancelled stays as it is.
  ///
  /// - Returns: whether all of it is done now.
  /// - Throws: `UploadFailure`, ``UploadInterrupted``, ``OutputError``.
  public func resume(
    with equipment: UploadEquipment, to output: TextOutput, progress: TextOutput, isASCII: Bool
  ) async throws -> Bool {
    let run = UploadRun(
      equipment: equipment, format: format, output: output, errorOutput: progress, isASCII: isASCII)
    let items = try equipment.queue.items()
    let elsewhere = items.filter { $0.situation == .elsewhere }
    for item in elsewhere {
      try progress.write("showroom: " + neutralised("\(item.name): another running showroom is sending it.") + "\n")
    }
    let pending = items.filter { $0.situation == .pending || $0.situation == .stuck }
    let failedAtOnce = FailureCount()
    let areDone = try await run.follow { scheduler in
      var followed: Set<UploadItem.ID> = []
      try await scheduler.resumeInterrupted()
      for item in pending {
        guard case .failed = item.state else {
          followed.insert(item.id)
          continue
        }
        do throws(UploadFailure) {
          try await scheduler.retry(item.id)
          followed.insert(item.id)
        } catch {
          await failedAtOnce.add()
          try run.tell(.failed(item, error))
        }
      }
      return followed
    }
    let failed = await failedAtOnce.count
    return areDone && failed == 0 && elsewhere.isEmpty
  }

  private static let columns: [TextTable.Column] = [
    .init(title: "ID", isRight: true, rank: 3),
    .init(title: "State"),
    .init(title: "Car", isRight: true, rank: 2),
    .init(title: "Name", minimum: 12),
    .init(title: "Size", isRight: true, rank: 1),
    .init(title: "Done", isRight: true),
    .init(title: "Destination", rank: 5, minimum: 12),
    .init(title: "Why", rank: 4, minimum: 16),
  ]

  private static func cells(_ item: UploadItem) -> [String] {
    let confirmed = item.state == .done ? item.size : item.confirmed
    return [
      "\(item.id)", item.state.name, "\(item.car)", item.name, ByteFormatting.size(item.size),
      "\(ByteFormatting.percent(confirmed, of: item.size)) %", item.destination, item.failure?.sentence ?? "",
    ]
  }
}

/// Counts what failed before it could be followed.
private actor FailureCount {
  private(set) var count = 0

  func add() { count += 1 }
}
