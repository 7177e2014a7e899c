/// How far something is: a bar, the percentage, and a text such as `12.4 of 96 MB, 3 s left`.
public final class ProgressBar: View {
  /// How much is done, 0...1; nil when nobody knows.
  public var value: Double? {
    didSet { if value != oldValue { setNeedsDisplay() } }
  }
  /// What stands behind the bar.
  public var text: String {
    didSet { if text != oldValue { setNeedsDisplay() } }
  }

  /// A bar at `value`.
  public init(value: Double? = nil, text: String = "") {
    self.value = value
    self.text = text
    super.init()
  }

  /// One row.
  public override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: proposal.width, height: min(1, proposal.height))
  }

  /// The bar keeps at least eight cells; the text gives way first.
  public override func draw(in canvas: Canvas) {
    let percent = value.map { Self.percent($0) } ?? ""
    let percentWidth = value == nil ? 0 : 5
    let textRoom = max(0, bounds.width - percentWidth - 10)
    let textWidth = min(displayWidth(of: text), textRoom)
    let barWidth = bounds.width - percentWidth - (textWidth > 0 ? textWidth + 2 : 0)
    canvas.bar(in: Rect(x: 0, y: 0, width: barWidth, height: 1), fraction: value ?? 0)
    canvas.write(
      percent, at: Point(x: barWidth + percentWidth - percent.count, y: 0), style: canvas.theme[.text])
    canvas.write(
      text, at: Point(x: bounds.width - textWidth, y: 0), style: canvas.theme[.secondary], maxWidth: textWidth,
      truncation: .ellipsis)
  }

  /// Rounded down: 100% is done.
  private static func percent(_ value: Double) -> String {
    value.isFinite ? "\(Int(min(max(0, value), 1) * 100))%" : ""
  }
}
