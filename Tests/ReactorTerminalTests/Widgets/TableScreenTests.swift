import ReactorTerminal
import Testing

@MainActor
@Suite("What a table looks like")
struct TableScreenTests {
  @Test("Headings, rows in columns, and a pointer at the selected row")
  func screen() {
    let stage = Stage(44, 6)
    let table = stage.show(TableView<CarRow>.cars(CarRow.few))
    table.sort = TableSort("year", ascending: false)
    stage.press("j")
    #expect(
      stage.screen == """
          Make           Model               Year ▼
          BMW            520d                  2021
        ▸ 현대           아반떼 N              2024
          Kia            K5 🚗                 2023
          Mercedes-Benz  E-Class All-Terra…    2022
        """)
  }

  @Test("Narrower, columns of the lowest priority are left out first")
  func narrow() {
    let stage = Stage(24, 3)
    stage.show(TableView<CarRow>.cars(CarRow.few))
    #expect(
      stage.screen == """
          Make             Year
        ▸ BMW              2021█
          현대             2024│
        """)
    stage.resize(12, 3)
    #expect(
      stage.screen == """
          Make
        ▸ BMW      █
          현대     │
        """)
  }

  @Test("In ASCII the pointer, the sort sign, the ellipsis and the scrollbar are ASCII, and texts keep their letters")
  func ascii() {
    let stage = Stage(34, 3, ascii: true)
    let table = stage.show(TableView<CarRow>.cars(CarRow.few))
    table.sort = TableSort("make")
    stage.press("j")
    #expect(
      stage.screen == """
          Make ^     Model           Year
          BMW        520d            2021#
        > 현대       아반떼 N        2024|
        """)
  }

  @Test("Marked rows carry a sign")
  func marks() {
    let stage = Stage(34, 4)
    let table = stage.show(TableView<CarRow>.cars(CarRow.few))
    table.allowsMarking = true
    table.marked = [1, 3]
    #expect(
      stage.screen == """
           Make       Model          Year
        ▸● BMW        520d           2021█
           현대       아반떼 N       2024█
         ● Kia        K5 🚗          2023│
        """)
  }

  @Test("The selected row is drawn across, in another style without the keyboard; cells have styles of their own")
  func styles() {
    let stage = Stage(30, 3)
    let form = StackView(.vertical)
    let table = form.add(TableView<CarRow>.cars(Array(CarRow.few.prefix(2))), .share(1))
    let field = form.add(TextField(), .fixed(0))
    stage.show(form)
    let legend: [Character: Role] = ["H": .header, "S": .selection, "i": .selectionInactive, "s": .secondary]
    #expect(stage.styles(row: 0, legend) == "..HHHH.....HHHHH.........HHHH.")
    #expect(stage.styles(row: 1, legend) == "SSSSSSSSSSSSSSSSSSSSSSSSSSSSS.")
    #expect(stage.styles(row: 2, legend) == ".........................ssss.")
    stage.window.focus(field)
    #expect(table.isFocused == false)
    #expect(stage.styles(row: 1, legend) == "iiiiiiiiiiiiiiiiiiiiiiiiiiiii.")
  }

  @Test("Without colours the selection is reversed, and without the keyboard bold and underlined")
  func mono() {
    let stage = Stage(20, 2, theme: .mono)
    stage.show(TableView<CarRow>.cars(CarRow.few))
    #expect(stage.window.grid.style(at: Point(x: 8, y: 1)).attributes == .reverse)
    #expect(stage.row(1).hasPrefix("▸"))
  }

  @Test("The parts of a text that match are brought out, counted in bytes, drawn in columns")
  func highlights() {
    let stage = Stage(20, 2)
    let table = TableView<CarRow>(
      columns: [
        TableColumn(id: "model", title: "M", width: .flexible(min: 8, ideal: 10)) {
          // "아반떼" is nine bytes and six columns.
          TableCell($0.model, highlights: [0..<3, 10..<11, 50..<60])
        }
      ], rows: TableRows([CarRow(id: 1, make: "", model: "", year: 0), CarRow.few[1]]))
    table.showsHeader = false
    stage.show(table)
    let style = stage.window.theme[.highlight]
    let lit = (0..<20).filter { stage.window.grid.style(at: Point(x: $0, y: 1)) == style }
    #expect(lit == [2, 3, 9])
    #expect(stage.row(1) == "  아반떼 N")
  }

  @Test("Rows that are out of date are drawn fainter and stay")
  func stale() {
    let stage = Stage(24, 3)
    let table = stage.show(TableView<CarRow>.cars(CarRow.few))
    table.isStale = true
    #expect(stage.styles(row: 2, ["s": .secondary]) == "..ssss.............sssss")
    #expect(stage.row(2).hasPrefix("  현대"))
  }

  @Test("Where there are no rows the placeholder stands under the headings, and goes when there are")
  func placeholder() {
    let stage = Stage(30, 8)
    let table = stage.show(TableView<CarRow>.cars([]))
    table.placeholder = EmptyState(
      EmptyState.Content(.noMatch, title: "No car matches", hints: [EmptyState.Hint(.escape, "Clear")]))
    #expect(
      stage.screen == """
          Make     Model         Year

                No car matches

                  Esc Clear
        """)
    table.rows = TableRows(CarRow.few)
    #expect(stage.screen.contains("No car") == false)
    #expect(stage.row(1).hasPrefix("▸ BMW"))
  }
}
