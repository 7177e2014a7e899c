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

/// A small chart of columns: values over years, say, with the highest and lowest at its left edge.
public final class ColumnChart: View {
  /// What it shows, from left to right. Where there is no room for all, the last stay.
  public var values: [ChartValue] {
    didSet { if values != oldValue { setNeedsDisplay() } }
  }
  /// How a value is written at the edge.
  public var format: @MainActor (Double) -> String = { "\(Int($0.rounded()))" } {
    didSet { setNeedsDisplay() }
  }
  /// What the foot of the columns stands for; nil: a little under the lowest, so that differences show.
  public var base: Double? {
    didSet { if base != oldValue { setNeedsDisplay() } }
  }

  /// A chart of `values`.
  public init(_ values: [ChartValue] = []) {
    self.values = values
    super.init()
  }
}

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
}
