import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("Mouse events")
struct MouseDeliveryTests {
  @Test func `the frontmost visible view receives the event in its own coordinates`() {
    let stage = TestScreen(40, 10)
    let root = stage.show(View())
    let back = Tile("b")
    let front = Tile("f")
    back.frame = Rect(x: 2, y: 2, width: 10, height: 5)
    front.frame = Rect(x: 5, y: 3, width: 4, height: 2)
    root.addSubview(back)
    root.addSubview(front)
    stage.click(6, 4)
    front.isHidden = true
    stage.click(6, 4)
    #expect(front.received == ["press 1,1", "release 1,1"])
    #expect(back.received == ["press 4,2", "release 4,2"])
  }

  @Test func `the pressed view receives the drag and the release outside its frame`() {
    let stage = TestScreen(40, 10)
    let root = stage.show(View())
    let left = Tile("l")
    let right = Tile("r")
    left.frame = Rect(x: 0, y: 0, width: 5, height: 3)
    right.frame = Rect(x: 5, y: 0, width: 5, height: 3)
    root.addSubview(left)
    root.addSubview(right)
    stage.mouse(.press, 2, 1)
    stage.mouse(.drag, 7, 2)
    stage.mouse(.release, 8, 2)
    stage.mouse(.press, 7, 1)
    #expect(left.received == ["press 2,1", "drag 7,2", "release 8,2"])
    #expect(right.received == ["press 2,1"])
  }

  @Test func `a removed view receives no drag`() {
    let stage = TestScreen(40, 10)
    let root = stage.show(View())
    let tile = Tile("t")
    tile.frame = Rect(x: 0, y: 0, width: 5, height: 3)
    root.addSubview(tile)
    stage.mouse(.press, 2, 1)
    tile.removeFromSuperview()
    stage.mouse(.drag, 3, 1)
    #expect(tile.received == ["press 2,1"])
  }

  @Test func `nothing outside a dialog is hit`() {
    let stage = TestScreen(40, 10)
    let tile = stage.show(Tile("t"))
    stage.window.alert("Hello", "there")
    stage.window.render()
    stage.click(0, 0)
    stage.mouse(.wheelDown, 0, 0)
    #expect(tile.received.isEmpty)
  }
}
