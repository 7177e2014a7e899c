import ShowroomSettings
import ShowroomUploads

extension UploadsCommand {
  /// A way of ending uploads without completing them.
  package enum Ending: Sendable, Hashable {
    /// Cancels the uploads and keeps partial uploads.
    case cancel
    /// Cancels the uploads and deletes partial uploads at the destination.
    case discard
    /// Removes the uploads from the queue and deletes partial uploads. Uploaded files are kept.
    case remove
  }

  /// Cancels, discards or removes uploads, and reports the result of each.
  ///
  /// - Returns: Whether the operation succeeded for all of them.
  /// - Throws: ``UploadNotFoundError``, `UploadFailure`, or ``OutputError``.
  package func end(
    _ ids: [Upload.ID], as ending: Ending, with dependencies: UploadDependencies, to output: TextOutput,
    errorOutput: TextOutput
  ) async throws -> Bool {
    let uploads = try selected(ids, of: dependencies.queue)
    let messages = UploadMessages(output: output, errorOutput: errorOutput)
    let scheduler = dependencies.scheduler
    let warnings = scheduler.warnings()
    let warning = Task { await messages.report(warnings, format) }
    try await scheduler.start()
    var areAllEnded = true
    for upload in uploads {
      do throws(UploadFailure) {
        guard upload.state != .done || ending == .remove else {
          throw UploadFailure(.protocol, "The file is already uploaded. Use --remove to remove it from the queue.")
        }
        var ended = ending
        switch ending {
        case .cancel: try await scheduler.cancel(upload.id, discard: false)
        // A warning states why data is left.
        case .discard: if try await !scheduler.cancel(upload.id, discard: true) { ended = .cancel }
        case .remove: try await scheduler.remove(upload.id)
        }
        messages.write(line(upload, ended))
      } catch {
        areAllEnded = false
        messages.complain(upload, error, dependencies)
      }
    }
    await scheduler.stop(.keep)
    await dependencies.shutDown()
    await warning.value
    messages.complainAboutRest()
    try messages.finish()
    return areAllEnded
  }

  private func line(_ upload: Upload, _ ending: Ending) -> String {
    let word =
      switch ending {
      case .cancel: "canceled"
      case .discard: "discarded"
      case .remove: "removed"
      }
    switch format {
    case .text: return sanitized("\(upload.name): \(word)")
    case .json:
      var upload = upload
      if upload.state != .done { upload.state = .canceled }
      return UploadExport(upload: upload).json(event: word)
    }
  }
}
