import ReactorTerminal
import Testing

@MainActor
@Suite("A table and the mouse")
struct TableMouseTests {
  private func stage() -> (Stage, TableView<CarRow>) {
    let stage = Stage(40, 11)
    return (stage, stage.show(TableView<CarRow>.cars(CarRow.numbered(0..<100))))
  }

  @Test("A click selects, a double click opens")
  func clicks() {
    let (stage, table) = stage()
    let opened = Recording(table.itemSelected)
    stage.click(5, 4)
    #expect(table.selectedIndex == 3)
    #expect(opened.take().isEmpty)
    stage.mouse(.press, 5, 4, clicks: 2)
    #expect(opened.take() == [3])
  }

  @Test("The wheel scrolls by three rows a notch; the selection comes along only where it would leave the screen")
  func wheel() {
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

  @Test("A click on the heading of a sortable column tells which")
  func headings() {
    let (stage, table) = stage()
    let clicked = Recording(table.headerClicked)
    stage.click(3, 0)
    stage.click(20, 0)
    stage.click(37, 0)
    #expect(clicked.take() == ["make", "year"])
  }

  @Test("The scrollbar can be dragged, also beyond its ends")
  func scrollbar() {
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

  @Test("A click below the last row selects nothing")
  func belowTheLast() {
    let stage = Stage(40, 11)
    let table = stage.show(TableView<CarRow>.cars(CarRow.few))
    stage.click(5, 9)
    #expect(table.selectedIndex == 0)
  }
}
