import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct TableColumnTests {
  /// Make, class in two forms, transmission if the others have their widths, and fuel economy with a bar.
  private func columns() -> [TableColumn<CarRow>] {
    [
      TableColumn(id: "make", title: "Make", width: .flexible(min: 6, ideal: 8), repeatedValues: .hidden) {
        TableCell($0.make)
      },
      vehicleClass,
      TableColumn(id: "trans", title: "Trans", width: .fixed(5), priority: -1, requires: .ideals) { _ in "A1" },
      TableColumn(
        id: "mpg", title: "Economy", shortTitle: "mpg", width: .flexible(min: 4, ideal: 12, weight: 0),
        alignment: .trailing, priority: 1, textWidth: 3
      ) { TableCell("\($0.year)", fraction: Double($0.year) / 100) },
    ]
  }

  private var vehicleClass: TableColumn<CarRow> {
    var column = TableColumn<CarRow>(
      id: "class", title: "Class", width: .flexible(min: 5, ideal: 13, weight: 0)
    ) { _ in "Small SUV 4WD" }
    column.narrowCell = { _ in "SUV" }
    return column
  }

  private func table(_ rows: [CarRow] = TableColumnTests.rows) -> TableView<CarRow> {
    TableView(columns: columns(), rows: TableRows(rows))
  }

  private static let rows = [
    CarRow(id: 1, make: "Kia", model: "", year: 100), CarRow(id: 2, make: "Kia", model: "", year: 62),
    CarRow(id: 3, make: "Kia", model: "", year: 0), CarRow(id: 4, make: "기아", model: "", year: 5),
  ]

  @Test func `columns appear when there is space for them and have a short form below their ideal width`() {
    let stage = TestScreen(64, 5)
    stage.show(table())
    #expect(
      stage.text == """
          Make                      Class          Trans  Economy
        ▸ Kia                       Small SUV 4WD  A1     100 ████████
                                    Small SUV 4WD  A1      62 █████
                                    Small SUV 4WD  A1       0
          기아                      Small SUV 4WD  A1       5 ▍
        """)

    stage.resize(47, 5)
    #expect(stage.rows[1] == "▸ Kia       Small SUV 4WD  100 ████████")
    stage.resize(38, 5)
    #expect(stage.rows[1] == "▸ Kia      SUV           100 ███████")
    stage.resize(16, 5)
    #expect(stage.rows[0] == "  Make     mpg" && stage.rows[1] == "▸ Kia      100")
  }

  @Test func `the selection leaves out the bars, so that moving it does not draw them`() {
    let stage = TestScreen(49, 5)
    let table = stage.show(table())
    let (text, bar) = (Point(x: 35, y: 1), Point(x: 39, y: 1))
    let before = stage.window.grid.style(at: bar)
    #expect(stage.rows[1] == "▸ Kia        Small SUV 4WD  A1     100 ████████")
    #expect(stage.window.grid.style(at: text).background != .default && before.background == .default)

    stage.press("j")

    #expect(stage.window.grid.style(at: text).background == .default && stage.window.grid.style(at: bar) == before)
    #expect(stage.window.grid.style(at: Point(x: 37, y: 2)).background != .default)
    #expect(stage.rows[2].hasSuffix(" 62 █████") && stage.window.grid.style(at: Point(x: 46, y: 2)) == .plain)
    table.columns.append(TableColumn(id: "id", title: "", width: .fixed(2)) { TableCell("\($0.id)") })
    stage.window.render()
    #expect(stage.rows[2].contains("█") && stage.rows[2].hasSuffix("2"))
    #expect(stage.window.grid.style(at: Point(x: 45, y: 2)).background != .default)
  }

  @Test func `the sign of the sort order stands above the bars`() {
    let stage = TestScreen(47, 3, ascii: true)
    let table = stage.show(table())
    table.sort = TableSort("mpg", ascending: false)
    table.columns[3].title = "mpg"

    #expect(
      stage.text == """
          Make      Class          mpg v
        > Kia       Small SUV 4WD  100 ########       #
                    Small SUV 4WD   62 #####          |
        """)
  }

  @Test func `two levels of the sort order have ranks, and the second one a fainter sign`() {
    let stage = TestScreen(47, 3)
    let table = stage.show(table())
    table.sort = TableSort("mpg", ascending: false)
    table.secondarySort = TableSort("make")
    #expect(stage.rows[0] == "  Make ▲2   Class          Economy ▼1")

    let colors = [7, 8, 35].map { stage.window.grid.style(at: Point(x: $0, y: 0)) }
    #expect(colors == [stage.window.theme[.secondary], stage.window.theme[.secondary], stage.window.theme[.header]])
    table.secondarySort = TableSort("mpg")
    #expect(stage.rows[0] == "  Make      Class          Economy ▼")
  }

  @Test func `a heading shows its unit if it fits and its short form if it has to`() {
    let stage = TestScreen(24, 1)
    let table = stage.show(TableView<CarRow>(columns: []))
    func heading(_ width: Int) -> String {
      table.columns = [
        TableColumn(id: "co2", title: "Emissions", shortTitle: "CO₂", unit: "g/mi", width: .fixed(width)) { _ in "" }
      ]
      return String(stage.rows[0].dropFirst(2))
    }

    #expect(heading(14) == "Emissions g/mi" && heading(13) == "Emissions" && heading(8) == "CO₂" && heading(2) == "C…")
    table.sort = TableSort("co2")
    #expect(heading(16) == "Emissions g/mi ▲" && heading(11) == "Emissions ▲" && heading(10) == "CO₂ ▲")
    #expect(heading(4) == "CO₂▲" && heading(3) == "C…▲" && heading(1) == "▲")
  }

  @Test func `a repeated value is left out, but not in the selected row and not at the top of the screen`() {
    let stage = TestScreen(30, 3)
    stage.show(table())
    func makes() -> [String] { stage.rows.dropFirst().map { String($0.prefix(7)) } }
    #expect(makes() == ["▸ Kia  ", "       "])

    stage.press("j")
    #expect(makes() == ["  Kia  ", "▸ Kia  "])

    stage.press("j")
    #expect(makes() == ["  Kia  ", "▸ Kia  "])
    stage.press("j")
    #expect(makes() == ["  Kia  ", "▸ 기아   "])
  }

  @Test func `a repeated value can be fainter, and a section begins with an ordinary one`() {
    let stage = TestScreen(14, 6)
    let table = TableView<CarRow>(
      columns: [TableColumn(id: "make", title: "Make", repeatedValues: .dimmed) { TableCell($0.make) }])
    table.showsHeader = false
    table.rows = TableRows(Self.rows).divided(into: [TableSection("A", count: 2), TableSection("B", count: 2)])
    stage.show(table)
    table.selectedIndex = 3

    #expect(stage.text == "A\n  Kia\n  Kia\nB\n  Kia\n▸ 기아")
    #expect(
      (0..<6).map { stage.styles(row: $0, ["s": .secondary]).contains("s") } == [
        false, false, true, false, false, false,
      ])
  }

  @Test func `signs of a cell are at its right end, and its text is shortened for them`() {
    let stage = TestScreen(20, 4)
    let table = TableView<CarRow>(columns: [
      TableColumn(id: "model", title: "Model") { row in
        var cell = TableCell(row.model)
        cell.suffix = [Span("✎", .accent), Span("2", .secondary)]
        return cell
      }
    ])
    table.rows = TableRows(CarRow.few.suffix(3))
    stage.show(table)

    #expect(
      stage.text == """
          Model
        ▸ 아반떼 N      ✎2
          K5 🚗         ✎2
          E-Class All-… ✎2
        """)
    stage.resize(6, 4)
    #expect(stage.rows[3] == "  E…")
  }

  @Test func `the sign of a row stands beside the pointer, and a mark between them`() {
    let stage = TestScreen(16, 4)
    let table = stage.show(table())
    table.showsHeader = false
    #expect(stage.rows[0] == "▸ Kia      100")

    table.rowSign = { $0.year > 50 ? Span("★", .mark) : nil }
    #expect(stage.rows.map { $0.prefix(6) } == ["▸★ 100", " ★  62", "     0", "     5"])

    table.allowsMarking = true
    table.marked = [2]
    #expect(stage.rows.prefix(2).map { $0.prefix(6) } == ["▸ ★ 10", " ●★  6"])
  }

  @Test func `columns can be ordered, hidden and resized without moving the selection`() {
    let stage = TestScreen(30, 3)
    let all = TableView<CarRow>.cars([]).columns
    let table = stage.show(TableView<CarRow>.cars(CarRow.numbered(0..<100)))
    table.selectedIndex = 60
    let top = table.visibleRows

    table.columns = all.arranged(by: [
      TableColumnSetting("year"), TableColumnSetting("make", isShown: false), TableColumnSetting("gone"),
      TableColumnSetting("model", width: 10),
    ])

    #expect(table.selectedIndex == 60 && table.visibleRows == top)
    #expect(stage.rows[0] == "    Year  Model")
    #expect(table.width(ofColumn: "model") == 10 && table.width(ofColumn: "make") == nil)
    #expect(all.arranged(by: [TableColumnSetting("year")]).map(\.id) == ["year", "make", "model"])
  }

  @Test func `the row above is fetched only if it was not drawn before`() {
    var fetched: [Int] = []
    let stage = CountedWindow(30, 6)
    let table = TableView<CarRow>(
      columns: [
        TableColumn(id: "make", title: "Make", repeatedValues: .dimmed) {
          fetched.append($0.id)
          return TableCell($0.make)
        }
      ], rows: TableRows(CarRow.numbered(0..<50)))
    stage.show(table)
    #expect(fetched == [0, 1, 2, 3, 4])

    fetched = []
    stage.press("j")
    #expect(fetched == [0, 1])

    fetched = []
    stage.press("j")
    #expect(fetched == [1, 2], "row 1 looks as it did before it was selected")
  }

  @Test(arguments: [1, 2, 3, 6, 9, 20])
  func `any width can be drawn`(width: Int) {
    let stage = TestScreen(width, 3)
    let table = stage.show(table())
    table.rowSign = { _ in Span("🚗", .mark) }
    table.sort = TableSort("mpg")
    for height in [1, 2, 3] { stage.resize(width, height) }

    #expect(stage.rows.count == 3)
  }
}
