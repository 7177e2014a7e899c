import ReactorTerminalCore
import ShowroomText
import ShowroomUploads

/// The format of upload progress. The upload screen, the title bar and the commands all use it, so that they show the
/// same numbers.
extension UploadProgress {
  /// Returns the bytes sent and confirmed, and the time left: `52% sent · 7% confirmed · 24 s left`.
  ///
  /// - Parameter pause: The value of ``UploadSnapshot/pause``, which replaces the time left.
  package func text(pause: String? = nil, isASCII: Bool) -> String {
    parts(pause: pause).joined(separator: .partSeparator(isASCII: isASCII))
  }

  fileprivate func parts(pause: String?) -> [String] {
    var parts = ["\(percent)% sent", "\(confirmedPercent)% confirmed"]
    if let pause {
      parts.append(pause)
    } else if isStalled {
      parts.append("stalled")
    } else if let timeLeft {
      parts.append("\(ByteFormatting.time(timeLeft)) left")
    }
    return parts
  }

  /// Returns a bar with three parts: confirmed, sent and remaining, such as `█████▓▓▓▓░░░░`.
  ///
  /// The parts differ in shape, so that they are distinguishable without color. Only a complete upload fills the bar.
  package func bar(width: Int, isASCII: Bool) -> String {
    let parts = barParts(width: width)
    let glyphs: Theme.Glyphs = isASCII ? .ascii : .unicode
    let pieces: [(Character, Int)] = [
      (glyphs.barEighths.last ?? "#", parts.confirmed), (isASCII ? "=" : "▓", parts.sent),
      (glyphs.barEmpty, parts.left),
    ]
    return pieces.map { String(repeating: String($0), count: $1) }.joined()
  }

  /// Returns the numbers of cells of the three parts of a bar. Rounding never hides the first bytes sent.
  package func barParts(width: Int) -> (confirmed: Int, sent: Int, left: Int) {
    let width = max(0, width)
    let confirmed = Int(confirmedFraction * Double(width))
    let sent = min(width, max(self.sent > 0 ? 1 : 0, Int(fraction * Double(width))))
    return (min(confirmed, sent), sent - min(confirmed, sent), width - sent)
  }
}

extension UploadTotals {
  /// Returns a summary such as `52% sent · 7% confirmed · 1:05 left · 3/12 files · 1 failed · 12.4/96.0 MB · 1.20
  /// MB/s`.
  ///
  /// The files include failed ones; the bytes and percentages do not. If only failures are left, there are therefore no
  /// percentages: `11/12 files · 1 failed · 96.0 MB`.
  ///
  /// The most important parts come first, because a narrow window shows as many whole parts as fit. Failures are never
  /// left out.
  ///
  /// - Parameters:
  ///   - pause: The value of ``UploadSnapshot/pause``.
  ///   - width: The maximum width. The first part and the failures are included even if they are wider.
  package func text(pause: String?, isASCII: Bool, width: Int = .max) -> String {
    var parts = hasOnlyFailuresLeft ? [] : progress.parts(pause: pause)
    parts.append("\(grouped(done))/\(counted(count + failed, "file"))")
    let failures = failed > 0 ? "\(grouped(failed)) failed" : nil
    if let failures { parts.append(failures) }
    parts.append(
      hasOnlyFailuresLeft
        ? ByteFormatting.size(progress.size) : ByteFormatting.part(progress.sent, of: progress.size))
    if let rate = progress.rate { parts.append(ByteFormatting.rate(rate)) }
    let separator = String.partSeparator(isASCII: isASCII)
    while displayWidth(of: parts.joined(separator: separator)) > width,
      let last = parts.lastIndex(where: { $0 != failures }), last > 0
    {
      parts.remove(at: last)
    }
    return parts.joined(separator: separator)
  }
}

extension UploadSnapshot {
  /// The label of a pause: `pausing` while active uploads finish, then `paused`; `nil` if the queue is not paused.
  package var pause: String? {
    guard isPaused else { return nil }
    return uploads.contains { $0.situation == .active } ? "pausing" : "paused"
  }
}
