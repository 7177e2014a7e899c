import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct TableSectionTests {
  private func table(_ rows: [CarRow]) -> TableView<CarRow> {
    let table = TableView<CarRow>(columns: [TableColumn(id: "make", title: "Make") { TableCell($0.make) }])
    table.showsHeader = false
    table.rows = TableRows(rows) { $0.year < 2003 ? "오래된 차" : "New" }
    return table
  }

  @Test func `the heading of the first visible row stays on the screen`() {
    let stage = TestScreen(14, 4)
    let table = stage.show(table(CarRow.numbered(0..<6)))
    #expect(
      stage.text == """
        오래된 차    █
        ▸ make 0     █
          make 1     │
          make 2     │
        """)

    stage.press("G")

    #expect(table.selectedIndex == 5 && table.visibleRows == 3..<6)
    #expect(
      stage.text == """
        New          │
          make 3     │
          make 4     █
        ▸ make 5     █
        """)
    stage.press("k", "k", "k")
    #expect(stage.rows[0].hasPrefix("오래된 차") && stage.rows[1].hasPrefix("▸ make 2") && stage.rows[2].hasPrefix("New"))
  }

  @Test func `headings scroll with the rows if they are not pinned`() {
    let stage = TestScreen(14, 4)
    let table = stage.show(table(CarRow.numbered(0..<6)))
    table.pinsSectionHeadings = false

    stage.press("j", "j", "j")

    #expect(
      stage.text == """
          make 1     █
          make 2     █
        New          │
        ▸ make 3     │
        """)
  }

  @Test func `keys move between rows and a click on a heading selects nothing`() {
    let stage = TestScreen(14, 6)
    let table = stage.show(table(CarRow.numbered(1..<5)))

    stage.click(2, 0)
    stage.click(2, 3)
    #expect(table.selectedIndex == 0)

    stage.press("j", "j")
    #expect(table.selectedIndex == 2 && stage.rows[4].hasPrefix("▸ make 3"))

    stage.click(2, 1)
    #expect(table.selectedIndex == 0)
  }

  @Test func `a heading is drawn in the style of headings and visible without color`() {
    let stage = TestScreen(10, 3, theme: .mono)
    stage.show(table(CarRow.numbered(0..<2)))

    #expect(stage.styles(row: 0, ["h": .header]) == "hhhhhhhh..")
    #expect(stage.styles(row: 1, ["S": .selection]) == "SSSSSSSSS.")
  }

  @Test func `sections without rows are left out and rows after the last section belong to it`() {
    let stage = TestScreen(14, 6)
    let table = stage.show(table([]))
    table.rows = TableRows(CarRow.numbered(0..<3)).divided(into: [
      TableSection("None", count: 0), TableSection("One", count: 1), TableSection("Rest", count: 1),
      TableSection("Beyond", count: -1),
    ])

    #expect(
      stage.text == """
        One
        ▸ make 0
        Rest
          make 1
          make 2
        """)
  }

  @Test func `rows that differ only in their sections are replaced`() {
    let stage = TestScreen(14, 4)
    let table = stage.show(table([]))
    let rows = TableRows(CarRow.numbered(0..<1))
    table.rows = rows.divided(into: [TableSection("A", count: 1)])
    #expect(stage.rows[0] == "A")

    table.rows = rows.divided(into: [TableSection("B", count: 1)])

    #expect(stage.rows[0] == "B")
  }

  @Test(arguments: [(2, 1), (2, 2), (3, 2), (3, 3)])
  func `a table of a few cells still moves its selection`(width: Int, height: Int) {
    let stage = TestScreen(width, height)
    let table = stage.show(table(CarRow.numbered(0..<6)))

    stage.press("j", "j", .pageDown, "G", "k")

    #expect(table.selectedIndex == 4)
    #expect((0..<height).contains { stage.rows[$0].hasPrefix("▸") })
    stage.resize(1, 1)
    stage.press("k")
    #expect(table.selectedIndex == 3)
  }
}
