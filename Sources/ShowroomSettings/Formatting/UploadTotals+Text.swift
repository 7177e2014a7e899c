import ReactorTerminal
import ShowroomUploads

extension UploadTotals {
  /// Returns a summary such as `52% sent · 7% confirmed · 1:05 left · 3/12 files · 1 failed · 12.4/96.0 MB · 1.20 MB/s`.
  ///
  /// The most important parts come first, because a narrow window cuts the end.
  ///
  /// - Parameter pause: The value of ``UploadSnapshot/pause``.
  package func text(pause: String?, isASCII: Bool) -> String {
    var parts = [progress.text(pause: pause, isASCII: isASCII)]
    parts.append("\(grouped(done))/\(counted(count, "file"))")
    if failed > 0 { parts.append("\(grouped(failed)) failed") }
    parts.append(ByteFormatting.part(progress.sent, of: progress.size))
    if let rate = progress.rate { parts.append(ByteFormatting.rate(rate)) }
    return parts.joined(separator: UploadProgress.separator(isASCII: isASCII))
  }
}

extension UploadSnapshot {
  /// The label of a pause: `pausing` while active uploads finish, then `paused`; `nil` if the queue is not paused.
  package var pause: String? {
    guard isPaused else { return nil }
    return items.contains { $0.situation == .active } ? "pausing" : "paused"
  }
}
