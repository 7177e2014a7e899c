import Catalogue
import ReactorTerminal

/// One line of a terminal that is written over and over: how far something is. Nothing where there is no terminal.
///
/// What cannot be written is lost: progress is not worth failing for.
struct ProgressLine: Sendable {
  private let output: TextOutput

  init(_ output: TextOutput) { self.output = output }

  /// Shows how far a refresh is, in place of what was shown before.
  func show(_ progress: RefreshProgress) {
    let bar = progress.fraction.map { Self.bar($0) + " \(Int($0 * 100))%  " } ?? ""
    show(bar + progress.details())
  }

  private static func bar(_ fraction: Double) -> String {
    let cells = 20
    let full = Int(fraction * Double(cells))
    return "[" + String(repeating: "#", count: full) + String(repeating: "-", count: cells - full) + "]"
  }

  /// Shows a text in place of what was shown before.
  func show(_ text: String) {
    guard output.canRewriteLine, let columns = output.columns else { return }
    // A full line would wrap, and the next one would no longer be in its place.
    rewrite(truncated(text, to: max(0, columns - 1), .clip))
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
