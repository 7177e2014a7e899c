import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import ReactorTerminalCore

@MainActor
@Suite("Selecting text with the mouse")
struct TextSelectionTests {
  private let stage = TestScreen(30, 6)

  private var copied: [String] { stage.terminal.copiedTexts }

  /// The cells that are shown reversed, row by row.
  private var reversed: [String] {
    _ = stage.text
    let size = stage.terminal.size
    return (0..<size.height).map { row in
      let cells = stage.terminal.cells[row * size.width..<(row + 1) * size.width]
      return String(cells.map { $0.style.attributes.contains(.reverse) ? "#" : "." }).trimmingDots()
    }.reversed().drop(while: \.isEmpty).reversed()
  }

  private func drag(from start: Point, to end: Point, releases: Bool = true) {
    stage.mouse(.press, start.x, start.y)
    stage.mouse(.drag, end.x, end.y)
    if releases { stage.mouse(.release, end.x, end.y) }
  }

  private func show(_ lines: String...) {
    stage.show(ScrollText(lines.map { [Span($0)] }))
  }

  @Test func `a drag selects cells and copies them when the button is released`() {
    show("Kia EV6 Long Range", "Hyundai Ioniq 5")

    drag(from: Point(x: 4, y: 0), to: Point(x: 6, y: 1), releases: false)
    #expect(reversed == ["....##########################", "#######"])
    #expect(copied == [])
    stage.mouse(.release, 6, 1)

    #expect(copied == ["EV6 Long Range\nHyundai"])
  }

  @Test func `a drag upward and to the left selects the same`() {
    show("Kia EV6 Long Range", "Hyundai Ioniq 5")

    drag(from: Point(x: 6, y: 1), to: Point(x: 4, y: 0))

    #expect(copied == ["EV6 Long Range\nHyundai"])
  }

  @Test func `wide glyphs are selected as a whole`() {
    show("기아 자동차 EV6")

    drag(from: Point(x: 1, y: 0), to: Point(x: 5, y: 0))
    #expect(reversed == ["#######"])
    #expect(copied == ["기아 자"])
  }

  @Test func `a click without movement selects and copies nothing`() {
    show("Kia EV6")

    stage.click(1, 0)
    stage.mouse(.press, 1, 0)
    stage.mouse(.drag, 1, 0)
    stage.mouse(.release, 1, 0)

    #expect(copied == [])
    #expect(reversed == [])
  }

  @Test(arguments: [
    (0, "Kia"), (2, "Kia"), (4, "EV6-2024.pdf"), (18, "자동차"), (19, "자동차"), (3, nil), (25, "x"),
  ])
  func `a double click selects and copies a word`(column: Int, word: String?) {
    show("Kia EV6-2024.pdf 자동차 (x)")

    stage.click(column, 0)
    stage.mouse(.press, column, 0, clicks: 2)
    stage.mouse(.release, column, 0)

    #expect(copied == [word].compactMap(\.self))
  }

  @Test func `a drag after a double click selects whole words`() {
    show("Kia EV6 Long Range")

    stage.mouse(.press, 5, 0, clicks: 2)
    stage.mouse(.drag, 9, 0)
    stage.mouse(.drag, 10, 0)
    stage.mouse(.release, 10, 0)

    #expect(copied == ["EV6 Long"])
  }

  @Test func `the selection stays until the next input`() {
    show("Kia EV6")
    drag(from: Point(x: 0, y: 0), to: Point(x: 2, y: 0))
    #expect(reversed == ["###"])

    stage.press("j")
    #expect(reversed == [])

    drag(from: Point(x: 0, y: 0), to: Point(x: 2, y: 0))
    stage.resize(20, 6)
    #expect(reversed == [])
  }

  @Test func `a drag outside the window selects up to its edge`() {
    show("Kia EV6", "Kia EV9")

    drag(from: Point(x: 4, y: 0), to: Point(x: 500, y: -3))
    drag(from: Point(x: 4, y: 0), to: Point(x: -5, y: 99))

    #expect(copied == ["EV6", "EV6\nKia EV9"])
  }

  @Test func `a drag on empty cells copies nothing`() {
    show("Kia")

    drag(from: Point(x: 10, y: 2), to: Point(x: 20, y: 3))

    #expect(copied == [])
    #expect(reversed == [])
  }

  @Test func `in a table a click still selects a row, a double click opens it, and a drag selects text`() {
    let table = stage.show(TableView<CarRow>.cars(CarRow.numbered(0..<100)))
    let opened = Recorder(table.rowOpened.asObservable())
    let row = stage.rows[2]

    drag(from: Point(x: 2, y: 2), to: Point(x: 6, y: 2))
    #expect(table.selectedIndex == 1)
    #expect(copied == [String(Array(row)[2...6]).trimmed()])

    stage.mouse(.press, 3, 2, clicks: 2)
    stage.mouse(.release, 3, 2)
    #expect(opened.takeElements() == [1])
    #expect(copied.count == 1)
  }

  @Test func `the scrollbar of a table and the divider of a split view keep their drags`() {
    let table = stage.show(TableView<CarRow>.cars(CarRow.numbered(0..<100)))
    drag(from: Point(x: 29, y: 1), to: Point(x: 29, y: 5))
    #expect(table.visibleRows.lowerBound > 0)

    let split = stage.show(SplitView(.horizontal, Label("one"), Label("two")))
    let fraction = split.fraction
    let divider = stage.rows[0].firstIndex(of: "│").map {
      stage.rows[0].distance(from: stage.rows[0].startIndex, to: $0)
    }
    drag(from: Point(x: divider ?? 0, y: 2), to: Point(x: 5, y: 2))
    #expect(split.fraction < fraction)
    #expect(copied == [])
  }

  @Test func `a selection does not leave its pane`() {
    stage.show(SplitView(.horizontal, Label("one"), Label("two")))
    let start = stage.position(of: "wo") ?? .zero

    drag(from: start, to: Point(x: 0, y: 0))
    drag(from: Point(x: 0, y: 0), to: Point(x: 29, y: 0))

    #expect(copied == ["tw", "one"])
  }

  @Test func `a drag from a button does not select, and neither does one from a view that a press has removed`() {
    let root = stage.show(View())
    let button = ButtonView("Open")
    button.frame = Rect(x: 0, y: 0, width: 10, height: 1)
    root.addSubview(button)
    drag(from: Point(x: 1, y: 0), to: Point(x: 3, y: 0))
    #expect(copied == [])

    button.pressed.subscribe { [stage] in stage.window.root.content = Label("another screen") }
      .disposed(by: stage.window.disposeBag)
    drag(from: Point(x: 1, y: 0), to: Point(x: 3, y: 0))
    #expect(copied == [])
  }

  @Test func `a scrollbar is not selected`() {
    let lines = (1...20).map { [Span("line \($0)")] }
    stage.show(ScrollText(lines))
    #expect(stage.rows[0].count == 30)

    drag(from: Point(x: 0, y: 0), to: Point(x: 29, y: 1))

    #expect(copied == ["line 1\nline 2"])
  }

  @Test func `text of a dialog can be selected`() throws {
    stage.resize(40, 14)
    stage.window.alert("Hello", "there")
    stage.window.render()
    let start = try #require(stage.position(of: "there"))

    drag(from: start, to: start.offset(by: Point(x: 4, y: 0)))

    #expect(copied == ["there"])
  }

  @Test func `other buttons, and keys held, select nothing`() {
    show("Kia EV6")

    stage.mouse(.press, 0, 0, button: .right)
    stage.mouse(.drag, 3, 0, button: .right)
    stage.mouse(.release, 3, 0, button: .right)

    #expect(copied == [])
  }

  @Test func `inverting cells that are already reversed shows them normally`() {
    let stage = TestScreen(10, 1, theme: .mono)
    let tile = stage.show(Tile("x"))
    tile.style = Style.plain.reverse
    tile.setNeedsDisplay()
    _ = stage.text
    let all = stage.terminal.cells.filter { $0.style.attributes.contains(.reverse) }.count

    stage.window.grid.invert(row: 0, columns: 2..<4)

    #expect(all == 10)
    #expect(stage.window.grid.cell(at: Point(x: 2, y: 0)).style.attributes == [])
  }
}

extension String {
  fileprivate func trimmingDots() -> String {
    var text = self
    while text.last == "." { text.removeLast() }
    return text
  }

  fileprivate func trimmed() -> String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
