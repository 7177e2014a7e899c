import ReactorTerminal
import ReactorTesting
import Testing

@testable import ReactorTerminalCore

@MainActor
@Suite struct CursorTests {
  private let stage = TestScreen(40, 10)

  @Test func `the cursor is on the selected row of a table`() {
    stage.show(TableView<CarRow>.cars(CarRow.numbered(0..<50)))
    #expect(stage.cursor == Point(x: 0, y: 1))
    #expect(stage.caret == nil)

    stage.press("j", "j")
    #expect(stage.cursor == Point(x: 0, y: 3))

    stage.press("G")
    #expect(stage.cursor == Point(x: 0, y: 9))

    stage.press("g")
    #expect(stage.cursor == Point(x: 0, y: 1))
  }

  @Test func `the cursor is on the focused button of a dialog, and on the list again after it`() {
    stage.show(TableView<CarRow>.cars(CarRow.few))
    stage.window.confirm("Delete", "This cannot be undone.", confirm: "Delete") {}
    for _ in 0..<2 {
      let cursor = stage.cursor
      #expect(stage.window.focusedView is ButtonView)
      #expect(cursor == stage.window.focusedView.map { $0.convertToWindow(.zero) })
      stage.press(.right)
      #expect(stage.cursor != cursor)
    }

    stage.press(.escape)
    #expect(stage.cursor == Point(x: 0, y: 1))
  }

  @Test func `the cursor is on the selected segment, day, facet value or node`() throws {
    let segments = stage.show(SegmentedControl(["Day", "Week", "Month"]))
    stage.press(.right)
    #expect(segments.selectedIndex == 1 && stage.cursor == Point(x: 6, y: 0))

    stage.show(CalendarView(date: try #require(CalendarDate("2026-08-03"))))
    #expect(stage.cursor == Point(x: 0, y: 3))
    stage.press(.right)
    #expect(stage.cursor == Point(x: 3, y: 3))

    let values = (0..<3).map { Facet.Value(id: "\($0)", label: "Value \($0)", count: $0) }
    stage.show(FacetList([Facet(id: "a", title: "A", .values(values))]))
    stage.press("j")
    #expect(stage.cursor == Point(x: 0, y: 2))

    stage.show(TreeView(items: TreeItems(CarRow.few) { _ in .none }) { TableCell($0.make) })
    stage.press("j", "j")
    #expect(stage.cursor == Point(x: 0, y: 2))
  }

  @Test func `in a text field the cursor is visible, at the caret`() {
    stage.show(TextField("kia", prefix: "/"))
    #expect(stage.cursor == Point(x: 4, y: 0) && stage.caret == stage.cursor)
  }

  @Test func `without a view that accepts the focus, the cursor is on the view that receives the keys`() {
    let box = BoxView("Text", Label("Nothing to select"))
    stage.show(box)
    #expect(stage.window.focusedView == nil && stage.cursor == stage.position(of: "Nothing"))
  }

  @Test func `a cell that is scrolled away has its cursor at the nearest visible one`() {
    let form = FormView()
    for number in 0..<20 { form.add("\(number)", ToggleField("Toggle \(number)")) }
    stage.show(ScrollView(form))
    #expect(stage.cursor == Point(x: 5, y: 0))

    stage.mouse(.wheelDown, 5, 5, steps: 3)

    #expect(stage.cursor?.y == 0 && stage.rows[0].contains("9"))
  }

  @Test func `a window that is too small has no cursor`() {
    stage.window.minimumSize = Size(width: 20, height: 5)
    stage.show(TextField("kia"))
    stage.resize(10, 3)
    #expect(stage.cursor == nil)
  }
}
