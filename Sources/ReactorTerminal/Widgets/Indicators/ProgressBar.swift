/// A bar with a percentage and text, such as `12.4 of 96 MB, 3 s left`.
///
/// For work that is done in two steps, such as sending and confirming, the bar has three parts:
///
/// ```swift
/// bar.value = progress.confirmed    // █████
/// bar.pendingValue = progress.sent  //      ▓▓▓▓
/// bar.showsPercentage = false
/// bar.text = "52% sent · 7% confirmed · 24 s left"
/// ```
public final class ProgressBar: View {
  /// The completed fraction, from 0 to 1; `nil` if it is unknown.
  public var value: Double? {
    didSet { if value != oldValue { setNeedsDisplay() } }
  }
  /// The fraction that is completed or in progress, from 0 to 1; `nil` if there is no such distinction.
  public var pendingValue: Double? {
    didSet { if pendingValue != oldValue { setNeedsDisplay() } }
  }
  /// Whether the percentage of ``value`` is shown.
  public var showsPercentage = true {
    didSet { if showsPercentage != oldValue { setNeedsDisplay() } }
  }
  /// The text after the percentage.
  public var text: String {
    didSet { if text != oldValue { setNeedsDisplay() } }
  }

  /// Creates a progress bar.
  public init(value: Double? = nil, text: String = "") {
    self.value = value
    self.text = text
    super.init()
  }

  public override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: proposal.width, height: min(1, proposal.height))
  }

  public override func draw(in canvas: Canvas) {
    let percent = showsPercentage ? value.map { Self.percent($0) } ?? "" : ""
    let percentWidth = value == nil || !showsPercentage ? 0 : 5
    // The bar keeps at least eight cells; the text is shortened first.
    let availableWidth = max(0, bounds.width - percentWidth - 10)
    let textWidth = min(displayWidth(of: text), availableWidth)
    let barWidth = bounds.width - percentWidth - (textWidth > 0 ? textWidth + 2 : 0)
    canvas.bar(in: Rect(x: 0, y: 0, width: barWidth, height: 1), fraction: value ?? 0, pending: pendingValue)
    canvas.write(
      percent, at: Point(x: barWidth + percentWidth - percent.count, y: 0), style: canvas.theme[.text])
    canvas.write(
      text, at: Point(x: bounds.width - textWidth, y: 0), style: canvas.theme[.secondary], maxWidth: textWidth,
      truncation: .ellipsis)
  }

  /// Rounds down, so that 100% means completed.
  private static func percent(_ value: Double) -> String {
    value.isFinite ? "\(Int(min(max(0, value), 1) * 100))%" : ""
  }
}
