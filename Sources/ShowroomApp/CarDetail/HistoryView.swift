import Catalog
import ReactorTerminal
import ShowroomSettings

/// Charts of the fuel economy of a model by model year, one for each fuel, with the year of the shown car marked.
final class HistoryView: View {
  /// The height of the columns of the first chart. The others have half of it.
  var chartHeight = 4 {
    didSet { if chartHeight != oldValue { arrange() } }
  }

  private let stack = StackView(.vertical)
  private let heading = Label(wraps: true)
  private var charts: [(label: Label, chart: ColumnChart)] = []
  private var history: ModelHistory?
  private var formatting = CarFormatting()

  /// The width of a label with its sign and a space. A chart ends with as many empty years, so that the last label
  /// fits.
  private static let labelWidth = 6

  override init() {
    super.init()
    stack.add(heading)
    addSubview(stack)
  }

  /// Shows the history of the model of `car`.
  func show(_ history: ModelHistory?, of car: Car, _ formatting: CarFormatting) {
    guard let history, history != self.history || formatting != self.formatting else { return }
    self.history = history
    self.formatting = formatting
    let isSingle = history.series.count == 1
    heading.spans =
      [Span("\(car.baseModel) by model year", .header)]
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

  private func average(of series: ModelHistory.Series, _ history: ModelHistory) -> String {
    guard let average = series.averages[history.shownYear] else { return "" }
    return "  average of \(history.shownYear): \(formatting.consumption(average, fuel: series.fuel))"
  }

  /// Sets the heights of the charts, which include one row of labels.
  private func arrange() {
    for (index, (_, chart)) in charts.enumerated() {
      stack.setSizing(.fixed(1 + (index == 0 ? chartHeight : max(2, chartHeight / 2))), of: chart)
    }
    setNeedsLayout()
    preferredSizeChanged()
  }

  override func sizeThatFits(_ proposal: Size) -> Size { stack.sizeThatFits(proposal) }

  override func layoutSubviews() {
    stack.frame = bounds
    guard let history else { return }
    let room = Self.labelWidth
    let columns = max(1, (bounds.width - room) / max(1, history.years.count + room - 1))
    // Years are labeled at regular intervals from the shown one, so that no label overlaps its label.
    let step = max(1, (room + columns - 1) / columns)
    let sign = formatting.isASCII ? "^" : "▲"
    for (index, (series, (_, chart))) in zip(history.series, charts).enumerated() {
      // The labels of the last chart are those of all.
      let isLast = index == charts.count - 1
      chart.values =
        history.years.map { year in
          let isShown = year == history.shownYear
          let isLabeled = (year - history.shownYear) % step == 0
          return ChartValue(
            isLast && isShown ? "\(sign)\(year)" : isLast && isLabeled ? String(year) : "",
            formatting.consumptionValue(series.averages[year], fuel: series.fuel), role: isShown ? .accent : nil)
        } + Array(repeating: ChartValue("", nil), count: room - 1)
    }
  }
}
