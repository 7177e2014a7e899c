import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct TableMouseTests {
  private func stage() -> (TestScreen, TableView<CarRow>) {
    let stage = TestScreen(40, 11)
    return (stage, stage.show(TableView<CarRow>.cars(CarRow.numbered(0..<100))))
  }

  @Test func `a click selects a row and a double click opens it`() {
    let (stage, table) = stage()
    let opened = Recorder(table.rowOpened.asObservable())
    stage.click(5, 4)
    #expect(table.selectedIndex == 3)
    #expect(opened.takeElements().isEmpty)

    stage.mouse(.press, 5, 4, clicks: 2)
    #expect(opened.takeElements() == [3])
  }

  @Test func `the wheel scrolls by three rows a notch and keeps the selection visible`() {
    let (stage, table) = stage()
    table.selectedIndex = 8
    stage.mouse(.wheelDown, 5, 5, steps: 2)
    #expect(table.visibleRows == 6..<16)
    #expect(table.selectedIndex == 8)

    stage.mouse(.wheelDown, 5, 5)
    #expect(table.selectedIndex == 9)

    stage.mouse(.wheelUp, 5, 5, steps: 3)
    #expect(table.visibleRows == 0..<10)
    #expect(table.selectedIndex == 9)
  }

  @Test func `a click on the heading of a sortable column sends its ID`() {
    let (stage, table) = stage()
    let clicked = Recorder(table.headerClicked.asObservable())
    stage.click(3, 0)
    stage.click(20, 0)
    stage.click(37, 0)

    #expect(clicked.takeElements() == ["make", "year"])
  }

  @Test func `the scrollbar can be dragged, even beyond its ends`() {
    let (stage, table) = stage()
    stage.mouse(.press, 39, 1)
    stage.mouse(.drag, 39, 30)
    #expect(table.visibleRows == 90..<100)

    stage.mouse(.drag, 20, 0)
    #expect(table.visibleRows == 0..<10)

    stage.mouse(.release, 20, 0)
    stage.mouse(.drag, 39, 9)
    #expect(table.visibleRows == 0..<10)
  }

  @Test func `a click below the last row selects nothing`() {
    let stage = TestScreen(40, 11)
    let table = stage.show(TableView<CarRow>.cars(CarRow.few))
    stage.click(5, 9)

    #expect(table.selectedIndex == 0)
  }
}
