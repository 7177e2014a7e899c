/// A labeled value of a chart.
public struct ChartValue: Sendable, Hashable {
  /// The label under the column.
  public var label: String
  /// The value; `nil` leaves a gap.
  public var value: Double?
  /// The role of the column; `nil` for the same role as the others.
  public var role: Role?

  /// Creates a value.
  public init(_ label: String, _ value: Double?, role: Role? = nil) {
    self.label = label
    self.value = value
    self.role = role
  }
}

/// A small column chart, for example of values over several years. The ends of the scale are shown at the left edge.
///
/// The scale starts at zero, or below zero if a value is negative, so that a column of twice the height means twice the
/// value.
public final class ColumnChart: View {
  /// The values, from left to right. If there is not enough space, only the last ones are shown.
  public var values: [ChartValue] {
    didSet { if values != oldValue { setNeedsDisplay() } }
  }
  /// The ends of the scale; `nil` to derive them from the values. Charts that are to be compared need the same scale.
  public var range: ClosedRange<Double>? {
    didSet { if range != oldValue { setNeedsDisplay() } }
  }
  /// A closure that returns the text of a value at the edge of the scale. By default, the value is rounded.
  public var format: @MainActor (Double) -> String = PlotAxis.rounded {
    didSet { setNeedsDisplay() }
  }

  /// The maximum width of a column and the space after it.
  private static let maxSlotWidth = 8

  /// Creates a chart.
  public init(_ values: [ChartValue] = []) {
    self.values = values
    super.init()
  }

  public override func draw(in canvas: Canvas) {
    let ends: [Double?] = range.map { [$0.lowerBound, $0.upperBound] } ?? []
    guard let scale = ChartScale(ends.isEmpty ? values.map(\.value) : ends), bounds.height > 1 else { return }
    let top = format(scale.high)
    let bottom = format(scale.low)
    let margin = max(displayWidth(of: top), displayWidth(of: bottom)) + 1
    let plot = Rect(x: margin, y: 0, width: bounds.width - margin, height: bounds.height - 1)
    guard plot.width > 0 else { return }
    let edge = canvas.theme[.secondary]
    canvas.write(top, at: Point(x: margin - 1 - displayWidth(of: top), y: 0), style: edge)
    if plot.height > 1 {
      canvas.write(bottom, at: Point(x: margin - 1 - displayWidth(of: bottom), y: plot.height - 1), style: edge)
    }
    let slot = min(Self.maxSlotWidth, max(1, plot.width / max(1, values.count)))
    let shown = values.suffix(plot.width / slot)
    var labelEnd = plot.x
    for (index, value) in shown.enumerated() {
      let x = plot.x + index * slot
      drawColumn(value, in: Rect(x: x, y: 0, width: max(1, slot - 1), height: plot.height), scale, canvas)
      // A label that would overlap the previous one is omitted, because a truncated label could be misread.
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

/// The mapping of values to column heights.
struct ChartScale {
  /// The value at the bottom.
  let low: Double
  /// The value at the top.
  let high: Double

  /// Creates a scale for the values; `nil` if there are none.
  init?(_ values: [Double?]) {
    let numbers = values.compactMap { $0 }.filter(\.isFinite)
    guard let lowest = numbers.min(), let highest = numbers.max() else { return nil }
    high = highest
    // A scale that started just below the lowest value would exaggerate small differences.
    low = min(0, lowest)
  }

  /// Returns the height of a value in steps: at least one, so that every value is visible, even below the scale.
  func steps(of value: Double, in all: Int) -> Int {
    let share = high > low ? (value - low) / (high - low) : 1
    return max(1, Int((min(1, max(0, share)) * Double(all)).rounded()))
  }
}
