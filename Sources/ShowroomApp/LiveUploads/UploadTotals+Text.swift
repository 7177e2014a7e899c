import ReactorTerminal
import Uploads

extension UploadTotals {
  /// `3/12 files · 12.4/96.0 MB · 1.20 MB/s · 1:05 left · 1 failed`
  /// - Parameter pause: ``UploadSnapshot/pause``.
  func text(pause: String?, isASCII: Bool) -> String {
    var parts = ["\(grouped(done))/\(counted(count, "file"))", ByteFormatting.part(progress.sent, of: progress.size)]
    if let pause { parts.append(pause) }
    if let rate = progress.rate { parts.append(ByteFormatting.rate(rate)) }
    if let timeLeft = progress.timeLeft { parts.append(ByteFormatting.time(timeLeft) + " left") }
    if failed > 0 { parts.append("\(grouped(failed)) failed") }
    return parts.joined(separator: isASCII ? " | " : " · ")
  }
}

extension UploadSnapshot {
  /// The word for a pause; nil where there is none. Files that are being sent may be finished first.
  var pause: String? {
    guard isPaused else { return nil }
    return items.contains { $0.situation == .active } ? "pausing" : "paused"
  }
}
