import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("BoxView")
struct BoxViewTests {
  @Test func `a frame with a title is around the content`() {
    let stage = TestScreen(16, 4)

    stage.show(BoxView("Files", Label("a.pdf"), padding: Insets(left: 1)))

    #expect(
      stage.text == """
        ╭─ Files ──────╮
        │ a.pdf        │
        │              │
        ╰──────────────╯
        """)
  }

  @Test func `a pointer marks the box that contains the keyboard focus`() {
    let stage = TestScreen(16, 6, ascii: true)
    let stack = StackView(.vertical)
    stack.add(BoxView("One", ToggleField("a")), .share())
    stack.add(BoxView("Two", ToggleField("b")), .share())
    stage.show(stack)
    #expect(
      stage.text == """
        +- > One ------+
        |[ ] a         |
        +--------------+
        +- Two --------+
        |[ ] b         |
        +--------------+
        """)

    stage.press(.tab)

    #expect(stage.rows[0] == "+- One --------+")
    #expect(stage.rows[3] == "+- > Two ------+")
    #expect(stage.styles(row: 3, ["b": .accent, "t": .title]) == "bbtttttttbbbbbbb")
  }

  @Test func `a wide title is truncated`() {
    let stage = TestScreen(10, 3)
    let box = stage.show(BoxView("한국어 자동차", Label("x")))
    #expect(stage.rows[0] == "╭─ 한… ──╮")

    box.title = "차"

    #expect(stage.rows[0] == "╭─ 차 ───╮")
  }

  @Test func `the preferred size includes the frame, the padding and the title`() {
    let box = BoxView("", Label("a.pdf"), padding: 1)
    #expect(box.sizeThatFits(Size(width: 80, height: 24)) == Size(width: 9, height: 5))
    box.title = "Attachments"
    #expect(box.sizeThatFits(Size(width: 80, height: 24)) == Size(width: 19, height: 5))
    #expect(box.sizeThatFits(Size(width: 4, height: 2)) == Size(width: 4, height: 2))
  }

  @Test(arguments: [(80, 24, "│"), (20, 5, "│"), (2, 2, "xx"), (1, 1, "x"), (3, 2, "xxx"), (0, 0, "")])
  func `a box that is too small for a frame shows only its content`(width: Int, height: Int, row: String) {
    let stage = TestScreen(width, height)

    stage.show(BoxView("한국어", Tile("x")))

    #expect(stage.text.isEmpty == row.isEmpty)
    #expect(height == 0 || stage.rows[height / 2].hasPrefix(row))
  }

  @Test func `another content replaces the first`() {
    let stage = TestScreen(8, 3)
    let box = stage.show(BoxView("", Tile("x")))

    box.content = Tile("y")

    #expect(stage.rows[1] == "│yyyyyy│")
    #expect(box.subviews.count == 1)
  }
}
