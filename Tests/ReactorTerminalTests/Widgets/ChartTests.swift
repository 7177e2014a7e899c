import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct BarTests {
  private func bar(_ fraction: Double, width: Int = 8, ascii: Bool = false, marker: Double? = nil) -> String {
    let stage = TestScreen(width, 1, ascii: ascii)
    stage.show(BarView(fraction: fraction, marker: marker))
    return stage.text
  }

  @Test func `a bar is exact to an eighth of a cell`() {
    #expect(bar(0) == "░░░░░░░░")
    #expect(bar(0.5) == "████░░░░")
    #expect(bar(33.0 / 64) == "████▏░░░")
    #expect(bar(39.0 / 64) == "████▉░░░")
    #expect(bar(1) == "████████")
  }

  @Test func `a bar is empty only for 0 and full only for 1`() {
    #expect(bar(0.0001) == "▏░░░░░░░")
    #expect(bar(0.9999) == "███████▉")
    #expect(bar(0.0001, ascii: true) == "#.......")
    #expect(bar(0.9999, ascii: true) == "#######.")
    #expect(bar(-1) == "░░░░░░░░")
    #expect(bar(7) == "████████")
    #expect(bar(.nan) == "░░░░░░░░")
  }

  @Test func `a marker shows a second value`() {
    #expect(bar(0.25, marker: 0.5) == "██░░│░░░")
    #expect(bar(1, marker: 1) == "███████│")
    #expect(bar(0.25, ascii: true, marker: 0) == "|#......")
  }

  @Test func `a progress bar rounds down and shortens its text first`() {
    let stage = TestScreen(44, 1)
    let bar = stage.show(ProgressBar(value: 0.5, text: "12.4 of 96 MB, 3 s left"))
    #expect(stage.text == "███████░░░░░░░  50%  12.4 of 96 MB, 3 s left")

    bar.value = 0.999
    #expect(stage.text.contains(" 99%"))

    stage.resize(24, 1)
    bar.value = 1
    #expect(stage.text == "████████ 100%  12.4 of …")

    bar.value = nil
    bar.text = ""
    #expect(stage.text == "░░░░░░░░░░░░░░░░░░░░░░░░")
  }
}

@MainActor
@Suite struct ChartTests {
  private let years = [
    ChartValue("2019", 24), ChartValue("2020", 26), ChartValue("2021", nil), ChartValue("2022", 31),
    ChartValue("2023", 32, role: .good),
  ]

  @Test func `the columns start at zero, so that twice the height is twice the value`() {
    let stage = TestScreen(14, 5)

    stage.show(ColumnChart([ChartValue("2019", 100), ChartValue("2020", 50)]))

    #expect(
      stage.text == """
        100 ████
            ████
            ████ ████
          0 ████ ████
            2019 2020
        """)
  }

  @Test func `the columns are drawn above their labels and beside the ends of the scale`() {
    let stage = TestScreen(29, 4)

    stage.show(ColumnChart(years))

    #expect(
      stage.text == """
        32 ▂▂▂▂ ▄▄▄▄      ▇▇▇▇ ████
           ████ ████      ████ ████
         0 ████ ████      ████ ████
           2019 2020 2021 2022 2023
        """)
  }

  @Test func `a narrow chart shows the last values and the labels that fit`() {
    let stage = TestScreen(9, 3)

    stage.show(ColumnChart(years))

    #expect(
      stage.text == """
        32 ▄▅ ██
         0 ██ ██
           2019
        """)
  }

  @Test func `a chart is ASCII in ASCII mode`() {
    let stage = TestScreen(14, 3, ascii: true)
    let chart = stage.show(ColumnChart([ChartValue("a", 10), ChartValue("b", 40)]))

    chart.format = { "\(Int($0)) €" }

    #expect(stage.rows[0] == "40 €     ###")
    #expect(stage.rows[1] == " 0 € --- ###")
  }

  @Test func `values far beyond an integer or the scale are drawn`() {
    let stage = TestScreen(14, 3)
    let chart = stage.show(ColumnChart([ChartValue("a", 1e300)]))
    #expect(stage.rows[0] == "1e+300 ██████")

    chart.range = 0...1
    chart.values = [ChartValue("a", -1e300), ChartValue("b", 1e300)]
    #expect(stage.text == "1       █████\n0 ▁▁▁▁▁ █████\n  a     b")
  }

  @Test func `a chart without values is empty`() {
    let stage = TestScreen(10, 3)
    let chart = stage.show(ColumnChart())
    #expect(stage.text == "")

    chart.values = [ChartValue("a", nil), ChartValue("b", .nan)]
    #expect(stage.text == "")
  }

  @Test func `a sparkline draws one cell for each value and shows the last ones`() {
    let stage = TestScreen(6, 1)
    let line = stage.show(Sparkline([0, 1, 2, 3]))
    #expect(stage.text == "▁▃▅█")

    line.values = [9, 9, 9, 9, 0, nil, 4, 8]
    #expect(stage.text == "██▁ ▄▇")
  }
}
