import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

private final class TitleReactor: Reactor {
  typealias Action = NoAction
  struct State {}
  let store = Store<TitleReactor>(State())
}

private final class Titled: View, ReactorBound {
  func bind(reactor: TitleReactor) {}
}

@MainActor
@Suite struct RecursiveDescriptionTests {
  @Test func `a view describes itself and the views inside it`() {
    let stage = TestScreen(12, 3)
    let pane = stage.show(Tile("a"))
    let field = Tile("b", focusable: true)
    let hidden = Tile("c")
    hidden.isHidden = true
    for view in [field, hidden] { pane.addSubview(view) }
    field.frame = Rect(x: 2, y: 1, width: 4, height: 1)
    field.keys("+", .up, id: CommandID("tile.more"), title: "More")
    field.keys("-", id: CommandID("tile.less"), title: "Less").isEnabled = false
    stage.window.keymap = Keymap([CommandID("tile.less"): [.delete]])
    stage.window.focus(field)
    stage.window.render()

    #expect(
      pane.recursiveDescription == """
        Tile (0,0 12x3)
          Tile (2,1 4x1) focused commands: tile.more + ↑, tile.less Del (disabled)
          Tile (0,0 0x0) hidden needs layout
        """)
  }

  @Test func `a reactor and a pending layout are mentioned`() {
    let view = Titled()

    view.reactor = TitleReactor()

    #expect(view.recursiveDescription == "Titled (0,0 0x0) needs layout reactor: TitleReactor")
  }
}
