import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

/// A subscriber sees the state after the change, and may change it again.
@MainActor
@Suite struct AnnouncementTests {
  private func table(_ stage: TestScreen, _ count: Int = 100) -> TableView<CarRow> {
    let table = TableView<CarRow>.cars(CarRow.numbered(0..<count))
    table.showsHeader = false
    return stage.show(table)
  }

  @Test func `a list that loads more rows when its last row is selected keeps that selection`() {
    let stage = TestScreen(40, 10)
    let table = table(stage)
    table.selectionChanged.subscribe { id in
      if id == 99 { table.rows = TableRows(CarRow.numbered(0..<200)) }
    }.disposed(by: stage.window.disposeBag)

    stage.press("j", "G")

    #expect(table.selectedID == 99)
    #expect(table.positionText == "100/200")
  }

  @Test func `a double click opens the clicked row even if a subscriber selects another one`() {
    let stage = TestScreen(40, 10)
    let table = table(stage)
    let opened = Recorder(table.rowOpened.asObservable())
    table.selectionChanged.subscribe { _ in table.selectedIndex = 0 }.disposed(by: stage.window.disposeBag)

    stage.mouse(.press, 5, 4, clicks: 2)

    #expect(opened.elements == [4])
  }

  @Test func `a row that was chosen by its ID stays selected when a former choice returns`() {
    let stage = TestScreen(40, 10)
    let table = table(stage)
    table.selectedID = 50
    table.rows = TableRows(CarRow.numbered(0..<20))

    table.selectedID = 19
    table.rows = TableRows(CarRow.numbered(0..<100))

    #expect(table.selectedID == 19)
  }

  @Test func `a dialog restores the focus before it is dismissed`() {
    final class Dialog: PanelView {
      weak var lastWindow: Window?
      var focusAtEnd: View?
      override func didDismiss() { focusAtEnd = lastWindow?.focusedView }
    }
    let stage = TestScreen(40, 10)
    let field = stage.show(TextField())
    let dialog = Dialog()
    dialog.lastWindow = stage.window
    stage.window.present(dialog)

    dialog.dismiss()

    #expect(dialog.focusAtEnd === field)
  }

  @Test func `a toast expires after its successor is shown and its action is removed`() {
    let stage = TestScreen(40, 6)
    stage.show(Tile(" "))
    var screen = ""
    var actions: [String] = []
    let undo = Toast.Action("Undo", key: "u") {}
    stage.window.toast("1 file", action: undo, topic: "uploads") {
      screen = stage.text
      actions = stage.window.activeBindings.filter { !$0.keys.isEmpty }.map(\.title)
    }

    stage.window.toast("2 files", topic: "uploads")

    #expect(screen.contains("2 files") && !screen.contains("1 file "))
    #expect(!actions.contains("Undo"))
  }

  @Test func `fields announce their new values`() {
    let stage = TestScreen(40, 6)
    let toggle = ToggleField("On")
    let choice = ChoiceField(["a", "b"])
    let field = TextField()
    var agreements: [Bool] = []
    toggle.changed.subscribe { agreements.append(toggle.isOn == $0) }.disposed(by: stage.window.disposeBag)
    choice.changed.subscribe { agreements.append(choice.selectedIndex == $0) }.disposed(by: stage.window.disposeBag)
    field.changed.subscribe { agreements.append(field.text == $0) }.disposed(by: stage.window.disposeBag)
    let form = FormView()
    for view in [toggle, choice, field] { form.add("", view) }
    stage.show(form)

    stage.press(.space, .tab, .right, .tab, "x")

    #expect(agreements == [true, true, true])
  }

  @Test func `a refresh that starts at once keeps the line that pulling opened`() {
    let stage = TestScreen(40, 10)
    let table = table(stage)
    let control = RefreshControl()
    table.refreshControl = control
    var pullCounts: [Int] = []
    control.pulled.subscribe {
      pullCounts.append(control.pullCount)
      control.isRefreshing = true
    }.disposed(by: stage.window.disposeBag)
    stage.window.render()

    for _ in 0..<RefreshControl.requiredPulls { stage.press("k") }

    #expect(pullCounts == [0])
    #expect(control.isRefreshing && control.lineCount == 1)
  }
}
