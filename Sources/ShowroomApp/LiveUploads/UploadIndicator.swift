import Uploads

/// What every screen says of uploads while some are under way: `⇡ 2 files 45%`.
struct UploadIndicator: Hashable {
  /// How many are under way.
  let count: Int
  /// How much of them is there, rounded down.
  let percent: Int
  let isPaused: Bool

  /// Nil while nothing is under way.
  init?(_ snapshot: UploadSnapshot) {
    let items = snapshot.items.filter(\.isUnderWay)
    guard !items.isEmpty else { return nil }
    count = items.count
    percent = ByteFormatting.percent(
      items.reduce(0) { $0 + min($1.confirmed, $1.size) }, of: items.reduce(0) { $0 + $1.size })
    isPaused = snapshot.isPaused
  }

  func text(isASCII: Bool) -> String {
    "\(isASCII ? "^" : "⇡") \(counted(count, "file")) " + (isPaused ? "paused" : "\(percent)%")
  }
}
