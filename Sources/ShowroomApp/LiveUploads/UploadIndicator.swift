import Uploads

/// The summary of uploads in the title bar of every screen while some are under way: `⇡ 2 files 45%`.
struct UploadIndicator: Hashable {
  /// The number of uploads under way.
  let count: Int
  /// The progress of the queue, as ``UploadTotals`` has it.
  let percent: Int
  /// The word for a pause; nil where there is none.
  let pause: String?

  /// Nil while nothing is under way.
  init?(_ snapshot: UploadSnapshot) {
    let totals = snapshot.totals
    count = totals.count - totals.done
    guard count > 0 else { return nil }
    percent = totals.progress.percent
    pause = snapshot.pause
  }

  func text(isASCII: Bool) -> String {
    "\(isASCII ? "^" : "⇡") \(counted(count, "file")) \(percent)%" + (pause.map { " \($0)" } ?? "")
  }
}
