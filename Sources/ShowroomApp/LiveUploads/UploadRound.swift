import Uploads

/// The uploads from the moment when one is under way to that when none is any more: what a person is told at its end.
struct UploadRound {
  private var done = 0
  private var failed: [String] = []
  private var isUnderWay = false

  /// An upload ended.
  mutating func take(_ outcome: UploadOutcome) {
    switch outcome {
    case .done: done += 1
    case .failed(let item, let failure): if failure.cause != .cancelled { failed.append(item.name) }
    }
  }

  /// What is to be said when the last one has ended; nil while some are under way, or when all were cancelled.
  mutating func take(_ snapshot: UploadSnapshot) -> (text: String, isSuccess: Bool)? {
    isUnderWay = snapshot.items.contains(where: \.isUnderWay)
    return isUnderWay ? nil : end()
  }

  /// The same, for an outcome that came after the snapshot that says that nothing is under way.
  mutating func endIfIdle() -> (text: String, isSuccess: Bool)? {
    isUnderWay ? nil : end()
  }

  private mutating func end() -> (text: String, isSuccess: Bool)? {
    defer { (done, failed) = (0, []) }
    if done + failed.count == 0 { return nil }
    if failed.isEmpty { return ("\(counted(done, "file")) uploaded", true) }
    let which = failed.count == 1 ? failed[0] : counted(failed.count, "file")
    return ((done > 0 ? "\(counted(done, "file")) uploaded, " : "") + "\(which) not uploaded", false)
  }
}
