import ReactorTerminal
import ShowroomFormatting
import ShowroomUploads

/// The line with the progress of all uploads: a bar with three parts, and the totals.
final class UploadTotalsView: View {
  /// The progress shown by the bar.
  var progress = UploadProgress.none {
    didSet { if progress != oldValue { setNeedsDisplay() } }
  }
  /// The text after the bar.
  var text = "" {
    didSet { if text != oldValue { setNeedsDisplay() } }
  }

  /// The minimum number of cells for the bar when the text is shortened.
  private static let minimumBar = 8

  /// The area of the total progress.
  override var headingAreas: [Rect] { [bounds] }

  override func draw(in canvas: Canvas) {
    let isASCII = window?.capabilities.isASCII == true
    let textWidth = min(displayWidth(of: text), max(0, bounds.width - Self.minimumBar - 2))
    let barWidth = max(0, bounds.width - (textWidth > 0 ? textWidth + 2 : 0))
    let parts = progress.barParts(width: barWidth)
    let bar = progress.bar(width: barWidth, isASCII: isASCII)
    let filled = String(bar.prefix(parts.confirmed + parts.sent))
    canvas.write(filled, at: .zero, style: canvas.theme[.barFilled])
    canvas.write(
      String(bar.dropFirst(filled.count)), at: Point(x: filled.count, y: 0), style: canvas.theme[.barEmpty])
    canvas.write(
      text, at: Point(x: bounds.width - textWidth, y: 0), style: canvas.theme[.secondary], maxWidth: textWidth,
      truncation: .ellipsis)
  }
}
