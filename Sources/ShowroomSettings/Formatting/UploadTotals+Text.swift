import ReactorTerminal
import Uploads

extension UploadTotals {
  /// Returns a summary such as `3/12 files · 12.4/96.0 MB · 1.20 MB/s · 1:05 left · 1 failed`.
  ///
  /// - Parameter pause: The value of ``UploadSnapshot/pause``.
  package func text(pause: String?, isASCII: Bool) -> String {
    var parts = ["\(grouped(done))/\(counted(count, "file"))", ByteFormatting.part(progress.sent, of: progress.size)]
    if let pause { parts.append(pause) }
    if let rate = progress.rate { parts.append(ByteFormatting.rate(rate)) }
    if let timeLeft = progress.timeLeft { parts.append(ByteFormatting.time(timeLeft) + " left") }
    if failed > 0 { parts.append("\(grouped(failed)) failed") }
    return parts.joined(separator: isASCII ? " | " : " · ")
  }
}

extension UploadSnapshot {
  /// The label of a pause: `pausing` while active uploads finish, then `paused`; `nil` if the queue is not paused.
  package var pause: String? {
    guard isPaused else { return nil }
    return items.contains { $0.situation == .active } ? "pausing" : "paused"
  }
}
