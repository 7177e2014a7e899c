import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct TableSelectionTests {
  /// Ten lines of a hundred rows.
  private func stage() -> (TestScreen, TableView<CarRow>) {
    let stage = TestScreen(40, 10)
    let table = TableView<CarRow>.cars(CarRow.numbered(0..<100))
    table.showsHeader = false
    return (stage, stage.show(table))
  }

  @Test func `keys move the selection by a row, half a page, a page and to both ends`() {
    let (stage, table) = stage()
    let moves: [(Key, Int)] = [
      ("j", 1), (.down, 2), ("k", 1), (.up, 0), (.pageDown, 10), (.control("d"), 15), (.control("u"), 10),
      (.pageUp, 0), ("G", 99), ("g", 0), (.end, 99), (.home, 0), ("k", 0),
    ]
    for (key, expected) in moves {
      stage.press(key)
      #expect(table.selectedIndex == expected, "\(key)")
    }
  }

  @Test func `the keys can be remapped and are shown in the help but not in hints`() throws {
    let (stage, table) = stage()
    stage.window.keymap = try Keymap(parsing: ["list.down": ["n"]])
    stage.press("j", "n", "n")
    #expect(table.selectedIndex == 2)

    let binding = stage.window.activeBindings.first { $0.id == ListCommands.down.id }
    #expect(binding?.isHidden == true)
    #expect(binding?.keys == ["n"])
  }

  @Test func `a table at height 0 whose rows shrink twice keeps a selection, and shows it when there is space`() {
    let stage = TestScreen(20, 5)
    let table = TableView<CarRow>.cars(CarRow.numbered(0..<40))
    table.showsHeader = false
    let host = AreaView()
    host.addSubview(table)
    host.area = Rect(x: 0, y: 0, width: 20, height: 3)
    stage.show(host)
    table.focus()
    stage.press("G")
    #expect(table.selectedID == 39)

    host.area.size = Size(width: 20, height: 0)
    stage.window.render()
    for count in [20, 3] {
      table.rows = TableRows(CarRow.numbered(0..<count))
      stage.window.render()
      #expect(table.selectedIndex == count - 1)
    }
    stage.press("k")
    #expect(table.selectedIndex == 1)

    host.area.size = Size(width: 20, height: 2)
    stage.window.render()
    #expect(stage.rows.filter { !$0.isEmpty }.count == 2)
    #expect(stage.cursor == Point(x: 0, y: 0) || stage.cursor == Point(x: 0, y: 1))
  }

  /// A host that gives its subview an area.
  private final class AreaView: View {
    var area = Rect(origin: .zero, size: .zero) {
      didSet { setNeedsLayout() }
    }

    override func layoutSubviews() { for view in subviews { view.frame = area } }
  }

  @Test func `the table scrolls no further than necessary, and a page keeps the screen line`() {
    let (stage, table) = stage()
    for _ in 0..<10 { stage.press("j") }
    #expect(table.visibleRows == 1..<11)

    stage.press("k", "k")
    #expect(table.visibleRows == 1..<11)

    stage.press(.pageDown)
    #expect(table.visibleRows == 11..<21)
    #expect(table.selectedIndex == 18)
  }

  @Test func `a new selection is announced once`() {
    let (stage, table) = stage()
    let selected = Recorder(table.selectionChanged.asObservable())
    stage.press("j", "G", "G")
    #expect(selected.takeElements() == [1, 99])
    #expect(table.positionText == "100/100")

    table.selectedID = 41
    #expect(selected.takeElements() == [41])
    #expect(table.positionText == "42/100")
  }

  @Test func `the position groups thousands`() {
    let table = TableView<CarRow>(columns: [])
    table.rows = TableRows(
      count: 49_582, stamp: 1, row: { CarRow(id: $0, make: "", model: "", year: 0) }, index: { $0 })
    table.selectedIndex = 1_233

    #expect(table.positionText == "1,234/49,582")
    #expect([0, 7, 999, 1_000, -1_234_567].map(grouped) == ["0", "7", "999", "1,000", "-1,234,567"])
  }

  @Test func `Enter opens a row, and Space marks it if marking is allowed, and moves on if requested`() {
    let (stage, table) = stage()
    let opened = Recorder(table.rowOpened.asObservable())
    let marked = Recorder(table.markToggled.asObservable())
    stage.press("j", .enter, .space)
    #expect(table.selectedIndex == 1 && marked.takeElements() == [])
    table.allowsMarking = true
    stage.press(.space)
    table.movesOnAfterMarking = true
    stage.press(.space, .space, "G", .space)

    #expect(opened.takeElements() == [1])
    #expect(marked.takeElements() == [1, 1, 2, table.rows.id(at: table.rows.count - 1)])
    #expect(table.selectedIndex == table.rows.count - 1)
  }

  @Test func `the selected row and the first visible row keep their screen lines when rows are added`() {
    let (stage, table) = stage()
    table.selectedIndex = 30
    stage.press("k", "k")
    let before = stage.text
    let selected = Recorder(table.selectionChanged.asObservable())
    // Twenty rows are added above.
    table.rows = TableRows(CarRow.numbered(1_000..<1_020) + CarRow.numbered(0..<100))

    #expect(table.selectedIndex == 48)
    #expect(stage.text.replacingScrollbar == before.replacingScrollbar)
    #expect(selected.takeElements().isEmpty)
  }

  @Test func `the selected row keeps its screen line when the first visible row is removed`() {
    let (stage, table) = stage()
    table.selectedIndex = 30
    stage.press("k", "k")
    #expect(table.visibleRows == 21..<31)

    table.rows = TableRows(CarRow.numbered(0..<10) + CarRow.numbered(25..<100))
    #expect(table.selectedID == 28)

    // It was on the eighth line before.
    #expect(table.visibleRows.lowerBound == (table.selectedIndex ?? 0) - 7)
    #expect(stage.rows[7].hasPrefix("▸ make 28"))
  }

  @Test func `the nearest row is selected when the selected row is removed, until it returns`() {
    let (stage, table) = stage()
    table.selectedIndex = 50
    stage.window.render()
    let selected = Recorder(table.selectionChanged.asObservable())
    table.rows = TableRows(CarRow.numbered(0..<20))
    #expect(table.selectedID == 19)

    table.rows = TableRows(CarRow.numbered(0..<100))
    #expect(table.selectedID == 50)
    #expect(selected.takeElements() == [19, 50])

    table.rows = TableRows(CarRow.numbered(0..<20))
    stage.press("k")
    table.rows = TableRows(CarRow.numbered(0..<100))
    #expect(table.selectedID == 18)
  }

  @Test func `the selection returns when an emptied table has rows again`() {
    let (stage, table) = stage()
    table.selectedIndex = 5
    table.rows = .empty
    stage.press("j", "G", .pageDown, .enter)
    #expect(table.selectedIndex == nil && table.selectedID == nil && table.positionText == "")

    table.rows = TableRows(CarRow.numbered(0..<100))
    #expect(table.selectedID == 5)
  }

  @Test func `rows that the user requested can select the first row`() {
    let (stage, table) = stage()
    table.selectedIndex = 50
    let selected = Recorder(table.selectionChanged.asObservable())

    table.show(TableRows(CarRow.numbered(40..<100)), selecting: .first)

    #expect(table.selectedID == 40)
    #expect(table.visibleRows == 0..<10)
    #expect(selected.takeElements() == [40])
    #expect(stage.rows[0].hasPrefix("▸ make 40"))
    table.rows = TableRows(CarRow.numbered(0..<100))
    #expect(table.selectedID == 40, "the selection now belongs to that row")
  }

  @Test func `rows in reverse order can keep the screen line of the selection`() {
    let (_, table) = stage()
    table.selectedIndex = 50
    table.selectedIndex = 47
    #expect(table.visibleRows == 41..<51)

    table.show(TableRows(CarRow.numbered(0..<100).reversed()), selecting: .sameLine)

    #expect(table.visibleRows == 41..<51)
    #expect(table.selectedIndex == 47)
    #expect(table.selectedID == 52)
  }

  @Test func `a selection can be restored on its former screen line`() throws {
    let (_, table) = stage()
    table.selectedIndex = 50
    table.selectedIndex = 47
    let anchor = try #require(table.anchor)
    table.show(TableRows(CarRow.numbered(90..<95)), selecting: .first)

    table.show(TableRows(CarRow.numbered(0..<100)), selecting: .restored(anchor))

    #expect(anchor == TableAnchor(id: 47, line: 6))
    #expect(table.selectedID == 47)
    #expect(table.visibleRows == 41..<51)
    table.show(TableRows(CarRow.numbered(60..<100)), selecting: .restored(anchor))
    #expect(table.selectedID == 60, "the row is gone, so the first row is selected")
  }

  @Test func `a row that is selected before it exists is selected when it appears`() {
    let table = TableView<CarRow>.cars([])
    table.selectedID = 7
    table.rows = TableRows(CarRow.numbered(0..<20))

    #expect(table.selectedID == 7)
  }

  @Test func `another height keeps the screen line of the selected row if possible`() {
    let (stage, table) = stage()
    table.selectedIndex = 50
    stage.press("k", "k", "k")
    let top = table.visibleRows.lowerBound
    stage.resize(30, 20)
    #expect(table.visibleRows.lowerBound == top)
    #expect(table.selectedIndex == 47)

    stage.resize(30, 4)
    #expect(table.visibleRows == 44..<48)

    stage.resize(30, 300)
    #expect(table.visibleRows == 0..<100)
    #expect(table.selectedIndex == 47)
  }

  @Test func `rows are equal if their stamps and counts are equal`() {
    let rows = TableRows(CarRow.few)
    let copy = rows
    #expect(rows == copy)
    #expect(rows != TableRows(CarRow.few))
    #expect(TableRows<CarRow>.empty == .empty)

    let lazy = { (count: Int, stamp: String) in
      TableRows<CarRow>(count: count, stamp: stamp, row: { CarRow.few[$0] }, index: { _ in nil })
    }
    #expect(lazy(4, "a") == lazy(4, "a"))
    #expect(lazy(4, "a") != lazy(4, "b"))
    #expect(lazy(4, "a") != lazy(3, "a"))
  }
}

extension String {
  /// The text without the characters of the scrollbar.
  fileprivate var replacingScrollbar: String {
    split(separator: "\n").map { $0.filter { !"█│".contains($0) } }.joined(separator: "\n")
  }
}
