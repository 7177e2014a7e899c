import ReactorTerminal

extension GalleryEntry {
  static let columnChart = GalleryEntry(
    .indicators, "ColumnChart", "A column chart with labels and a scale.",
    states: [
      GalleryState("Values") {
        ColumnChart([
          ChartValue("2021", 210), ChartValue("2022", 258), ChartValue("2023", 301, role: .good),
          ChartValue("2024", 180),
          ChartValue("2025", 240),
        ])
      },
      GalleryState("Gaps and wide labels") {
        ColumnChart([ChartValue("월", 3), ChartValue("화", nil), ChartValue("수", 5), ChartValue("목", 1.5)])
      },
      GalleryState("Negative values") {
        ColumnChart([ChartValue("Q1", -20), ChartValue("Q2", 10), ChartValue("Q3", 35), ChartValue("Q4", -5)])
      },
      GalleryState("Many values") {
        let chart = ColumnChart((1980...2025).map { ChartValue("\($0)", Double($0 % 17 + 5)) })
        chart.format = { "\(Int($0)) mpg" }
        return chart
      },
    ])
}
