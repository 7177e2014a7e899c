import ReactorTerminalCore
import ShowroomCatalog
import ShowroomFormatting
import ShowroomSettings
import ShowroomText
import ShowroomUploads

/// The error if an upload does not exist. The program exits with status 1.
package struct UploadNotFoundError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The requested ID.
  package let id: Upload.ID

  /// A message that says what to do.
  package var description: String {
    "Upload \(id) does not exist. Use showroom uploads to list uploads with their IDs."
  }
}

/// The command `showroom uploads`, which lists, resumes or clears the upload queue.
package struct UploadsCommand: Sendable {
  let format: SheetFormat

  /// Creates the command.
  package init(format: SheetFormat) {
    self.format = format
  }

  /// Writes the queue as a table or as an array of objects.
  ///
  /// - Returns: The number of uploads.
  /// - Throws: `UploadFailure` or ``OutputError``.
  package func list(_ queue: UploadQueue, to output: TextOutput, isASCII: Bool) throws -> Int {
    let uploads = try queue.uploads()
    switch format {
    case .json: try output.write(objects: uploads.map { UploadExport(upload: $0).json() })
    case .text: try output.write(Self.columns, count: uploads.count, isASCII: isASCII) { Self.cells(uploads[$0]) }
    }
    return uploads.count
  }

  /// Resumes interrupted and failed uploads, and also canceled ones if their IDs are given.
  ///
  /// - Parameters:
  ///   - ids: The IDs of uploads; empty for all.
  ///   - onDuplicate: The new policy for duplicates; `nil` to keep the current one.
  /// - Returns: Whether all of them succeeded.
  /// - Throws: ``UploadNotFoundError``, `UploadFailure`, ``UploadInterrupted``, or ``OutputError``.
  package func resume(
    _ ids: [Upload.ID] = [], onDuplicate: DuplicatePolicy? = nil, with dependencies: UploadDependencies,
    to output: TextOutput, progress: TextOutput, isASCII: Bool
  ) async throws -> Bool {
    let messages = UploadMessages(output: output, errorOutput: progress)
    let run = UploadRun(
      dependencies: dependencies, format: format, messages: messages, errorOutput: progress, isASCII: isASCII)
    let uploads = try selected(ids, of: dependencies.queue)
    let elsewhere = uploads.filter { $0.situation == .elsewhere }
    let complain = { @Sendable (upload: Upload) in
      messages.complain("\(upload.name): \(upload.statusText(isASCII: isASCII))")
    }
    elsewhere.forEach(complain)
    let interrupted = uploads.filter { $0.state == .interrupted }
    let stopped = uploads.filter { upload in
      if case .failed = upload.state { true } else { upload.state == .canceled && !ids.isEmpty }
    }
    let failedAtOnce = FailureCount()
    let areDone = try await run.follow { scheduler in
      var followed: Set<Upload.ID> = []
      if !interrupted.isEmpty {
        followed = Set(try await scheduler.resumeInterrupted(interrupted.map(\.id), onDuplicate: onDuplicate))
        // Another instance of the program has claimed the other uploads first, and may have completed some of them.
        let claimed = Set(interrupted.map(\.id)).subtracting(followed)
        for upload in claimed.isEmpty ? [] : try dependencies.queue.uploads()
        where claimed.contains(upload.id) && upload.situation == .elsewhere {
          complain(upload)
          await failedAtOnce.add()
        }
      }
      for upload in stopped {
        do throws(UploadFailure) {
          if try await scheduler.retry(upload.id, onDuplicate: onDuplicate) { followed.insert(upload.id) }
        } catch {
          await failedAtOnce.add()
          run.report(.failed(upload, error))
        }
      }
      return followed
    }
    let failed = await failedAtOnce.count
    return areDone && failed == 0 && elsewhere.isEmpty
  }

  /// Returns the uploads with the given IDs, or all uploads.
  func selected(_ ids: [Upload.ID], of queue: UploadQueue) throws -> [Upload] {
    let uploads = try queue.uploads()
    if let missing = ids.first(where: { id in !uploads.contains { $0.id == id } }) {
      throw UploadNotFoundError(id: missing)
    }
    return ids.isEmpty ? uploads : uploads.filter { ids.contains($0.id) }
  }

  private static let columns: [TextTable.Column] = [
    .init(title: "ID", isRight: true, rank: 3),
    .init(title: "State"),
    .init(title: "Car", isRight: true, rank: 2),
    .init(title: "Name", minimum: 12),
    .init(title: "Size", isRight: true, rank: 1),
    .init(title: "Progress", isRight: true),
    .init(title: "Destination", rank: 5, minimum: 12),
    .init(title: "Error", rank: 4, minimum: 16),
  ]

  private static func cells(_ upload: Upload) -> [String] {
    [
      "\(upload.id)", upload.state.name, "\(upload.car)", upload.name, ByteFormatting.size(upload.size),
      "\(upload.progress.percent)%", upload.destination, upload.failure?.message ?? "",
    ]
  }
}

/// A counter of uploads that could not be started.
private actor FailureCount {
  private(set) var count = 0

  func add() { count += 1 }
}
