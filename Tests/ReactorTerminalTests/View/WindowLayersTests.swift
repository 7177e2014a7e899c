import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("Window layers")
struct WindowLayersTests {
  @Test func `dialogs are over overlays and overlays over the content`() {
    let stage = TestScreen(20, 4)
    let modal = Sheet("m", Rect(x: 0, y: 0, width: 4, height: 1))
    stage.window.present(modal)
    stage.window.root.addOverlay(Layer("o", Rect(x: 0, y: 0, width: 8, height: 1)))
    stage.show(Tile("c"))
    #expect(stage.rows[0] == "mmmmoooocccccccccccc")
    stage.show(Tile("d"))
    #expect(stage.rows[0] == "mmmmoooodddddddddddd")
    #expect(stage.window.modals.first === modal)
    modal.dismiss()
    #expect(stage.rows[0] == "oooooooodddddddddddd")
  }

  @Test func `dismissed dialogs, popped screens and replaced contents are released`() {
    let stage = TestScreen(40, 10)
    weak var alert: AlertView?
    weak var screen: Screen?
    weak var content: NavigationStack?
    do {
      let stack = NavigationStack(root: Screen())
      stage.show(stack)
      let pushed = Screen()
      pushed.addSubview(TextField())
      stack.push(pushed)
      stage.window.render()
      screen = pushed
      content = stack
      alert = stage.window.confirm("Delete?", "Gone", confirm: "Delete") {}
      stage.press(.escape)
      stack.pop()
      stage.window.render()
    }
    #expect(alert == nil)
    #expect(screen == nil)
    stage.show(View())
    #expect(content == nil)
  }
}

@MainActor
private final class Layer: OverlayView {
  let place: Rect

  init(_ letter: Character, _ place: Rect) {
    self.place = place
    super.init()
    let tile = Tile(letter)
    tile.frame = Rect(origin: .zero, size: place.size)
    addSubview(tile)
  }

  override func frame(in bounds: Rect) -> Rect { place }
}

@MainActor
private final class Sheet: ModalView {
  let place: Rect

  init(_ letter: Character, _ place: Rect) {
    self.place = place
    super.init()
    let tile = Tile(letter)
    tile.frame = Rect(origin: .zero, size: place.size)
    addSubview(tile)
  }

  override func frame(in bounds: Rect) -> Rect { place }
}
