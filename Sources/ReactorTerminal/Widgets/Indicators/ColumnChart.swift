/// A value of a chart and what it is called.
public struct ChartValue: Sendable, Hashable {
  /// What stands under it.
  public var label: String
  /// How high it is; nil leaves a gap.
  public var value: Double?
  /// What it means; nil: as the others.
  public var role: Role?

  /// A value called `label`.
  public init(_ label: String, _ value: Double?, role: Role? = nil) {
    self.label = label
    self.value = value
    self.role = role
  }
}

/// A small chart of columns from zero: values over years, say, with the ends of its scale at the left edge.
public final class ColumnChart: View {
  /// What it shows, from left to right. Where there is no room for all, the last stay.
  public var values: [ChartValue] {
    didSet { if values != oldValue { setNeedsDisplay() } }
  }
  /// How a value is written at the edge.
  public var format: @MainActor (Double) -> String = { "\(Int($0.rounded()))" } {
    didSet { setNeedsDisplay() }
  }

  /// The widest a column gets, with the space behind it.
  private static let widestSlot = 8

  /// A chart of `values`.
  public init(_ values: [ChartValue] = []) {
    self.values = values
    super.init()
  }

  /// Columns over their labels; nothing without a value.
  public override func draw(in canvas: Canvas) {
    guard let scale = ChartScale(values.map(\.value)), bounds.height > 1 else { return }
    let top = format(scale.high)
    let foot = format(scale.low)
    let margin = max(displayWidth(of: top), displayWidth(of: foot)) + 1
    let plot = Rect(x: margin, y: 0, width: bounds.width - margin, height: bounds.height - 1)
    guard plot.width > 0 else { return }
    let edge = canvas.theme[.secondary]
    canvas.write(top, at: Point(x: margin - 1 - displayWidth(of: top), y: 0), style: edge)
    if plot.height > 1 {
      canvas.write(foot, at: Point(x: margin - 1 - displayWidth(of: foot), y: plot.height - 1), style: edge)
    }
    let slot = min(Self.widestSlot, max(1, plot.width / max(1, values.count)))
    let shown = values.suffix(plot.width / slot)
    var labelEnd = plot.x
    for (index, value) in shown.enumerated() {
      let x = plot.x + index * slot
      drawColumn(value, in: Rect(x: x, y: 0, width: max(1, slot - 1), height: plot.height), scale, canvas)
      // Labels that would run into the one before are left out, and half a one says something else.
      if x >= labelEnd, x + displayWidth(of: value.label) <= bounds.width {
        labelEnd = x + canvas.write(value.label, at: Point(x: x, y: plot.height), style: edge) + 1
      }
    }
  }

  private func drawColumn(_ value: ChartValue, in rect: Rect, _ scale: ChartScale, _ canvas: Canvas) {
    guard let number = value.value, number.isFinite else { return }
    let levels = canvas.glyphs.chartLevels
    let steps = scale.steps(of: number, in: rect.height * levels.count)
    let style = canvas.theme[value.role ?? .barFilled]
    for row in 0..<rect.height {
      let left = steps - row * levels.count
      guard left > 0 else { return }
      canvas.fill(
        Rect(x: rect.x, y: rect.maxY - 1 - row, width: rect.width, height: 1), style: style,
        character: levels[min(left, levels.count) - 1])
    }
  }
}
