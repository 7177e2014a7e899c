import ShowroomText
import ShowroomUploads

/// Uploads that are summarized together: all that end between two moments at which no upload is in progress.
struct UploadBatch {
  /// The outcomes of a batch.
  struct Summary: Hashable {
    /// The number of successful uploads.
    var done = 0
    /// The names of the files that failed.
    var failed: [String] = []

    /// Whether all uploads succeeded.
    var isSuccess: Bool { failed.isEmpty }

    /// A text such as `3 files uploaded, a.pdf not uploaded`.
    var text: String {
      let uploaded = done > 0 || failed.isEmpty ? "\(counted(done, "file")) uploaded" : ""
      guard !failed.isEmpty else { return uploaded }
      let which = failed.count == 1 ? failed[0] : counted(failed.count, "file")
      return (uploaded.isEmpty ? "" : uploaded + ", ") + "\(which) not uploaded"
    }

    /// Returns the combined summary of two batches.
    func adding(_ other: Summary) -> Summary {
      Summary(done: done + other.done, failed: failed + other.failed)
    }
  }

  private var current = Summary()
  private var isUnderWay = false

  /// Adds an outcome. Returns the summary if the last snapshot had no uploads in progress.
  mutating func take(_ outcome: UploadOutcome) -> Summary? {
    switch outcome {
    case .done, .skipped: current.done += 1
    case .failed(let item, let failure): if failure.cause != .canceled { current.failed.append(item.name) }
    }
    return isUnderWay ? nil : end()
  }

  /// Returns the summary if a new snapshot has no uploads in progress; `nil` if it has some, or if all were canceled.
  mutating func take(_ snapshot: UploadSnapshot) -> Summary? {
    isUnderWay = snapshot.items.contains(where: \.isUnderWay)
    return isUnderWay ? nil : end()
  }

  private mutating func end() -> Summary? {
    defer { current = Summary() }
    return current == Summary() ? nil : current
  }
}
