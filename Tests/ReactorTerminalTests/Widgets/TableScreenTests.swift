import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct TableScreenTests {
  @Test func `a pointer marks the selected row, and an arrow the sorted column`() {
    let stage = TestScreen(44, 6)
    let table = stage.show(TableView<CarRow>.cars(CarRow.few))
    table.sort = TableSort("year", ascending: false)
    stage.press("j")

    #expect(
      stage.text == """
          Make          Model               Year ▼
          BMW           520d                  2021
        ▸ 현대          아반떼 N              2024
          Kia           K5 🚗                 2023
          Mercedes-Be…  E-Class All-Terra…    2022
        """)
  }

  @Test(arguments: [(7, "   Year ▼"), (6, "  Year ▼"), (5, "  Year▼"), (4, "  Ye…▼"), (2, "  …▼"), (1, "  ▼"), (0, "")])
  func `a heading that is too narrow keeps the arrow and loses the end of its title`(width: Int, heading: String) {
    let stage = TestScreen(14, 2)
    let table = TableView<CarRow>(
      columns: [
        TableColumn(id: "year", title: "Year", width: .fixed(width), alignment: .trailing) { TableCell("\($0.year)") }
      ],
      rows: TableRows(CarRow.few))
    table.sort = TableSort("year", ascending: false)

    stage.show(table)

    #expect(stage.rows[0] == heading)
  }

  @Test func `a narrow table removes the columns of the lowest priority`() {
    let stage = TestScreen(24, 3)
    stage.show(TableView<CarRow>.cars(CarRow.few))
    #expect(
      stage.text == """
          Make            Year
        ▸ BMW             2021 █
          현대            2024 │
        """)

    stage.resize(12, 3)
    #expect(
      stage.text == """
          Make
        ▸ BMW      █
          현대     │
        """)
  }

  @Test func `the signs are ASCII in ASCII mode, and texts keep their letters`() {
    let stage = TestScreen(34, 3, ascii: true)
    let table = stage.show(TableView<CarRow>.cars(CarRow.few))
    table.sort = TableSort("make")
    stage.press("j")

    #expect(
      stage.text == """
          Make ^     Model          Year
          BMW        520d           2021 #
        > 현대       아반떼 N       2024 |
        """)
  }

  @Test func `marked rows carry a sign`() {
    let stage = TestScreen(34, 4)
    let table = stage.show(TableView<CarRow>.cars(CarRow.few))
    table.allowsMarking = true
    table.marked = [1, 3]

    #expect(
      stage.text == """
           Make      Model          Year
        ▸● BMW       520d           2021 █
           현대      아반떼 N       2024 █
         ● Kia       K5 🚗          2023 │
        """)
  }

  @Test func `the selected row is drawn over its full width in a style that depends on the focus`() {
    let stage = TestScreen(30, 3)
    let form = StackView(.vertical)
    let table = form.add(TableView<CarRow>.cars(Array(CarRow.few.prefix(2))), .share(1))
    let field = form.add(TextField(), .fixed(0))
    stage.show(form)
    let legend: [Character: Role] = ["H": .header, "S": .selection, "i": .selectionInactive, "s": .secondary]
    #expect(stage.styles(row: 0, legend) == "..HHHH.....HHHHH........HHHH..")
    #expect(stage.styles(row: 1, legend) == "SSSSSSSSSSSSSSSSSSSSSSSSSSSSS.")
    #expect(stage.styles(row: 2, legend) == "........................ssss..")

    stage.window.focus(field)
    #expect(table.isFocused == false)
    #expect(stage.styles(row: 1, legend) == "iiiiiiiiiiiiiiiiiiiiiiiiiiiii.")
  }

  @Test func `the selected row is reversed without color`() {
    let stage = TestScreen(20, 2, theme: .mono)
    stage.show(TableView<CarRow>.cars(CarRow.few))

    #expect(stage.window.grid.style(at: Point(x: 8, y: 1)).attributes == .reverse)
    #expect(stage.rows[1].hasPrefix("▸"))
  }

  @Test func `highlights are counted in bytes and drawn in columns`() {
    let stage = TestScreen(20, 2)
    let table = TableView<CarRow>(
      columns: [
        TableColumn(id: "model", title: "M", width: .flexible(min: 8, ideal: 10)) {
          // "아반떼" is nine bytes and six columns.
          TableCell($0.model, highlights: [0..<3, 10..<11, 50..<60])
        }
      ], rows: TableRows([CarRow(id: 1, make: "", model: "", year: 0), CarRow.few[1]]))
    table.showsHeader = false
    stage.show(table)
    let style = stage.window.theme[.match]
    let lit = (0..<20).filter { stage.window.grid.style(at: Point(x: $0, y: 1)) == style }

    #expect(lit == [2, 3, 9])
    #expect(stage.rows[1] == "  아반떼 N")
  }

  @Test func `rows that are out of date are drawn in a fainter style`() {
    let stage = TestScreen(24, 3)
    let table = stage.show(TableView<CarRow>.cars(CarRow.few))
    table.isStale = true

    #expect(stage.styles(row: 2, ["s": .secondary]) == "..ssss............ssss.s")
    #expect(stage.rows[2].hasPrefix("  현대"))
  }

  @Test func `the placeholder is shown under the headings while there are no rows`() {
    let stage = TestScreen(30, 8)
    let table = stage.show(TableView<CarRow>.cars([]))
    table.placeholder = EmptyState(
      EmptyState.Content(.noMatches, title: "No car matches", hints: [EmptyState.Hint(.escape, "Clear")]))
    #expect(
      stage.text == """
          Make     Model        Year

                No car matches

                  Esc Clear
        """)
    table.rows = TableRows(CarRow.few)
    #expect(stage.text.contains("No car") == false)
    #expect(stage.rows[1].hasPrefix("▸ BMW"))
  }
}
