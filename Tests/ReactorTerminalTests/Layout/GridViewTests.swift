import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("GridView")
struct GridViewTests {
  private let grid = GridView(
    columns: [.fitting, .share(), .fixed(3)], rows: [.fixed(1), .fixed(1), .fixed(1)])
  private let name = Label("Name")

  init() {
    grid.addRow(name, Tile("a"), Tile("x"))
    grid.addRow(Label("한국어"), Tile("b"), Tile("y"))
    grid.add(Tile("s"), column: 1, row: 2, columnSpan: 2)
  }

  @Test func `a fitting column has the width of its widest view and views span columns`() {
    let stage = TestScreen(20, 4)

    stage.show(grid)

    #expect(
      stage.text == """
        Name   aaaaaaaaa xxx
        한국어 bbbbbbbbb yyy
               sssssssssssss
        """)
  }

  @Test func `a row or column whose views are all hidden takes no room`() {
    let stage = TestScreen(20, 4)
    stage.show(grid)
    let views = grid.subviews

    for view in views[0...2] { view.isHidden = true }
    #expect(stage.text == "한국어 bbbbbbbbb yyy\n       sssssssssssss")

    views[3].isHidden = true
    #expect(stage.text == "bbbbbbbbbbbbbbbb yyy\nssssssssssssssssssss")

    grid.remove(views[4])
    grid.setSizing(.fixed(5), ofColumn: 2)
    #expect(stage.rows[0] == "               yyyyy")
  }

  @Test func `a fitting row has the height of its tallest view at the width of its column`() {
    let stage = TestScreen(9, 5)
    let grid = GridView(columns: [.fixed(3), .share()], rowSpacing: 1)
    grid.addRow(Label("a"), Label("one two three", wraps: true))
    grid.addRow(Label("b"), Label("four"))

    stage.show(grid)

    #expect(stage.text == "a   one\n    two\n    three\n\nb   four")
    #expect(grid.sizeThatFits(Size(width: 9, height: 20)) == Size(width: 9, height: 5))
  }

  @Test(arguments: [(80, 24), (20, 5), (4, 1), (1, 1), (0, 0)])
  func `any size can be drawn, and positions outside the grid are moved into it`(width: Int, height: Int) {
    let stage = TestScreen(width, height, ascii: true)
    grid.add(Tile("z"), column: -4, row: .min, columnSpan: 3, rowSpan: 0)
    grid.add(Tile("w"), column: 0, row: .max, rowSpan: .max)
    grid.setSizing(.fixed(1), ofRow: .max)
    grid.padding = 1

    stage.show(grid)

    #expect(stage.text.contains("y") == (width > 5))
  }
}
