import Catalog
import ReactorTerminal
import ShowroomSettings

/// A chart of the fuel economy of a model by model year, with the year of the shown car marked.
final class HistoryView: View {
  private let heading = Label(wraps: true)
  private let chart = ColumnChart()
  private var years: [ModelHistory.Year] = []
  private var shownYear = 0
  private var value: (ModelHistory.Year) -> Double? = { $0.consumption }
  private var sign = ""

  /// The height of the chart, including one row of labels.
  private static let chartHeight = 6
  /// The width of a label with its sign and a space. The chart ends with as many empty years, so that the last label
  /// fits.
  private static let labelWidth = 6

  override init() {
    super.init()
    addSubview(heading)
    addSubview(chart)
  }

  /// Shows the history of the model of `car`.
  func show(_ history: ModelHistory?, of car: Car, _ formatting: CarFormatting) {
    guard let history else { return }
    years = history.years
    shownYear = history.shownYear
    value = { formatting.consumptionValue($0.consumption, fuel: car.fuel) }
    sign = formatting.isASCII ? "^" : "▲"
    let mean = years.first { $0.year == shownYear }?.consumption
    heading.spans = [
      Span("\(car.baseModel) by model year", .header),
      Span("  average of \(shownYear): \(formatting.consumption(mean, fuel: car.fuel))", .secondary),
    ]
    chart.format = { decimal($0, digits: formatting.consumptionDigits) }
    setNeedsLayout()
  }

  override func sizeThatFits(_ proposal: Size) -> Size {
    Size(
      width: proposal.width, height: min(proposal.height, heading.sizeThatFits(proposal).height + Self.chartHeight))
  }

  override func layoutSubviews() {
    let lines = heading.sizeThatFits(bounds.size).height
    heading.frame = Rect(x: 0, y: 0, width: bounds.width, height: lines)
    chart.frame = Rect(x: 0, y: lines, width: bounds.width, height: bounds.height - lines)
    let room = Self.labelWidth
    let columns = max(1, (bounds.width - room) / max(1, years.count + room - 1))
    // Years are labeled at regular intervals from the shown one, so that no label overlaps its label.
    let step = max(1, (room + columns - 1) / columns)
    chart.values =
      years.map { year in
        let isShown = year.year == shownYear
        let isLabeled = (year.year - shownYear) % step == 0
        return ChartValue(
          isShown ? "\(sign)\(year.year)" : isLabeled ? String(year.year) : "", value(year),
          role: isShown ? .accent : nil)
      } + Array(repeating: ChartValue("", nil), count: room - 1)
  }
}
