/// A line of columns, one cell high: how something went, at a glance.
public final class Sparkline: View {
  /// What it shows, from left to right; nil leaves a gap. Where there is no room for all, the last stay.
  public var values: [Double?] {
    didSet { if values != oldValue { setNeedsDisplay() } }
  }
  /// What it means.
  public var role: Role = .barFilled {
    didSet { if role != oldValue { setNeedsDisplay() } }
  }

  /// A line of `values`.
  public init(_ values: [Double?] = []) {
    self.values = values
    super.init()
  }

  /// A cell for each value.
  public override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: min(values.count, proposal.width), height: min(1, proposal.height))
  }

  /// Zero is the lowest step, the highest value the full cell.
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
