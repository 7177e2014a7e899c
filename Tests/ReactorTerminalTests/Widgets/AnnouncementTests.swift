import ReactorCore
import ReactorTerminal
import Testing

/// Whoever answers an announcement finds everything as it is afterwards.
@MainActor
@Suite("State first, announcement second")
struct AnnouncementTests {
  private func table(_ stage: Stage, _ count: Int = 100) -> TableView<CarRow> {
    let table = TableView<CarRow>.cars(CarRow.numbered(0..<count))
    table.showsHeader = false
    return stage.show(table)
  }

  @Test func `a list that loads more rows when its last one is selected keeps that one selected`() {
    let stage = Stage(40, 10)
    let table = table(stage)
    table.selectionChanged.subscribe { id in
      if id == 99 { table.rows = TableRows(CarRow.numbered(0..<200)) }
    }.disposed(by: stage.window.disposeBag)

    stage.press("j", "G")

    #expect(table.selectedID == 99)
    #expect(table.positionText == "100/200")
  }

  @Test func `a double click opens the row that was clicked, whatever its selection brings`() {
    let stage = Stage(40, 10)
    let table = table(stage)
    let opened = Recording(table.itemSelected)
    table.selectionChanged.subscribe { _ in table.selectedIndex = 0 }.disposed(by: stage.window.disposeBag)

    stage.mouse(.press, 5, 4, clicks: 2)

    #expect(opened.elements == [4])
  }

  @Test func `a row that was chosen by its identity is not left for one that comes back`() {
    let stage = Stage(40, 10)
    let table = table(stage)
    table.selectedID = 50
    table.rows = TableRows(CarRow.numbered(0..<20))

    table.selectedID = 19
    table.rows = TableRows(CarRow.numbered(0..<100))

    #expect(table.selectedID == 19)
  }

  @Test func `a dialog that hears of its end finds the keyboard where it was before`() {
    final class Dialog: PanelView {
      var focusAtEnd: View?
      override func didDismiss() { focusAtEnd = lastWindow?.focusedView }
      weak var lastWindow: Window?
    }
    let stage = Stage(40, 10)
    let field = stage.show(TextField())
    let dialog = Dialog()
    dialog.lastWindow = stage.window
    stage.window.present(dialog)

    dialog.dismiss()

    #expect(dialog.focusAtEnd === field)
  }

  @Test func `a toast that hears of its end finds the next one in its place`() {
    let stage = Stage(40, 6)
    stage.show(Tile(" "))
    var seen = ""
    stage.window.toast("1 file", topic: "uploads", expired: { seen = stage.screen })

    stage.window.toast("2 files", topic: "uploads")

    #expect(seen.contains("2 files") && !seen.contains("1 file "))
  }

  @Test func `other fields tell what they have become`() {
    let stage = Stage(40, 6)
    let toggle = ToggleField("On")
    let choice = ChoiceField(["a", "b"])
    let field = TextField()
    var log: [Bool] = []
    toggle.changed.subscribe { log.append(toggle.isOn == $0) }.disposed(by: stage.window.disposeBag)
    choice.changed.subscribe { log.append(choice.selectedIndex == $0) }.disposed(by: stage.window.disposeBag)
    field.changed.subscribe { log.append(field.text == $0) }.disposed(by: stage.window.disposeBag)
    let form = FormView()
    for view in [toggle, choice, field] { form.add("", view) }
    stage.show(form)

    stage.press(.space, .tab, .right, .tab, "x")

    #expect(log == [true, true, true])
  }

  @Test func `a refresh that is answered at once finds the list pulled down`() {
    let stage = Stage(40, 10)
    let table = table(stage)
    let control = RefreshControl()
    table.refreshControl = control
    var stretches: [Int] = []
    control.pulled.subscribe {
      stretches.append(control.stretch)
      control.isRefreshing = true
    }.disposed(by: stage.window.disposeBag)
    stage.window.render()

    for _ in 0..<RefreshControl.pulls { stage.press("k") }

    #expect(stretches == [0])
    #expect(control.isRefreshing && control.lines == 1)
  }
}
