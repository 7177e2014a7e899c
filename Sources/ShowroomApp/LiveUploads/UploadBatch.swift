import ShowroomText
import ShowroomUploads

/// Uploads that are summarized together: all that end between two moments at which no upload is in progress.
struct UploadBatch {
  /// The outcomes of a batch.
  struct Summary: Hashable {
    /// The successful uploads.
    var done: Set<Upload.ID> = []
    /// The names of the files whose last attempt failed.
    var failed: [Upload.ID: String] = [:]

    /// Whether all uploads succeeded.
    var isSuccess: Bool { failed.isEmpty }

    /// A message such as `3 files uploaded, a.pdf not uploaded`.
    var text: String {
      let uploaded = !done.isEmpty || failed.isEmpty ? "\(counted(done.count, "file")) uploaded" : ""
      guard let name = failed.first?.value else { return uploaded }
      let which = failed.count == 1 ? name : counted(failed.count, "file")
      return (uploaded.isEmpty ? "" : uploaded + ", ") + "\(which) not uploaded"
    }

    /// Adds a later batch, in which failed uploads may have been retried.
    mutating func add(_ later: Summary) {
      done.formUnion(later.done)
      failed.merge(later.failed) { $1 }
      for id in later.done { failed[id] = nil }
    }

    /// Removes the failures of uploads, and returns a summary of the removed ones.
    mutating func removeFailures(of ids: Set<Upload.ID>) -> Summary {
      let removed = failed.filter { ids.contains($0.key) }
      for id in removed.keys { failed[id] = nil }
      return Summary(failed: removed)
    }
  }

  private var current = Summary()
  private var isUnderWay = false

  /// Adds an outcome. Returns the summary if the last snapshot had no uploads in progress.
  mutating func take(_ outcome: UploadOutcome) -> Summary? {
    switch outcome {
    case .done(let upload, _), .skipped(let upload, _): current.add(Summary(done: [upload.id]))
    case .failed(let upload, let failure):
      if failure.cause != .canceled { current.add(Summary(failed: [upload.id: upload.name])) }
    }
    return isUnderWay ? nil : end()
  }

  /// Returns the summary if a new snapshot has no uploads in progress; `nil` if it has some, or if all were canceled.
  mutating func take(_ snapshot: UploadSnapshot) -> Summary? {
    isUnderWay = snapshot.uploads.contains(where: \.isUnderWay)
    return isUnderWay ? nil : end()
  }

  /// Removes the failures of uploads from the current batch, and returns a summary of the removed ones.
  mutating func removeFailures(of ids: Set<Upload.ID>) -> Summary { current.removeFailures(of: ids) }

  private mutating func end() -> Summary? {
    defer { current = Summary() }
    return current == Summary() ? nil : current
  }
}
