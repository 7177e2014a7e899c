import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@testable import ReactorTerminal

@MainActor
@Suite struct ScatterPlotTests {
  /// Dots at the corners of a square, two of which are at the same place, and one in its middle.
  private static let square = [(0, 0), (10, 0), (0, 10), (10, 10), (5, 5), (10, 10)].map { PlotDot(x: $0, y: $1) }

  private func stage(
    _ dots: [PlotDot] = square, _ width: Int = 20, _ height: Int = 9, ascii: Bool = false, theme: Theme = .dark,
    selected: Int? = nil
  ) -> (TestScreen, ScatterPlot) {
    let stage = TestScreen(width, height, ascii: ascii, theme: theme)
    let plot = ScatterPlot(dots, x: PlotAxis("Speed"), y: PlotAxis("Price") { "$\(PlotAxis.rounded($0))" })
    plot.selectedIndex = selected
    return (stage, stage.show(plot))
  }

  // MARK: What it shows

  @Test func `the dots are drawn between the ends of both scales`() {
    #expect(
      stage().0.text == """
        Price
        $10│⠁              ⠈
           │
           │
           │        ⠁
           │
         $0│⡀              ⢀
           ╰────────────────
            0    Speed    10
        """)
  }

  @Test(arguments: [
    (20, 5, "$10│⠁              ⠈\n   │\n   │        ⠁\n $0│⡀              ⢀\n    0    Speed    10"),
    (20, 2, "$10│⠁              ⠈\n $0│⡀       ⠁      ⢀"), (20, 1, "$10│⡁       ⠄      ⢈"),
    (11, 4, "⠁         ⠈\n     ⠠\n⡀         ⢀\n0        10"), (3, 3, "⠁ ⠈\n⡀⠈⢀"), (1, 1, "⣩"), (0, 0, ""), (20, 0, ""),
  ])
  func `a small plot leaves out the frame, then the titles, then the labels`(width: Int, height: Int, screen: String) {
    let (stage, _) = stage(selected: 0)

    stage.resize(width, height)

    #expect(stage.text == screen)
    stage.press("l", "n", .enter)
    stage.click(0, 0)
  }

  @Test func `in ASCII a cell shows how many dots it has`() {
    let dots = [1, 2, 8, 40].enumerated().flatMap { place, count in
      [PlotDot](repeating: PlotDot(x: Double(place), y: 0), count: count)
    }

    #expect(
      stage(dots, 24, 9, ascii: true).0.text == """
        Price
          |
          |
          |
        $0|.      .     :      #
          |
          |
          +---------------------
           0       Speed       3
        """)
  }

  @Test func `the selected dot is distinct without color, and has the cursor`() {
    let (stage, plot) = stage(theme: .mono, selected: 4)
    func attributes(_ point: Point?) -> Attributes? { point.map { stage.window.grid.style(at: $0).attributes } }
    let cell = stage.cursor

    #expect(cell == Point(x: 12, y: 4) && attributes(cell) == .reverse)
    #expect(attributes(Point(x: 4, y: 1)) == [])
    plot.selectedIndex = 0
    #expect(stage.cursor == Point(x: 4, y: 6) && attributes(cell) == [])
    let other = Tile(" ", focusable: true)
    plot.addSubview(other)
    stage.window.focus(other)
    stage.window.render()
    #expect(attributes(Point(x: 4, y: 6)) == [.bold, .underline])
  }

  @Test func `equal numbers are in the middle of the scale, which has one label`() {
    #expect(
      stage([PlotDot(x: 7, y: 3)]).0.text == """
        Price
          │
          │
          │
        $3│        ⠈
          │
          │
          ╰─────────────────
                Speed 7
        """)
  }

  @Test func `without dots nothing is shown, and nothing can be selected`() {
    let (stage, plot) = stage([])
    let opened = Recorder(plot.opened)
    #expect(stage.text == "" && stage.cursor == .zero)

    stage.press(.left, "n", .enter)
    stage.click(5, 5)
    plot.selectedIndex = 0

    #expect(plot.selectedIndex == nil && plot.placeInCell == nil && opened.elements.isEmpty)
  }

  // MARK: Numbers

  @Test func `numbers that are not finite are left out, and huge ones are shown`() {
    let numbers: [Double] = [
      .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, -0.0, 1,
    ]
    let dots = numbers.flatMap { x in numbers.map { PlotDot(x: x, y: $0) } }
    let (_, plot) = stage(dots, 30, 12)

    for index in dots.indices {
      plot.selectedIndex = index
      #expect((plot.selectedIndex != nil) == dots[index].isFinite && (plot.placeInCell != nil) == dots[index].isFinite)
    }
  }

  @Test func `every dot is in one cell, at any size`() throws {
    var chance = SeededChance(seed: 7)
    let dots = (0..<50_000).map { _ in
      let x = Double.random(in: -1...1, using: &chance) / .random(in: 0...1, using: &chance)
      return PlotDot(x: x, y: .random(in: 0...9, using: &chance))
    }
    let scales = try #require(PlotScales(dots))

    for size in [Size(width: 1, height: 1), Size(width: 7, height: 3), Size(width: 200, height: 60)] {
      let grid = ScatterGrid(dots, on: scales, in: size)
      var places = [Int](repeating: 0, count: dots.count)
      for y in 0..<size.height {
        for x in 0..<size.width {
          for dot in grid.dots(at: Point(x: x, y: y)) {
            places[dot] += grid.cell(of: dot) == Point(x: x, y: y) ? 1 : 2
          }
        }
      }
      #expect(places.allSatisfy { $0 == 1 })
    }
  }

  // MARK: Keys

  @Test(
    arguments: [
      (4, .left, 0), (4, "h", 0), (4, .right, 1), (4, "l", 1), (4, .up, 3), (4, "k", 3), (4, .down, 1), (4, "j", 1),
      (0, .right, 4), (0, .up, 2), (0, .left, 0), (0, .down, 0), (3, .left, 4), (3, .down, 1), (2, "l", 4),
    ] as [(Int, Key, Int)])
  func `an arrow selects the nearest cell with dots in its direction`(from: Int, key: Key, to: Int) {
    let (stage, plot) = stage(selected: from)
    let selections = Recorder(plot.selectionChanged)

    stage.press(key)

    #expect(plot.selectedIndex == to && selections.elements == (from == to ? [] : [to]))
  }

  @Test func `without a selection an arrow selects the first dot that is shown`() {
    let (stage, plot) = stage([PlotDot(x: .nan, y: 1)] + Self.square)
    stage.press(.right)
    #expect(plot.selectedIndex == 1)
  }

  @Test func `n and N go through the dots of a cell`() {
    let (stage, plot) = stage(selected: 3)
    #expect(plot.placeInCell?.place == 1 && plot.placeInCell?.count == 2)

    stage.press("n")
    #expect(plot.selectedIndex == 5 && plot.placeInCell?.place == 2)
    stage.press("n")
    #expect(plot.selectedIndex == 3)
    stage.press("N")
    #expect(plot.selectedIndex == 5)
    stage.press(.left, "n")
    #expect(plot.selectedIndex == 4)
    #expect(plot.command("scatter.next")?.isEnabled == false)
  }

  @Test func `the selection is announced when it has changed, and may be changed again`() {
    let (stage, plot) = stage(selected: 0)
    var seen: [Int?] = []
    let bag = DisposeBag()
    plot.selectionChanged.subscribe { _ in
      seen.append(plot.selectedIndex)
      plot.dots = []
    }.disposed(by: bag)
    plot.selectedIndex = 2

    stage.press(.right)

    #expect(seen == [4] && plot.selectedIndex == nil)
  }

  @Test func `new dots keep the selected index if it is that of a dot`() {
    let (_, plot) = stage(selected: 4)
    let selections = Recorder(plot.selectionChanged)

    plot.dots = Self.square.reversed()
    #expect(plot.selectedIndex == 4)
    plot.dots = Self.square.dropLast()
    #expect(plot.selectedIndex == 4)
    plot.dots[4].x = .nan
    #expect(plot.selectedIndex == nil)
    plot.selectedIndex = 5
    #expect(plot.selectedIndex == nil && selections.elements.isEmpty)
  }

  // MARK: The mouse

  @Test func `a click selects the dot next to the middle of a cell, and keeps the one that was chosen there`() {
    let (stage, plot) = stage([(0, 0), (39, 39), (20.4, 20), (21, 20), (20.6, 20.2)].map { PlotDot(x: $0, y: $1) })
    plot.selectedIndex = 2
    let cell = stage.cursor ?? .zero
    plot.selectedIndex = nil

    stage.click(cell.x, cell.y)
    #expect(plot.placeInCell?.count == 3 && plot.selectedIndex == 4)
    stage.press("N")
    stage.click(cell.x, cell.y)
    #expect(plot.selectedIndex == 3)
    stage.click(cell.x + 2, cell.y)
    #expect(plot.selectedIndex == 3)
  }

  @Test func `dragging selects from cell to cell`() {
    let (stage, plot) = stage(selected: 0)
    let selections = Recorder(plot.selectionChanged)

    stage.mouse(.press, 4, 1)
    stage.mouse(.drag, 8, 2)
    stage.mouse(.drag, 12, 4)
    stage.mouse(.release, 12, 4)
    stage.mouse(.press, 19, 1, button: .right)

    #expect(selections.elements == [2, 4])
  }

  @Test func `Enter and a double click open the selected dot`() {
    let (stage, plot) = stage(selected: 1)
    let opened = Recorder(plot.opened)

    stage.press(.enter)
    stage.click(12, 4)
    #expect(opened.takeElements() == [1])
    stage.mouse(.press, 12, 4, clicks: 2)
    stage.mouse(.press, 8, 2, clicks: 2)
    #expect(opened.elements == [4])
  }
}
