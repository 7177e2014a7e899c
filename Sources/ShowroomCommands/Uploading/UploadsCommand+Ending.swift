import ShowroomSettings
import Uploads

extension UploadsCommand {
  /// The ways to end uploads without uploading them.
  package enum Ending: Sendable, Hashable {
    /// Cancels them and keeps partial uploads.
    case cancel
    /// Cancels them and deletes partial uploads at the destination.
    case discard
    /// Removes them from the queue and deletes partial uploads; uploaded files remain.
    case remove
  }

  /// Cancels, discards or removes uploads, and reports the result of each.
  ///
  /// - Returns: Whether this succeeded for all of them.
  /// - Throws: ``UploadNotFoundError``, `UploadFailure`, ``OutputError``.
  package func end(
    _ ids: [UploadItem.ID], as ending: Ending, with dependencies: UploadDependencies, to output: TextOutput,
    errorOutput: TextOutput
  ) async throws -> Bool {
    let items = try selected(ids, of: dependencies.queue)
    let scheduler = dependencies.scheduler
    try await scheduler.start()
    var areAllEnded = true
    for item in items {
      do throws(UploadFailure) {
        guard item.state != .done || ending == .remove else {
          throw UploadFailure(.protocol, "The file is already uploaded. Use --remove to remove it from the queue.")
        }
        var isGone = true
        if item.state != .done { isGone = try await scheduler.cancel(item.id, discard: ending != .cancel) }
        if ending == .remove { try await scheduler.remove(item.id) }
        if !isGone {
          areAllEnded = false
          try? report(item, "the partial upload could not be removed from \(item.destination)", to: errorOutput)
        }
        try? output.write(line(item, ending))
      } catch {
        areAllEnded = false
        try? report(item, "\(error)", to: errorOutput)
      }
    }
    await scheduler.stop(.keep)
    await dependencies.shutDown()
    try output.flush()
    return areAllEnded
  }

  private func report(_ item: UploadItem, _ text: String, to output: TextOutput) throws(OutputError) {
    try output.write("showroom: " + sanitized("\(item.name): \(text)") + "\n")
  }

  private func line(_ item: UploadItem, _ ending: Ending) -> String {
    let word =
      switch ending {
      case .cancel: "canceled"
      case .discard: "discarded"
      case .remove: "removed"
      }
    switch format {
    case .text: return sanitized("\(item.name): \(word)") + "\n"
    case .json:
      var item = item
      if item.state != .done { item.state = .canceled }
      return UploadExport(item: item).json(event: word) + "\n"
    }
  }
}
