import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting
import ShowroomText

/// Charts of a model's fuel economy by model year, one for each fuel, with the year of the shown car marked. All charts
/// have the same scale and height, so that they can be compared.
final class HistoryView: View {
  /// The height of the columns of a single chart. If there are several charts, they are lower.
  var chartHeight = 4 {
    didSet { if chartHeight != oldValue { arrange() } }
  }

  private let stack = StackView(.vertical)
  private let heading = Label(wraps: true)
  private var charts: [(label: Label, chart: ColumnChart)] = []
  private var history: ModelHistory?
  private var baseModel: String?
  private var formatting = CarFormatting()

  /// The width of a label with its sign and a space. Each chart ends with as many empty years, so that the last label
  /// fits.
  private static let labelWidth = 6

  override init() {
    super.init()
    stack.add(heading)
    addSubview(stack)
  }

  func show(_ history: ModelHistory?, of car: Car, _ formatting: CarFormatting) {
    guard let history, history != self.history || car.baseModel != baseModel || formatting != self.formatting
    else { return }
    self.history = history
    baseModel = car.baseModel
    self.formatting = formatting
    let isSingle = history.series.count == 1
    heading.spans =
      [Span("\(car.baseModel) by model year, \(unit(of: history))", .header)]
      + (isSingle ? [Span(average(of: history.series[0], history), .secondary)] : [])
    for (label, chart) in charts {
      stack.remove(label)
      stack.remove(chart)
    }
    charts = history.series.map { series in
      let label = Label(
        [
          Span(series.fuel == .unknown ? "Other" : series.fuel.label),
          Span(average(of: series, history), .secondary),
        ])
      label.isHidden = isSingle
      let chart = ColumnChart()
      chart.format = { decimal($0, digits: formatting.consumptionDigits) }
      return (stack.add(label), stack.add(chart))
    }
    arrange()
  }

  /// The scales of the charts.
  var scales: [ClosedRange<Double>?] { charts.map(\.chart.range) }

  private func average(of series: ModelHistory.Series, _ history: ModelHistory) -> String {
    guard let average = series.averages[history.shownYear] else { return "" }
    let text =
      series.isBlended || hasCommonUnit(history)
      ? formatting.equivalentConsumption(average) : formatting.consumption(average, fuel: series.fuel)
    return "  average of \(history.shownYear): \(text)"
  }

  private func unit(of series: ModelHistory.Series) -> String {
    series.isBlended ? formatting.equivalentUnit : formatting.consumptionUnit(series.fuel)
  }

  /// Returns whether the numbers of all charts are converted to a common unit, as those of different fuels are in
  /// metric units. Miles per gallon and MPGe have the same scale.
  private func hasCommonUnit(_ history: ModelHistory) -> Bool {
    formatting.units == .metric && Set(history.series.map(unit)).count > 1
  }

  /// Returns the unit used by all charts.
  private func unit(of history: ModelHistory) -> String {
    if hasCommonUnit(history) { return formatting.equivalentUnit }
    return Set(history.series.map(unit)).sorted { $0.count < $1.count }.joined(separator: " or ")
  }

  /// Returns the values of a chart on the scale of all charts.
  private func values(of series: ModelHistory.Series, in history: ModelHistory) -> [Double?] {
    let isConverted = series.isBlended || hasCommonUnit(history)
    return history.years.map { year in
      let average = series.averages[year]
      return isConverted ? formatting.equivalentValue(average) : formatting.consumptionValue(average, fuel: series.fuel)
    }
  }

  /// Sets the heights of the charts, which include one row of labels.
  private func arrange() {
    let height = charts.count > 1 ? max(3, (chartHeight + max(2, chartHeight / 2)) / 2) : chartHeight
    for (_, chart) in charts { stack.setSizing(.fixed(1 + height), of: chart) }
    setNeedsLayout()
    preferredSizeChanged()
  }

  override func sizeThatFits(_ proposal: Size) -> Size { stack.sizeThatFits(proposal) }

  override func layoutSubviews() {
    stack.frame = bounds
    guard let history else { return }
    let room = Self.labelWidth
    let columns = max(1, (bounds.width - room) / max(1, history.years.count + room - 1))
    // Years are labeled at regular intervals from the shown year, so that no label overlaps the label of that year.
    let step = max(1, (room + columns - 1) / columns)
    let sign = formatting.isASCII ? "^" : "▲"
    let rows = history.series.map { values(of: $0, in: history) }
    let highest = rows.joined().compactMap(\.self).max() ?? 0
    for (index, (values, (_, chart))) in zip(rows, charts).enumerated() {
      chart.range = 0...highest
      // The labels of the last chart apply to all charts.
      let isLast = index == charts.count - 1
      chart.values =
        zip(history.years, values).map { year, value in
          let isShown = year == history.shownYear
          let isLabeled = (year - history.shownYear) % step == 0
          return ChartValue(
            isLast && isShown ? "\(sign)\(year)" : isLast && isLabeled ? String(year) : "",
            value, role: isShown ? .accent : nil)
        } + Array(repeating: ChartValue("", nil), count: room - 1)
    }
  }
}
