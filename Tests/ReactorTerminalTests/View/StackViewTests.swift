import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("StackView")
struct StackViewTests {
  @Test func `fixed and fitting views get their lengths and the rest is shared by weight`() {
    let stage = TestScreen(20, 3)
    let stack = StackView(.horizontal, spacing: 1)
    stack.add(Label("kia"))
    stack.add(Tile("f"), .fixed(2))
    stack.add(Tile("a"), .share(1))
    stack.add(Tile("b"), .share(3))
    stage.show(stack)
    #expect(stage.rows[0] == "kia ff aaa bbbbbbbbb")
  }

  @Test func `a hidden view takes no space until it is shown`() {
    let stage = TestScreen(6, 3)
    let stack = StackView(.vertical)
    let first = stack.add(Tile("a"), .fixed(1))
    stack.add(Tile("b"), .share(1))
    stage.show(stack)
    first.isHidden = true
    #expect(stage.text == "bbbbbb\nbbbbbb\nbbbbbb")
    first.isHidden = false
    #expect(stage.text == "aaaaaa\nbbbbbb\nbbbbbb")
  }

  @Test func `the preferred size is the sum along the axis and the largest across`() {
    let stack = StackView(.vertical, spacing: 1)
    stack.add(Label("Hyundai"))
    stack.add(Label("Kia\nK5"))
    #expect(stack.sizeThatFits(Size(width: 40, height: 20)) == Size(width: 7, height: 4))
  }
}
