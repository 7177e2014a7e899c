import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct ScrollViewTests {
  /// A view of twenty numbered lines in six lines.
  private func stage(_ lines: Int = 20) -> (TestScreen, ScrollView, Label) {
    let stage = TestScreen(12, 6)
    let label = Label((1...lines).map { "line \($0)" }.joined(separator: "\n"))
    return (stage, stage.show(ScrollView(label)), label)
  }

  @Test func `the content has a margin, and a scrollbar if it overflows`() {
    let (stage, view, label) = stage()
    #expect(view.overflows)
    #expect(
      stage.text == """
         line 1    █
         line 2    │
         line 3    │
         line 4    │
         line 5    │
         line 6    │
        """)

    label.text = "line 1"
    #expect(stage.text == " line 1")
    #expect(!view.overflows)
  }

  @Test(
    arguments: [
      (["j"], 1), ([.down, .down, "k"], 1), ([.space], 5), ([.pageDown, .pageDown, .pageUp], 5), ([.control("d")], 3),
      ([.control("d"), .control("u")], 0), (["G"], 14), ([.end, .home], 0), ([.end, "j", "j", "k"], 13),
    ] as [([Key], Int)])
  func `the keys of lists scroll`(keys: [Key], top: Int) {
    let (stage, view, _) = stage()

    for key in keys { stage.press(key) }

    #expect(view.top == top)
    #expect(stage.rows[0].hasPrefix(" line \(top + 1)"))
  }

  @Test func `the wheel scrolls by three rows a notch`() {
    let (stage, view, _) = stage()

    stage.mouse(.wheelDown, 3, 3, steps: 2)
    #expect(view.top == 6)

    stage.mouse(.wheelUp, 3, 3)
    #expect(view.top == 3)
  }

  @Test func `the scrollbar can be dragged, even beyond its ends`() {
    let (stage, view, _) = stage()

    stage.mouse(.press, 11, 3)
    #expect(view.top == 8)

    stage.mouse(.drag, 11, 30)
    #expect(view.top == 14)

    stage.mouse(.drag, 2, -3)
    #expect(view.top == 0)

    stage.mouse(.release, 2, 0)
    stage.mouse(.drag, 11, 5)
    #expect(view.top == 0)
  }

  @Test func `revealing an area scrolls no further than necessary`() {
    let (stage, view, label) = stage()
    func top(afterRevealing rows: Range<Int>) -> Int {
      label.reveal(Rect(x: 0, y: rows.lowerBound, width: 1, height: rows.count))
      stage.window.render()
      return view.top
    }

    #expect(top(afterRevealing: 5..<6) == 0)
    #expect(top(afterRevealing: 8..<10) == 4)
    #expect(top(afterRevealing: 3..<4) == 3)
    #expect(top(afterRevealing: 10..<20) == 10)
    #expect(top(afterRevealing: 2..<14) == 8)
    #expect(top(afterRevealing: 0..<20) == 8)
    #expect(top(afterRevealing: -5..<90) == 8)
  }

  @Test func `a focused view inside is scrolled to, and keys that it leaves scroll`() {
    let stage = TestScreen(20, 4)
    let stack = StackView(.vertical)
    let fields = (1...10).map { stack.add(ToggleField("한국어 \($0)")) }
    let view = stage.show(ScrollView(stack))
    #expect(fields[0].isFocused)

    for _ in 0..<5 { stage.press(.tab) }
    #expect(fields[5].isFocused)
    #expect(
      stage.text == """
         [ ] 한국어 3      │
         [ ] 한국어 4      █
         [ ] 한국어 5      │
         [ ] 한국어 6      │
        """)

    stage.press(.pageDown)
    #expect(view.top == 5)
    #expect(fields[5].isFocused)

    stage.press(.home, .backTab)
    #expect(fields[4].isFocused)
    #expect(view.top == 1)

    stage.press(.tab, .tab, .tab, .tab, .tab, .tab)
    #expect(fields[0].isFocused)
    #expect(view.top == 0)
  }

  @Test func `typing scrolls back to the caret`() {
    let stage = TestScreen(20, 4)
    let stack = StackView(.vertical)
    let area = stack.add(TextArea((1...8).map { "\($0)" }.joined(separator: "\n")), .fixed(8))
    stack.add(Label("end"))
    let view = stage.show(ScrollView(stack))
    #expect(stage.window.focusedView === area)
    #expect(view.top == 4)

    stage.mouse(.wheelUp, 0, 0, steps: 3)
    #expect(view.top == 0)

    stage.type("x")
    #expect(view.top == 4)
    #expect(stage.terminal.caret == Point(x: 3, y: 3))
  }

  @Test func `scroll views inside each other both scroll to the focus`() {
    let stage = TestScreen(20, 4)
    let inner = StackView(.vertical)
    let fields = (1...6).map { inner.add(ToggleField("\($0)")) }
    let nested = ScrollView(inner)
    let outer = StackView(.vertical)
    outer.add(Label("a\nb\nc\nd"))
    outer.add(nested, .fixed(2))
    outer.add(Label("e\nf\ng\nh"))
    let view = stage.show(ScrollView(outer))
    #expect(view.top == 1)

    stage.window.focus(fields[5])
    stage.window.render()

    #expect(nested.top == 4)
    #expect(view.top == 2)
    #expect(stage.rows[3] == "  [ ] 6          █ │")
  }

  @Test func `content without a preferred height has the height of the view`() {
    let stage = TestScreen(20, 4)
    let area = TextArea("x")

    let view = stage.show(ScrollView(area))

    #expect(area.frame == Rect(x: 1, y: 0, width: 17, height: 4))
    #expect(!view.overflows)
  }

  @Test(arguments: [(80, 24), (20, 5), (3, 1), (1, 1), (0, 0)])
  func `any size can be drawn`(width: Int, height: Int) {
    let (stage, view, _) = stage()

    stage.resize(width, height)
    stage.press("G", .pageUp, .tab)
    view.content.reveal()
    stage.window.render()

    #expect(view.top >= 0)
  }

  @Test func `a taller view fills itself with the end of the content`() {
    let (stage, view, _) = stage()
    stage.press("G")

    stage.resize(12, 10)
    stage.window.render()

    #expect(view.top == 10)
    #expect(stage.rows[9].hasPrefix(" line 20"))
  }
}
