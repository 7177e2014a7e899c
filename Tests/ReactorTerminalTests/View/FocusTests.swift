import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("Keyboard focus")
struct FocusTests {
  private func tiles(_ stage: TestScreen) -> [Tile] {
    let root = View()
    let tiles = ["a", "b", "c"].map { Tile($0, focusable: true) }
    for (index, tile) in tiles.enumerated() {
      tile.frame = Rect(x: index * 4, y: 0, width: 4, height: 2)
      root.addSubview(tile)
    }
    stage.show(root)
    return tiles
  }

  @Test func `Tab moves forward, Shift-Tab backward, and both skip hidden views`() {
    let stage = TestScreen(40, 10)
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

  @Test func `the first view that accepts the focus has it on a new screen`() {
    let stage = TestScreen(40, 10)
    let tiles = tiles(stage)
    #expect(stage.window.focusedView === tiles[0])
  }

  @Test func `a field that hides while it is not in use has the focus again after a dialog`() {
    let stage = TestScreen(40, 10)
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

  @Test func `the focus moves when its view is removed or hidden`() {
    let stage = TestScreen(40, 10)
    let tiles = tiles(stage)
    stage.window.focus(tiles[1])
    tiles[1].removeFromSuperview()
    stage.window.render()
    #expect(stage.window.focusedView === tiles[0])
    tiles[0].isHidden = true
    stage.window.render()
    #expect(stage.window.focusedView === tiles[2])
  }

  @Test func `a click moves the focus`() {
    let stage = TestScreen(40, 10)
    let tiles = tiles(stage)
    stage.click(9, 1)
    #expect(stage.window.focusedView === tiles[2])
  }

  @Test func `a dialog takes the focus and returns it`() {
    let stage = TestScreen(40, 10)
    let tiles = tiles(stage)
    stage.window.focus(tiles[2])
    let alert = stage.window.alert("Sure?", "Really", buttons: [AlertButton("No", role: .cancel), AlertButton("Yes")])
    #expect(stage.window.focusedView?.isDescendant(of: alert) == true)
    stage.press(.tab, .tab, .tab)
    #expect(stage.window.focusedView?.isDescendant(of: alert) == true)
    alert.dismiss()
    #expect(stage.window.focusedView === tiles[2])
  }

  @Test func `nested dialogs return the focus one by one`() {
    let stage = TestScreen(40, 10)
    let tiles = tiles(stage)
    let first = stage.window.alert("One", "1")
    let inFirst = stage.window.focusedView
    let second = stage.window.alert("Two", "2")
    second.dismiss()
    #expect(stage.window.focusedView === inFirst)
    first.dismiss()
    #expect(stage.window.focusedView === tiles[0])
  }

  @Test func `dismissing a dialog dismisses the dialogs over it`() {
    let stage = TestScreen(40, 10)
    let tiles = tiles(stage)
    let first = stage.window.alert("One", "1")
    stage.window.alert("Two", "2")
    first.dismiss()
    #expect(stage.window.modals.isEmpty)
    #expect(stage.window.focusedView === tiles[0])
  }

  @Test func `the caret is shown at the focused view only`() {
    let stage = TestScreen(20, 3)
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
