import ReactorTerminal
import ShowroomFormatting
import ShowroomUploads

/// The line with the progress of all uploads: a bar with three parts, and the totals. There is no bar if only failures
/// are left, because it would be full.
final class UploadTotalsView: View {
  /// The totals: their progress is shown by the bar, and their text after it.
  var totals = UploadTotals([]) {
    didSet { if totals != oldValue { setNeedsDisplay() } }
  }
  /// The label of a pause; `nil` if the queue is not paused.
  var pause: String? {
    didSet { if pause != oldValue { setNeedsDisplay() } }
  }

  /// The minimum number of cells for the bar, for which the text is shortened.
  private static let minimumBar = 8

  /// The area of the total progress.
  override var headingAreas: [Rect] { [bounds] }

  override func draw(in canvas: Canvas) {
    let isASCII = window?.capabilities.isASCII == true
    let progress = totals.progress
    let room = max(0, bounds.width - Self.minimumBar - 2)
    let text = totals.text(pause: pause, isASCII: isASCII, width: room)
    let textWidth = min(displayWidth(of: text), room)
    let barWidth = totals.hasOnlyFailuresLeft ? 0 : max(0, bounds.width - (textWidth > 0 ? textWidth + 2 : 0))
    let parts = progress.barParts(width: barWidth)
    let bar = progress.bar(width: barWidth, isASCII: isASCII)
    let filled = String(bar.prefix(parts.confirmed + parts.sent))
    canvas.write(filled, at: .zero, style: canvas.theme[.barFilled])
    canvas.write(
      String(bar.dropFirst(filled.count)), at: Point(x: filled.count, y: 0), style: canvas.theme[.barEmpty])
    canvas.write(
      text, at: Point(x: barWidth > 0 ? bounds.width - textWidth : 0, y: 0), style: canvas.theme[.secondary],
      maxWidth: textWidth, truncation: .ellipsis)
  }
}
