import ReactorTerminal
import Testing

@MainActor
@Suite("The keyboard's place")
struct FocusTests {
  private func tiles(_ stage: Stage) -> [Tile] {
    let root = View()
    let tiles = ["a", "b", "c"].map { Tile($0, focusable: true) }
    for (index, tile) in tiles.enumerated() {
      tile.frame = Rect(x: index * 4, y: 0, width: 4, height: 2)
      root.addSubview(tile)
    }
    stage.show(root)
    return tiles
  }

  @Test("Tab goes round forwards, Shift-Tab backwards, hidden views are left out")
  func tabOrder() {
    let stage = Stage()
    let tiles = tiles(stage)
    tiles[1].isHidden = true
    stage.window.focus(tiles[0])
    var order: [Character] = []
    for key in [Key.tab, .tab, .backTab] {
      stage.press(key)
      order.append((stage.window.focusedView as? Tile)?.letter ?? "?")
    }
    #expect(order == ["c", "a", "c"])
  }

  @Test("The first view that takes the keyboard has it when a screen is shown")
  func firstFocus() {
    let stage = Stage()
    let tiles = tiles(stage)
    #expect(stage.window.focusedView === tiles[0])
  }

  @Test func `a field that hides while nobody types in it has the keyboard again after a dialog`() {
    let stage = Stage(40, 10)
    let screen = Screen()
    let list = Tile("a", focusable: true)
    let field = TextField()
    screen.addSubview(list)
    screen.addSubview(field)
    stage.show(screen)
    stage.window.focus(field)
    stage.window.chrome.subscribe { field.isHidden = !field.keepsFocus }.disposed(by: stage.window.disposeBag)
    stage.type("kia")

    stage.window.present(PanelView())
    stage.window.present(PanelView())
    stage.window.render()
    while let modal = stage.window.modals.last { stage.window.dismiss(modal) }
    stage.type("x")

    #expect(stage.window.focusedView === field)
    #expect(field.text == "kiax")
  }

  @Test("When the view with the keyboard goes away or is hidden, another one gets it by the next frame")
  func focusIsRepaired() {
    let stage = Stage()
    let tiles = tiles(stage)
    stage.window.focus(tiles[1])
    tiles[1].removeFromSuperview()
    stage.window.render()
    #expect(stage.window.focusedView === tiles[0])
    tiles[0].isHidden = true
    stage.window.render()
    #expect(stage.window.focusedView === tiles[2])
  }

  @Test("A click gives the keyboard to what it hits")
  func clickFocuses() {
    let stage = Stage()
    let tiles = tiles(stage)
    stage.click(9, 1)
    #expect(stage.window.focusedView === tiles[2])
  }

  @Test("A dialog takes the keyboard and gives it back to the view that had it")
  func modalRestoresFocus() {
    let stage = Stage()
    let tiles = tiles(stage)
    stage.window.focus(tiles[2])
    let alert = stage.window.alert("Sure?", "Really", buttons: [AlertButton("No", role: .cancel), AlertButton("Yes")])
    #expect(stage.window.focusedView?.isDescendant(of: alert) == true)
    stage.press(.tab, .tab, .tab)
    #expect(stage.window.focusedView?.isDescendant(of: alert) == true)
    alert.dismiss()
    #expect(stage.window.focusedView === tiles[2])
  }

  @Test("Dialogs over dialogs hand the keyboard back one by one")
  func nestedModals() {
    let stage = Stage()
    let tiles = tiles(stage)
    let first = stage.window.alert("One", "1")
    let inFirst = stage.window.focusedView
    let second = stage.window.alert("Two", "2")
    second.dismiss()
    #expect(stage.window.focusedView === inFirst)
    first.dismiss()
    #expect(stage.window.focusedView === tiles[0])
  }

  @Test("Dismissing a dialog takes those over it away too")
  func dismissingTheLowerOne() {
    let stage = Stage()
    let tiles = tiles(stage)
    let first = stage.window.alert("One", "1")
    stage.window.alert("Two", "2")
    first.dismiss()
    #expect(stage.window.modals.isEmpty)
    #expect(stage.window.focusedView === tiles[0])
  }

  @Test("The caret is shown where the focused view wants it, and not when another has the keyboard")
  func caret() {
    let stage = Stage(20, 3)
    let form = FormView()
    let field = form.add("Name", TextField("kia"))
    form.add("On", ToggleField("really"))
    stage.show(form)
    #expect(stage.window.focusedView === field)
    #expect(stage.terminal.caret == Point(x: 9, y: 0))
    stage.press(.tab)
    #expect(stage.terminal.caret == nil)
  }
}
