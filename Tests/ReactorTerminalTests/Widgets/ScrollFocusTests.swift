import ReactorTerminal
import ReactorTesting
import Testing

/// The mark of the keyboard focus in views that scroll.
@MainActor
@Suite("Focus of scrolling views")
struct ScrollFocusTests {
  /// Shows a view above another one that can have the keyboard focus.
  private func stage(_ view: View, ascii: Bool = false) -> TestScreen {
    let stage = TestScreen(8, 4, ascii: ascii)
    let stack = StackView(.vertical)
    stack.add(view, .share())
    stack.add(Tile("t", focusable: true), .fixed(1))
    stage.show(stack)
    return stage
  }

  @Test func `the scrollbar of the view with the keyboard focus stands out`() {
    let text = ScrollText((1...9).map { [Span("line \($0)")] })
    let stage = stage(text)
    #expect(stage.text == "line 1 █\nline 2 ┃\nline 3 ┃\ntttttttt")
    #expect(stage.styles(row: 1, ["a": .accent]) == ".......a")

    stage.press(.tab)

    #expect(stage.text == "line 1 █\nline 2 │\nline 3 │\ntttttttt")
    #expect(stage.styles(row: 1, ["s": .scrollbar]) == ".......s")
  }

  @Test func `text that fits has a mark beside it, which covers no text`() {
    let text = ScrollText([[Span("여덟칸글")], [Span("short")]])
    let stage = stage(text)
    #expect(stage.text == "여덟칸글\nshort  ┃\n\ntttttttt")

    stage.press(.tab)

    #expect(stage.text == "여덟칸글\nshort\n\ntttttttt")
  }

  @Test func `a scroll view without a field inside marks its focus`() {
    let stage = stage(ScrollView(Label("a\nb", wraps: true)), ascii: true)
    #expect(stage.text == " a     :\n b\n\ntttttttt")

    stage.press(.tab)

    #expect(stage.text == " a\n b\n\ntttttttt")
  }

  @Test func `the only view that can have the keyboard focus has no mark`() {
    let stage = TestScreen(8, 2)
    stage.show(ScrollText([[Span("text")]]))
    #expect(stage.text == "text")

    let alert = stage.window.alert("A", "b")
    alert.dismiss()

    #expect(stage.text == "text")
  }

  @Test func `a log marks its focus`() {
    let log = LogView()
    log.append("started")
    let stage = stage(log)
    #expect(stage.text == "started┃\n\n\ntttttttt")

    stage.press(.tab)

    #expect(stage.text == "started\n\n\ntttttttt")
  }
}
