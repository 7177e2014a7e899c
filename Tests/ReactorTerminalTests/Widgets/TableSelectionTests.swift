import ReactorTerminal
import Testing

@MainActor
@Suite("The selection of a table")
struct TableSelectionTests {
  /// Ten lines of a hundred rows.
  private func stage() -> (Stage, TableView<CarRow>) {
    let stage = Stage(40, 10)
    let table = TableView<CarRow>.cars(CarRow.numbered(0..<100))
    table.showsHeader = false
    return (stage, stage.show(table))
  }

  @Test("Keys move it by a row, half a page, a page, and to both ends")
  func keys() {
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

  @Test("Its keys can be remapped, and are left out of the hint line but not of the help")
  func remapped() throws {
    let (stage, table) = stage()
    stage.window.keymap = try Keymap(parsing: ["list.down": ["n"]])
    stage.press("j", "n", "n")
    #expect(table.selectedIndex == 2)
    let binding = stage.window.activeBindings.first { $0.id == "list.down" }
    #expect(binding?.isHidden == true)
    #expect(binding?.keys == ["n"])
  }

  @Test("The screen scrolls no further than it takes to show it; a page keeps its line")
  func scrolling() {
    let (stage, table) = stage()
    for _ in 0..<10 { stage.press("j") }
    #expect(table.visibleRows == 1..<11)
    stage.press("k", "k")
    #expect(table.visibleRows == 1..<11)
    stage.press(.pageDown)
    #expect(table.visibleRows == 11..<21)
    #expect(table.selectedIndex == 18)
  }

  @Test("It tells of every other row, once, and where it is")
  func telling() {
    let (stage, table) = stage()
    let selected = Recording(table.selectionChanged)
    let positions = Recording(table.positionChanged)
    stage.press("j", "G", "G")
    #expect(selected.take() == [1, 99])
    #expect(positions.take() == ["2/100", "100/100"])
    table.selectedID = 41
    #expect(selected.take() == [41])
    #expect(table.positionText == "42/100")
  }

  @Test("Thousands are grouped in the position")
  func grouping() {
    let table = TableView<CarRow>(columns: [])
    table.rows = TableRows(
      count: 49_582, stamp: 1, row: { CarRow(id: $0, make: "", model: "", year: 0) }, index: { $0 })
    table.selectedIndex = 1_233
    #expect(table.positionText == "1,234/49,582")
    #expect([0, 7, 999, 1_000, -1_234_567].map(grouped) == ["0", "7", "999", "1,000", "-1,234,567"])
  }

  @Test("Enter opens, Space marks where marking is allowed")
  func openAndMark() {
    let (stage, table) = stage()
    let opened = Recording(table.itemSelected)
    let marked = Recording(table.markToggled)
    stage.press("j", .enter, .space)
    table.allowsMarking = true
    stage.press(.space)
    #expect(opened.take() == [1])
    #expect(marked.take() == [1])
  }

  @Test("Other rows: the selected row and the first line stay where they are")
  func rowsReplaced() {
    let (stage, table) = stage()
    table.selectedIndex = 30
    stage.press("k", "k")
    let before = stage.screen
    let told = Recording(table.selectionChanged)
    // Twenty new rows come in above.
    table.rows = TableRows(CarRow.numbered(1_000..<1_020) + CarRow.numbered(0..<100))
    #expect(table.selectedIndex == 48)
    #expect(stage.screen.replacingScrollbar == before.replacingScrollbar)
    #expect(told.take().isEmpty)
  }

  @Test("When the row of the first line is gone, the selected row keeps its line")
  func firstLineGone() {
    let (stage, table) = stage()
    table.selectedIndex = 30
    stage.press("k", "k")
    #expect(table.visibleRows == 21..<31)
    table.rows = TableRows(CarRow.numbered(0..<10) + CarRow.numbered(25..<100))
    #expect(table.selectedID == 28)
    // It stood in the eighth line, and still does.
    #expect(table.visibleRows.lowerBound == (table.selectedIndex ?? 0) - 7)
    #expect(stage.row(7).hasPrefix("▸ make 28"))
  }

  @Test("When the selected row is gone, the nearest place is selected; when it comes back, it is again")
  func selectedGone() {
    let (stage, table) = stage()
    table.selectedIndex = 50
    stage.window.render()
    let told = Recording(table.selectionChanged)
    table.rows = TableRows(CarRow.numbered(0..<20))
    #expect(table.selectedID == 19)
    table.rows = TableRows(CarRow.numbered(0..<100))
    #expect(table.selectedID == 50)
    #expect(told.take() == [19, 50])
    table.rows = TableRows(CarRow.numbered(0..<20))
    stage.press("k")
    table.rows = TableRows(CarRow.numbered(0..<100))
    #expect(table.selectedID == 18)
  }

  @Test("No rows: nothing is selected, no key does anything, and the selection returns with the rows")
  func emptied() {
    let (stage, table) = stage()
    table.selectedIndex = 5
    table.rows = .empty
    stage.press("j", "G", .pageDown, .enter)
    #expect(table.selectedIndex == nil && table.selectedID == nil && table.positionText == "")
    table.rows = TableRows(CarRow.numbered(0..<100))
    #expect(table.selectedID == 5)
  }

  @Test func `rows that the user asked for can select the first, whatever was selected`() {
    let (stage, table) = stage()
    table.selectedIndex = 50
    let told = Recording(table.selectionChanged)

    table.show(TableRows(CarRow.numbered(40..<100)), selecting: .first)

    #expect(table.selectedID == 40)
    #expect(table.visibleRows == 0..<10)
    #expect(told.take() == [40])
    #expect(stage.row(0).hasPrefix("▸ make 40"))
    table.rows = TableRows(CarRow.numbered(0..<100))
    #expect(table.selectedID == 40, "from then on the selection belongs to that row")
  }

  @Test func `rows in reverse order can leave the selection on its line of the screen`() {
    let (_, table) = stage()
    table.selectedIndex = 50
    table.selectedIndex = 47
    #expect(table.visibleRows == 41..<51)

    table.show(TableRows(CarRow.numbered(0..<100).reversed()), selecting: .sameLine)

    #expect(table.visibleRows == 41..<51)
    #expect(table.selectedIndex == 47)
    #expect(table.selectedID == 52)
  }

  @Test func `a selection can be restored, on its line of then`() throws {
    let (_, table) = stage()
    table.selectedIndex = 50
    table.selectedIndex = 47
    let place = try #require(table.place)
    table.show(TableRows(CarRow.numbered(90..<95)), selecting: .first)

    table.show(TableRows(CarRow.numbered(0..<100)), selecting: .restored(place))

    #expect(place == TablePlace(id: 47, line: 6))
    #expect(table.selectedID == 47)
    #expect(table.visibleRows == 41..<51)
    table.show(TableRows(CarRow.numbered(60..<100)), selecting: .restored(place))
    #expect(table.selectedID == 60, "gone: the first row takes its place")
  }

  @Test("A row selected by its identity before it is there is selected once it is")
  func selectedBeforeThere() {
    let table = TableView<CarRow>.cars([])
    table.selectedID = 7
    table.rows = TableRows(CarRow.numbered(0..<20))
    #expect(table.selectedID == 7)
  }

  @Test("Another height keeps the selected row in its line where it can")
  func resize() {
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

  @Test("Rows are equal by stamp and count, whatever they hold")
  func equality() {
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
  /// Without the last column of each line.
  fileprivate var replacingScrollbar: String {
    split(separator: "\n").map { $0.filter { !"█│".contains($0) } }.joined(separator: "\n")
  }
}
