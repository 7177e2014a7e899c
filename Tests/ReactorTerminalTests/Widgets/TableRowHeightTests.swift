import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct TableRowHeightTests {
  private func table(_ rows: [CarRow], _ height: TableRowHeight<CarRow>) -> TableView<CarRow> {
    let table = TableView<CarRow>(columns: [
      TableColumn(id: "make", title: "Make") { row in
        var cell = TableCell(row.make)
        cell.prefix = [Span("★ ", .mark)]
        cell.below = [TableCell(row.model, role: .secondary), TableCell("\(row.year)")]
        return cell
      }
    ])
    table.showsHeader = false
    table.rowHeight = height
    table.rows = TableRows(rows)
    return table
  }

  @Test func `a row of two lines shows the second line of its cells, and its selection covers both`() {
    let stage = TestScreen(16, 5)
    stage.show(table(Array(CarRow.few.prefix(3)), .fixed(2)))
    stage.press("j")

    #expect(
      stage.text
        == """
          ★ BMW        █
          520d         █
        ▸ ★ 현대       █
          아반떼 N     │
          ★ Kia        │
        """)
    let legend: [Character: Role] = ["S": .selection, "s": .secondary, "m": .mark]
    #expect(stage.styles(row: 0, legend) == "..mm...........s")
    #expect(stage.styles(row: 1, legend) == "..ssss.........s")
    #expect(stage.styles(row: 2, ["S": .selection]) == "SSSSSSSSSSSSSSS?")
    #expect(stage.styles(row: 3, ["S": .selection]) == "SSSSSSSSSSSSSSS?")
  }

  @Test func `a row of varying height is revealed as a whole`() {
    let stage = TestScreen(16, 4)
    let table = stage.show(table(CarRow.numbered(0..<20), .varying { $0.id % 3 + 1 }))
    #expect(table.visibleRows == 0..<2)

    stage.press("j", "j")
    #expect(table.visibleRows == 2..<4 && table.selectedIndex == 2)

    stage.press("G")
    #expect(table.visibleRows == 18..<20)

    stage.press("k", "k")
    #expect(table.visibleRows == 17..<19 && table.selectedIndex == 17)
  }

  @Test func `a click selects the row at any of its lines`() {
    let stage = TestScreen(16, 7)
    let table = stage.show(table(CarRow.numbered(0..<20), .varying { $0.id % 3 + 1 }))
    // Row 0 occupies line 0, row 1 lines 1 and 2, row 2 lines 3 to 5.
    stage.click(3, 5)
    #expect(table.selectedIndex == 2)

    stage.click(3, 2)
    #expect(table.selectedIndex == 1)
  }

  @Test func `a page moves by the rows that fit`() {
    let stage = TestScreen(16, 6)
    let table = stage.show(table(CarRow.numbered(0..<20), .fixed(2)))

    stage.press(.pageDown)
    #expect(table.visibleRows == 3..<6 && table.selectedIndex == 3)

    stage.press(.pageDown, .pageUp, .pageUp)
    #expect(table.visibleRows == 0..<3 && table.selectedIndex == 0)

    stage.mouse(.wheelDown, 3, 3, steps: 2)
    #expect(table.visibleRows == 2..<5)
  }

  @Test func `moving in a million rows of varying height asks for a screenful of them`() {
    let stage = TestScreen(16, 10)
    let table = table([], .fixed(1))
    var asked: Set<Int> = []
    table.rowHeight = .varying { row in
      asked.insert(row.id)
      return row.id % 3 + 1
    }
    table.rows = TableRows(
      count: 1_000_000, stamp: 0, row: { CarRow(id: $0, make: "m", model: "", year: 0) }, index: { $0 })
    stage.show(table)

    for key in ["G", "k", "g", .pageDown, .pageUp, "j"] as [Key] {
      asked = []
      stage.press(key)
      #expect(asked.count < 40, "\(key)")
    }
    table.selectedIndex = 500_000
    #expect(table.visibleRows.contains(500_000))
  }

  @Test func `a row taller than the table is cut off`() {
    let stage = TestScreen(8, 1)
    let table = stage.show(table(CarRow.numbered(0..<3), .varying { _ in .max }))

    stage.press("j")

    #expect(table.visibleRows == 1..<2 && stage.rows[0] == "▸ ★ m… █")
    table.rowHeight = .fixed(-5)
    #expect(table.visibleRows == 1..<2)
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `partial drawing of sections and tall rows looks the same as drawing everything`(seed: UInt64) {
    var dice = Dice(state: seed)
    let stage = TestScreen(30, 9)
    let table = stage.show(table([], .varying { $0.id % 4 + 1 }))
    table.pinsSectionHeadings = seed % 2 == 0
    let keys: [Key] = ["j", "k", "G", "g", .pageUp, .pageDown, .control("d"), .control("u"), .up, .down]
    for _ in 0..<80 {
      switch Int.random(in: 0..<12, using: &dice) {
      case 0: stage.mouse(.wheelDown, 3, 3, steps: Int.random(in: 1...4, using: &dice))
      case 1: stage.mouse(.wheelUp, 3, 3)
      case 2: stage.click(Int.random(in: 0..<30, using: &dice), Int.random(in: 0..<9, using: &dice))
      case 3:
        let rows = CarRow.numbered(0..<Int.random(in: 0..<50, using: &dice))
        table.rows = TableRows(rows) { "\($0.id / 5)" }
      case 4: stage.resize(30, Int.random(in: 1..<14, using: &dice))
      default: stage.press(keys.randomElement(using: &dice) ?? "j")
      }
      stage.window.render()
      let partial = stage.terminal.rows
      stage.window.redraw()
      stage.window.render()
      #expect(partial == stage.terminal.rows)
      #expect(table.selectedIndex.map { table.visibleRows.contains($0) } ?? true)
      #expect(table.rows.isEmpty || partial.contains { $0.hasPrefix("▸") })
    }
  }
}
