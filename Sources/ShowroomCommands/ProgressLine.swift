import ReactorTerminalCore
import ShowroomCatalog
import ShowroomUploads

/// A progress line that is rewritten in place. Without a terminal, nothing is written.
///
/// Write errors are ignored, because they must not make the command fail.
struct ProgressLine: Sendable {
  private let output: TextOutput

  init(_ output: TextOutput) { self.output = output }

  /// Shows the progress of a refresh in place of the previous text.
  func show(_ progress: RefreshProgress) {
    let bar = progress.fraction.map { Self.bar($0) + " \(Int($0 * 100))%  " } ?? ""
    show(bar + progress.details())
  }

  /// Shows the progress of uploads in place of the previous text. If only failures are left, there is no bar, because a
  /// full one would look as if everything had been sent.
  ///
  /// - Parameter details: The text after the bar.
  func show(_ totals: UploadTotals, _ details: String, isASCII: Bool) {
    let bar = totals.hasOnlyFailuresLeft ? "" : totals.progress.bar(width: Self.width, isASCII: isASCII) + "  "
    show(bar + details)
  }

  /// The number of cells of a bar.
  private static let width = 20

  private static func bar(_ fraction: Double) -> String {
    let full = Int(fraction * Double(width))
    return "[" + String(repeating: "#", count: full) + String(repeating: "-", count: width - full) + "]"
  }

  /// Shows text in place of the previous text.
  func show(_ text: String) {
    guard output.canRewriteLine, let columns = output.columns else { return }
    // A line of full width would wrap and could then not be rewritten.
    rewrite(truncated(text, to: max(0, columns - 1), .clip))
  }

  /// Clears the line.
  func clear() {
    guard output.canRewriteLine else { return }
    rewrite("")
  }

  private func rewrite(_ text: String) {
    try? output.write("\r\u{1B}[K" + text)
    try? output.flush()
  }
}
