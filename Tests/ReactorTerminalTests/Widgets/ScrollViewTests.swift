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

  @Test func `revealing a row scrolls no further than necessary`() {
    let (_, view, _) = stage()

    view.reveal(5)
    #expect(view.top == 0)

    view.reveal(9)
    #expect(view.top == 4)

    view.reveal(3)
    #expect(view.top == 3)
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
