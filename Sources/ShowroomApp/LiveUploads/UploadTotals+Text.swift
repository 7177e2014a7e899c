import ReactorTerminal
import Uploads

extension UploadTotals {
  /// `3/12 files · 12.4/96.0 MB · 1.20 MB/s · 1:05 left · 1 failed`
  func text(isPaused: Bool, isASCII: Bool) -> String {
    var parts = ["\(grouped(done))/\(counted(count, "file"))", ByteFormatting.part(progress.sent, of: progress.size)]
    if isPaused { parts.append("paused") }
    if let rate = progress.rate { parts.append(ByteFormatting.rate(rate)) }
    if let timeLeft = progress.timeLeft { parts.append(ByteFormatting.time(timeLeft) + " left") }
    if failed > 0 { parts.append("\(grouped(failed)) failed") }
    return parts.joined(separator: isASCII ? " | " : " · ")
  }
}
