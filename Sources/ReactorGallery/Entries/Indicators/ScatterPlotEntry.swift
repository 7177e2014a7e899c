import ReactorTerminal

extension GalleryEntry {
  static let scatterPlot = GalleryEntry(
    .indicators, "ScatterPlot", "Dots on two scales; the user moves from dot to dot.",
    states: [
      GalleryState("Focused", isFocused: true) { ScatterPlot.sample },
      GalleryState("Unfocused") { ScatterPlot.sample },
      GalleryState("One dot") { ScatterPlot([PlotDot(x: 5, y: 30)], x: PlotAxis("Tries"), y: PlotAxis("Points")) },
      GalleryState("Same numbers") {
        ScatterPlot((0..<9).map { PlotDot(x: Double($0), y: 3) }, x: PlotAxis("시간"), y: PlotAxis("점수"))
      },
    ])
}

extension ScatterPlot {
  /// Cars whose cost falls with their fuel economy.
  fileprivate static var sample: ScatterPlot {
    let dots = (0..<300).map { index in
      let economy = Double(9 + index * 37 % 51)
      return PlotDot(x: economy, y: 45_000 / economy + Double(index * 53 % 400))
    }
    let plot = ScatterPlot(dots, x: PlotAxis("Economy (mpg)"), y: PlotAxis("Cost a year") { "$\(Int($0))" })
    plot.selectedIndex = 20
    return plot
  }
}
