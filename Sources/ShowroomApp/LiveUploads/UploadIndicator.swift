import Uploads

/// The summary of uploads in the title bar of every screen while some are under way: `⇡ 2 files 45%`.
struct UploadIndicator: Hashable {
  /// The number of uploads under way.
  let count: Int
  /// The progress of the queue, as ``UploadTotals`` has it.
  let percent: Int
  /// Whether nothing moves any more because the queue is paused.
  let isPaused: Bool

  /// Nil while nothing is under way.
  init?(_ snapshot: UploadSnapshot) {
    let totals = snapshot.totals
    count = totals.count - totals.done
    guard count > 0 else { return nil }
    percent = totals.progress.percent
    isPaused = snapshot.isPaused && !snapshot.items.contains { $0.situation == .active }
  }

  func text(isASCII: Bool) -> String {
    "\(isASCII ? "^" : "⇡") \(counted(count, "file")) \(percent)%" + (isPaused ? " paused" : "")
  }
}
