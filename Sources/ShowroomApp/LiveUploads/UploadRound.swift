import Uploads

/// The uploads from the moment when one is under way to that when none is any more: what a person is told at its end.
struct UploadRound {
  /// What it came to.
  struct End: Hashable {
    /// How many arrived.
    var done = 0
    /// The names of those that failed.
    var failed: [String] = []

    /// Whether all arrived.
    var isSuccess: Bool { failed.isEmpty }

    /// `3 files uploaded, a.pdf not uploaded`
    var text: String {
      let arrived = done > 0 || failed.isEmpty ? "\(counted(done, "file")) uploaded" : ""
      guard !failed.isEmpty else { return arrived }
      let which = failed.count == 1 ? failed[0] : counted(failed.count, "file")
      return (arrived.isEmpty ? "" : arrived + ", ") + "\(which) not uploaded"
    }

    /// Both together.
    func adding(_ other: End) -> End {
      End(done: done + other.done, failed: failed + other.failed)
    }
  }

  private var present = End()
  private var isUnderWay = false

  /// An upload ended: what is to be said when it was the last, and the queue had said so before.
  mutating func take(_ outcome: UploadOutcome) -> End? {
    switch outcome {
    case .done: present.done += 1
    case .failed(let item, let failure): if failure.cause != .cancelled { present.failed.append(item.name) }
    }
    return isUnderWay ? nil : end()
  }

  /// The queue is another: what is to be said when nothing is under way any more; nil while something is, or when all were
  /// cancelled.
  mutating func take(_ snapshot: UploadSnapshot) -> End? {
    isUnderWay = snapshot.items.contains(where: \.isUnderWay)
    return isUnderWay ? nil : end()
  }

  private mutating func end() -> End? {
    defer { present = End() }
    return present == End() ? nil : present
  }
}
