/// A one-line chart in which each value takes one cell.
public final class Sparkline: View {
  /// The values, from left to right; `nil` leaves a gap. If there is not enough space, only the last ones are shown.
  public var values: [Double?] {
    didSet { if values != oldValue { setNeedsDisplay() } }
  }
  /// The role of the line.
  public var role: Role = .barFilled {
    didSet { if role != oldValue { setNeedsDisplay() } }
  }

  /// Creates a sparkline.
  public init(_ values: [Double?] = []) {
    self.values = values
    super.init()
  }

  public override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: min(values.count, proposal.width), height: min(1, proposal.height))
  }

  public override func draw(in canvas: Canvas) {
    let shown = values.suffix(bounds.width)
    guard let scale = ChartScale(Array(shown)) else { return }
    let levels = canvas.glyphs.chartLevels
    for (x, value) in shown.enumerated() {
      guard let value, value.isFinite else { continue }
      canvas.fill(
        Rect(x: x, y: 0, width: 1, height: 1), style: canvas.theme[role],
        character: levels[scale.steps(of: value, in: levels.count) - 1])
    }
  }
}
