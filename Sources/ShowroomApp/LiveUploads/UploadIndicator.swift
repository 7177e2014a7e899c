import ShowroomSettings
import Uploads

/// The summary of uploads in the title bar of every screen while some are under way: `⇡ 2 files 45%`.
struct UploadIndicator: Hashable {
  /// The number of uploads under way.
  let count: Int
  /// The progress of the queue in percent, as computed by ``UploadTotals``.
  let percent: Int
  /// The text for a pause, `pausing` or `paused`; `nil` while the queue is running.
  let pause: String?

  /// Creates a summary of a snapshot; `nil` while no uploads are under way.
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
