import Catalogue

/// One line of a terminal that is written over and over: how far a refresh is. Nothing where there is no terminal.
///
/// What cannot be written is lost: progress is not worth failing for.
struct ProgressLine: Sendable {
  private let output: TextOutput

  init(_ output: TextOutput) { self.output = output }

  /// Shows how far it is, in place of what was shown before.
  func show(_ progress: RefreshProgress) {
    guard output.canRewriteLine, let columns = output.columns else { return }
    // A full line would wrap, and the next one would no longer be in its place.
    rewrite(String(progress.summary.prefix(max(0, columns - 1))))
  }

  /// Takes the line away.
  func clear() {
    guard output.canRewriteLine else { return }
    rewrite("")
  }

  private func rewrite(_ text: String) {
    try? output.write("\r\u{1B}[K" + text)
    try? output.flush()
  }
}
