import ReactorTerminal
import ShowroomText
import ShowroomUploads

/// The summary of uploads in the title bar of every screen while any are in progress: `⇡ 2 files 52% sent · 7%
/// confirmed · 24 s left`.
struct UploadIndicator: Hashable {
  /// The number of uploads in progress.
  let count: Int
  /// The progress of the queue, as computed by ``UploadTotals``.
  let progress: UploadProgress
  /// The text for a pause, `pausing` or `paused`; `nil` while the queue is running.
  let pause: String?

  /// Creates a summary of a snapshot; `nil` if no uploads are in progress.
  init?(_ snapshot: UploadSnapshot) {
    let totals = snapshot.totals
    count = totals.count - totals.done
    guard count > 0 else { return nil }
    progress = totals.progress
    pause = snapshot.pause
  }

  func text(isASCII: Bool) -> String { "\(files(isASCII)) \(progress.text(pause: pause, isASCII: isASCII))" }

  /// Returns a shorter form for a title bar with little space: `⇡ 2 files 52%`.
  func shortText(isASCII: Bool) -> String { "\(files(isASCII)) \(progress.percent)%" + (pause.map { " \($0)" } ?? "") }

  /// The progress for the taskbar.
  var taskProgress: TaskProgress { .value(Double(progress.percent) / 100) }

  private func files(_ isASCII: Bool) -> String { "\(isASCII ? "^" : "⇡") \(counted(count, "file"))" }
}
