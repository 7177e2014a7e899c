import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct TablePagingTests {
  private func table(_ count: Int) -> TableView<CarRow> {
    let table = TableView<CarRow>.cars(CarRow.numbered(0..<count))
    table.showsHeader = false
    return table
  }

  @Test func `the visible rows are announced when they change`() {
    let stage = TestScreen(40, 5)
    let table = table(20)
    let visible = Recorder(table.visibleRowsChanged.asObservable())

    stage.show(table)
    #expect(visible.takeElements() == [0..<5])

    stage.press("j")
    #expect(visible.takeElements().isEmpty)

    stage.press(.pageDown)
    #expect(visible.takeElements() == [5..<10])

    stage.resize(40, 8)
    table.rows = TableRows(CarRow.numbered(0..<20))
    #expect(visible.takeElements() == [5..<13])

    table.rows = TableRows([])
    #expect(visible.takeElements() == [0..<0])
  }

  @Test func `the end is announced once for each last row that becomes visible`() {
    let stage = TestScreen(40, 5)
    let table = stage.show(table(20))
    let ends = Recorder(table.endReached.asObservable().map { 1 })

    stage.press("G")
    #expect(ends.takeElements() == [1])

    stage.press("k", "j")
    table.rows = TableRows(CarRow.numbered(0..<20))
    #expect(ends.takeElements().isEmpty)

    stage.press("g", "G")
    #expect(ends.takeElements() == [1])

    table.rows = TableRows(CarRow.numbered(0..<40))
    #expect(ends.takeElements().isEmpty)

    table.rows = TableRows(CarRow.numbered(0..<3))
    #expect(ends.takeElements() == [1])

    table.rows = TableRows([])
    #expect(ends.takeElements().isEmpty)
  }

  @Test func `pages are loaded until the screen is full`() {
    let stage = TestScreen(40, 7)
    let table = table(3)
    var loads = 0
    let loading = table.endReached.asObservable().bind { [weak table] in
      loads += 1
      table?.rows = TableRows(CarRow.numbered(0..<(3 * (loads + 1))))
    }

    stage.show(table)

    #expect(loads == 2 && table.rows.count == 9 && table.visibleRows == 0..<7)
    loading.dispose()
  }

  @Test func `the selection moves around the ends`() {
    let stage = TestScreen(40, 5)
    let table = stage.show(table(20))

    table.cycleSelection(by: -1)
    #expect(table.selectedIndex == 19)

    table.cycleSelection(by: 3)
    #expect(table.selectedIndex == 2)

    table.cycleSelection(by: .min)
    #expect(table.selectedIndex.map { (0..<20).contains($0) } == true)

    table.rows = TableRows([])
    table.cycleSelection(by: 1)
    #expect(table.selectedIndex == nil)
  }

  @Test func `the title of Enter is the one of the table`() {
    let stage = TestScreen(40, 5)
    let table = stage.show(table(2))
    #expect(table.rowOpenTitle == "Open")

    table.rowOpenTitle = "Play"

    #expect(stage.window.activeBindings.first { $0.id == ListCommands.open.id }?.title == "Play")
  }
}
