import Catalogue
import ReactorTerminal
import Uploads

/// There is no upload of that number; the program ends with status 1.
public struct UploadNotFound: Error, Sendable, Hashable, CustomStringConvertible {
  /// The number that was asked for.
  public let id: UploadItem.ID

  /// A sentence that says where to look.
  public var description: String { "There is no upload \(id): showroom uploads lists them." }
}

/// `showroom uploads`: the queue, listed, finished or cleared.
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

  /// Sends what is not done: what was interrupted and what failed. What a person canceled stays as it is, unless it is
  /// named.
  ///
  /// - Parameters:
  ///   - ids: the uploads to send; empty for all.
  ///   - onDuplicate: what to do from now on when the destination has a file of the name; nil leaves it as it was.
  /// - Returns: whether all of it is done now.
  /// - Throws: ``UploadNotFound``, `UploadFailure`, ``UploadInterrupted``, ``OutputError``.
  public func resume(
    _ ids: [UploadItem.ID] = [], onDuplicate: DuplicatePolicy? = nil, with equipment: UploadEquipment,
    to output: TextOutput, progress: TextOutput, isASCII: Bool
  ) async throws -> Bool {
    let run = UploadRun(
      equipment: equipment, format: format, output: output, errorOutput: progress, isASCII: isASCII)
    let items = try selected(ids, of: equipment.queue)
    let elsewhere = items.filter { $0.situation == .elsewhere }
    for item in elsewhere {
      try progress.write("showroom: " + neutralised("\(item.name): \(item.sentence)") + "\n")
    }
    let interrupted = items.filter { $0.state == .interrupted }.map(\.id)
    let stopped = items.filter { item in
      if case .failed = item.state { true } else { item.state == .cancelled && !ids.isEmpty }
    }
    let failedAtOnce = FailureCount()
    let areDone = try await run.follow { scheduler in
      var followed: Set<UploadItem.ID> = []
      if !interrupted.isEmpty {
        followed = Set(try await scheduler.resumeInterrupted(interrupted, onDuplicate: onDuplicate))
        // The others went to a program that was faster.
        if followed.count < interrupted.count { await failedAtOnce.add() }
      }
      for item in stopped {
        do throws(UploadFailure) {
          try await scheduler.retry(item.id, onDuplicate: onDuplicate)
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

  /// The rows with these numbers, or all.
  func selected(_ ids: [UploadItem.ID], of queue: UploadQueue) throws -> [UploadItem] {
    let items = try queue.items()
    if let missing = ids.first(where: { id in !items.contains { $0.id == id } }) { throw UploadNotFound(id: missing) }
    return ids.isEmpty ? items : items.filter { ids.contains($0.id) }
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
    [
      "\(item.id)", item.state.name, "\(item.car)", item.name, ByteFormatting.size(item.size),
      "\(item.progress.percent)%", item.destination, item.failure?.sentence ?? "",
    ]
  }
}

/// Counts what failed before it could be followed.
private actor FailureCount {
  private(set) var count = 0

  func add() { count += 1 }
}
