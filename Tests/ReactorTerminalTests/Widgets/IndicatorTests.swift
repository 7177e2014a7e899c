import ReactorTerminal
import Testing

@MainActor
@Suite("Spinners")
struct SpinnerTests {
  @Test("It shows after 150 ms, turns ten times a second, and leaves no timer behind")
  func turning() async {
    let stage = Stage(20, 1)
    let spinner = stage.show(Spinner("Loading"))
    spinner.isAnimating = true
    #expect(stage.screen == "")
    await stage.wait(.milliseconds(149))
    #expect(stage.screen == "")
    await stage.wait(.milliseconds(1))
    #expect(stage.screen == "⠋ Loading")
    await stage.wait(.milliseconds(100))
    #expect(stage.screen == "⠙ Loading")
    let frames = stage.terminal.frameCount
    await stage.wait(.milliseconds(900))
    #expect(stage.screen == "⠋ Loading")
    #expect(stage.terminal.frameCount == frames + 1)
    spinner.isAnimating = false
    #expect(stage.screen == "")
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test("What is done sooner does not blink")
  func noBlink() async {
    let stage = Stage(20, 1)
    let spinner = stage.show(Spinner())
    stage.window.render()
    let frames = stage.terminal.frameCount
    spinner.isAnimating = true
    await stage.wait(.milliseconds(100))
    spinner.isAnimating = false
    await stage.wait(.seconds(1))
    #expect(stage.terminal.frameCount == frames)
  }

  @Test("In ASCII it stands still, and nothing wakes up for it")
  func ascii() async {
    let stage = Stage(20, 1, ascii: true)
    let spinner = stage.show(Spinner("Loading"))
    spinner.isAnimating = true
    await stage.wait(.milliseconds(150))
    #expect(stage.screen == "* Loading")
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test("Out of its window it does not turn; back in it, it does again")
  func detached() async {
    let stage = Stage(20, 1)
    let spinner = stage.show(Spinner(delay: .zero))
    spinner.isAnimating = true
    #expect(stage.screen == "⠋")
    stage.show(View())
    await stage.wait(.seconds(1))
    #expect(stage.clock.sleeperCount == 0)
    stage.show(spinner)
    #expect(stage.screen == "⠋")
  }
}

@MainActor
@Suite("Bars and charts")
struct BarTests {
  private func bar(_ fraction: Double, width: Int = 8, ascii: Bool = false, marker: Double? = nil) -> String {
    let stage = Stage(width, 1, ascii: ascii)
    stage.show(BarView(fraction: fraction, marker: marker))
    return stage.screen
  }

  @Test("A bar is exact to an eighth of a cell")
  func eighths() {
    #expect(bar(0) == "░░░░░░░░")
    #expect(bar(0.5) == "████░░░░")
    #expect(bar(33.0 / 64) == "████▏░░░")
    #expect(bar(39.0 / 64) == "████▉░░░")
    #expect(bar(1) == "████████")
  }

  @Test("A little is never nothing, and nearly all is never all")
  func extremes() {
    #expect(bar(0.0001) == "▏░░░░░░░")
    #expect(bar(0.9999) == "███████▉")
    #expect(bar(0.0001, ascii: true) == "#.......")
    #expect(bar(0.9999, ascii: true) == "#######.")
    #expect(bar(-1) == "░░░░░░░░")
    #expect(bar(7) == "████████")
    #expect(bar(.nan) == "░░░░░░░░")
  }

  @Test("A sign shows where another value lies")
  func marker() {
    #expect(bar(0.25, marker: 0.5) == "██░░│░░░")
    #expect(bar(1, marker: 1) == "███████│")
    #expect(bar(0.25, ascii: true, marker: 0) == "|#......")
  }

  @Test("Progress: the bar, the percentage rounded down, and a text that gives way first")
  func progress() {
    let stage = Stage(44, 1)
    let bar = stage.show(ProgressBar(value: 0.5, text: "12.4 of 96 MB, 3 s left"))
    #expect(stage.screen == "███████░░░░░░░  50%  12.4 of 96 MB, 3 s left")
    bar.value = 0.999
    #expect(stage.screen.contains(" 99%"))
    stage.resize(24, 1)
    bar.value = 1
    #expect(stage.screen == "████████ 100%  12.4 of …")
    bar.value = nil
    bar.text = ""
    #expect(stage.screen == "░░░░░░░░░░░░░░░░░░░░░░░░")
  }

  private let years = [
    ChartValue("2019", 24), ChartValue("2020", 26), ChartValue("2021", nil), ChartValue("2022", 31),
    ChartValue("2023", 32, role: .good),
  ]

  @Test func `columns begin at zero: one that is twice as high is twice as much`() {
    let stage = Stage(14, 5)
    stage.show(ColumnChart([ChartValue("2019", 100), ChartValue("2020", 50)]))

    #expect(
      stage.screen == """
        100 ████
            ████
            ████ ████
          0 ████ ████
            2019 2020
        """)
  }

  @Test("A chart of columns over their labels, with the ends of its scale")
  func columns() {
    let stage = Stage(29, 4)
    stage.show(ColumnChart(years))
    #expect(
      stage.screen == """
        32 ▂▂▂▂ ▄▄▄▄      ▇▇▇▇ ████
           ████ ████      ████ ████
         0 ████ ████      ████ ████
           2019 2020 2021 2022 2023
        """)
  }

  @Test("Narrow, the last values stay and labels that do not fit are left out")
  func narrowColumns() {
    let stage = Stage(9, 3)
    stage.show(ColumnChart(years))
    #expect(
      stage.screen == """
        32 ▄▅ ██
         0 ██ ██
           2019
        """)
  }

  @Test("A chart in ASCII")
  func asciiColumns() {
    let stage = Stage(14, 3, ascii: true)
    let chart = stage.show(ColumnChart([ChartValue("a", 10), ChartValue("b", 40)]))
    chart.format = { "\(Int($0)) €" }
    #expect(stage.row(0) == "40 €     ###")
    #expect(stage.row(1) == " 0 € --- ###")
  }

  @Test("Without values nothing is drawn; with equal ones full columns")
  func noValues() {
    let stage = Stage(10, 3)
    let chart = stage.show(ColumnChart())
    #expect(stage.screen == "")
    chart.values = [ChartValue("a", nil), ChartValue("b", .nan)]
    #expect(stage.screen == "")
  }

  @Test("A sparkline is a cell a value, the last ones where there is too little room")
  func sparkline() {
    let stage = Stage(6, 1)
    let line = stage.show(Sparkline([0, 1, 2, 3]))
    #expect(stage.screen == "▁▃▅█")
    line.values = [9, 9, 9, 9, 0, nil, 4, 8]
    #expect(stage.screen == "██▁ ▄▇")
  }
}
