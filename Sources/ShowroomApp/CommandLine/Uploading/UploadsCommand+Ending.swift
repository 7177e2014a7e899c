import Uploads

extension UploadsCommand {
  /// What is done with uploads that are not to be sent.
  public enum Ending: Sendable, Hashable {
    /// They stop; a part that the destination keeps stays there.
    case cancel
    /// They stop, and their parts are removed from the destination.
    case discard
    /// They leave the queue, and their parts the destination. A file that is there already stays.
    case remove
  }

  /// Cancels, discards or removes uploads, and writes what became of each.
  ///
  /// - Returns: whether that was possible for all of them.
  /// - Throws: ``UploadNotFound``, `UploadFailure`, ``OutputError``.
  public func end(
    _ ids: [UploadItem.ID], as ending: Ending, with equipment: UploadEquipment, to output: TextOutput,
    errorOutput: TextOutput
  ) async throws -> Bool {
    let items = try selected(ids, of: equipment.queue)
    let scheduler = equipment.scheduler
    try await scheduler.start()
    var areAllEnded = true
    for item in items {
      do throws(UploadFailure) {
        guard item.state != .done || ending == .remove else {
          throw UploadFailure(.protocol, "It is uploaded already; --remove takes it off the list.")
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
    await equipment.shutDown()
    try output.flush()
    return areAllEnded
  }

  private func report(_ item: UploadItem, _ text: String, to output: TextOutput) throws(OutputError) {
    try output.write("showroom: " + neutralised("\(item.name): \(text)") + "\n")
  }

  private func line(_ item: UploadItem, _ ending: Ending) -> String {
    let word =
      switch ending {
      case .cancel: "canceled"
      case .discard: "discarded"
      case .remove: "removed"
      }
    switch format {
    case .text: return neutralised("\(item.name): \(word)") + "\n"
    case .json:
      var item = item
      if item.state != .done { item.state = .cancelled }
      return UploadExport(item: item).json(event: word) + "\n"
    }
  }
}
