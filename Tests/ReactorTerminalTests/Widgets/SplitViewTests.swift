import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("SplitView")
struct SplitViewTests {
  private let first = Tile("a", focusable: true)
  private let second = Tile("b", focusable: true)

  private func split(_ axis: Axis = .horizontal, collapseBelow: Int? = nil) -> SplitView {
    SplitView(axis, first, second, fraction: 0.25, minimums: (3, 4), collapseBelow: collapseBelow)
  }

  @Test func `the divider is at a fraction of the available space and moves with < and > up to the minimums`() {
    let stage = TestScreen(20, 2)
    let split = stage.show(split())
    let moved = Recorder(split.dividerMoved.asObservable())
    #expect(stage.text == "aaaaa│bbbbbbbbbbbbbb\naaaaa│bbbbbbbbbbbbbb")

    stage.press("<", "<", "<", "<")
    #expect(stage.rows[0] == "aaa│bbbbbbbbbbbbbbbb")
    #expect(moved.takeElements() == [4.0 / 19, 3.0 / 19])

    for _ in 0..<20 { stage.press(">") }
    #expect(stage.rows[0] == "aaaaaaaaaaaaaaa│bbbb")
    #expect(split.fraction == 15.0 / 19)
  }

  @Test func `the mouse drags the divider, whose position is announced when the button is released`() {
    let stage = TestScreen(20, 2)
    let split = stage.show(split())
    let moved = Recorder(split.dividerMoved.asObservable())

    stage.mouse(.press, 5, 1)
    #expect(stage.styles(row: 0, ["d": .accent]) == ".....d..............")
    stage.mouse(.drag, 10, 0)
    #expect(stage.rows[0] == "aaaaaaaaaa│bbbbbbbbb")
    stage.mouse(.drag, -5, 0)
    #expect(stage.rows[0] == "aaa│bbbbbbbbbbbbbbbb")
    #expect(moved.elements.isEmpty)
    stage.mouse(.release, 9, 0)
    stage.mouse(.drag, 12, 0)
    stage.click(1, 0)

    #expect(moved.elements == [3.0 / 19])
    #expect(stage.styles(row: 0, ["d": .border]) == "...d................")
  }

  @Test func `panes can be above each other`() {
    let stage = TestScreen(5, 8, ascii: true)
    let split = stage.show(split(.vertical))
    #expect(stage.text == "aaaaa\naaaaa\naaaaa\n-----\nbbbbb\nbbbbb\nbbbbb\nbbbbb")

    split.fraction = .nan
    stage.resize(5, 9)

    #expect(split.fraction == 0.5)
    #expect(stage.rows[4] == "-----")
  }

  @Test func `a narrow split view shows the active pane, and F6 shows the other one`() {
    let stage = TestScreen(20, 1)
    let split = stage.show(split(collapseBelow: 12))
    #expect(!split.isCollapsed)

    stage.resize(11, 1)
    #expect(stage.text == "aaaaaaaaaaa")
    #expect(split.isCollapsed)
    #expect(split.command("split.grow")?.isEnabled == false)

    stage.press(Key(.function(6)))
    #expect(stage.text == "bbbbbbbbbbb")
    #expect(second.isFocused)
    #expect(split.activePane == .second)

    stage.resize(12, 1)
    #expect(stage.text == "aaa│bbbbbbbb")
    #expect(second.isFocused)
    #expect(split.subviews.first === first)
    #expect(split.command("split.grow")?.isEnabled == true)
  }

  @Test func `a pane can be hidden, and returns with its divider`() {
    let stage = TestScreen(20, 1)
    let split = stage.show(split(collapseBelow: 12))
    stage.press(">", .tab)
    #expect(second.isFocused && stage.text == "aaaaaa│bbbbbbbbbbbbb")

    split.hiddenPane = .second
    #expect(stage.text == String(repeating: "a", count: 20))
    #expect(first.isFocused && split.activePane == .first && split.isCollapsed)
    #expect(stage.window.activeBindings.contains { $0.id == "split.other" } == false)

    stage.press(Key(.function(6)))
    split.activePane = .second
    #expect(first.isFocused && split.activePane == .first)

    split.hiddenPane = nil
    #expect(stage.text == "aaaaaa│bbbbbbbbbbbbb" && first.isFocused)
  }

  @Test func `a pane that is hidden in a narrow split view makes way for the other one`() {
    let stage = TestScreen(8, 1)
    let split = stage.show(split(collapseBelow: 12))
    stage.press(Key(.function(6)))
    #expect(stage.text == "bbbbbbbb")

    split.hiddenPane = .second
    #expect(stage.text == "aaaaaaaa" && first.isFocused)

    split.hiddenPane = .first
    #expect(stage.text == "bbbbbbbb" && second.isFocused)
    split.hiddenPane = nil
    #expect(stage.text == "bbbbbbbb")
    stage.press(Key(.function(6)))
    #expect(stage.text == "aaaaaaaa")
  }

  @Test func `the pane with the keyboard focus is the active one, and the other one can be made active`() {
    let stage = TestScreen(20, 1)
    let split = stage.show(split(collapseBelow: 12))

    stage.press(.tab)
    #expect(split.activePane == .second)

    split.activePane = .first
    #expect(first.isFocused)

    stage.press(Key(.function(6)))
    stage.resize(5, 1)
    #expect(stage.text == "bbbbb")
  }

  @Test func `the screens of a collapsed pane disappear and are dismissed with the split view`() {
    let stage = TestScreen(20, 5)
    let stacks = [NavigationStack(root: Screen()), NavigationStack(root: Screen())]
    let visibility = stacks.map { Recorder($0.visibility) }
    stage.show(SplitView(.horizontal, stacks[0], stacks[1], collapseBelow: 15))

    stage.resize(14, 5)
    #expect(visibility.map(\.elements) == [[false, true], [false, true, false]])

    stage.resize(15, 5)
    #expect(visibility.map(\.elements) == [[false, true], [false, true, false, true]])

    stage.resize(14, 5)
    stage.show(View())
    #expect(stacks.map { Recorder($0.dismissal).elements.count } == [1, 1])
  }

  @Test func `two boxes share one side, which is the divider`() {
    let stage = TestScreen(20, 4)
    let split = SplitView(.horizontal, BoxView("한", first), BoxView("B", second), minimums: (3, 4))
    stage.show(split)
    #expect(
      stage.text == """
        ╭─ ▸ 한 ──┬─ B ────╮
        │aaaaaaaaa│bbbbbbbb│
        │aaaaaaaaa│bbbbbbbb│
        ╰─────────┴────────╯
        """)
    #expect(stage.styles(row: 1, ["a": .accent, "b": .border]) == "a.........a........b")

    stage.press(.tab)
    #expect(stage.styles(row: 1, ["a": .accent, "b": .border]) == "b.........a........a")

    stage.mouse(.press, 10, 1)
    stage.mouse(.drag, 7, 1)
    stage.mouse(.release, 7, 1)
    #expect(stage.rows[1] == "│aaaaaa│bbbbbbbbbbb│")
  }

  @Test func `the side of a box beside another view is the divider`() {
    let stage = TestScreen(12, 3, ascii: true)
    stage.show(SplitView(.horizontal, first, BoxView("", second)))
    #expect(stage.text == "aaaaaa+----+\naaaaaa|bbbb|\naaaaaa+----+")

    stage.show(SplitView(.horizontal, BoxView("", first), second))
    stage.mouse(.press, 6, 1)
    #expect(stage.text == "+-----+bbbbb\n|aaaaa|bbbbb\n+-----+bbbbb")
    #expect(stage.styles(row: 1, ["a": .accent]) == "a.....a.....")
  }

  @Test func `boxes above each other share the side with the title of the lower one`() {
    let stage = TestScreen(9, 6)
    let lower = BoxView("Log", second)

    stage.show(SplitView(.vertical, BoxView("", first), lower))

    #expect(
      stage.text == """
        ╭───────╮
        │aaaaaaa│
        │aaaaaaa│
        ├─ Log ─┤
        │bbbbbbb│
        ╰───────╯
        """)
  }

  @Test func `a split view inside another one shares the sides of its boxes`() {
    let stage = TestScreen(11, 6)
    let inner = SplitView(.vertical, BoxView("", second), BoxView("", Tile("c")))

    stage.show(SplitView(.horizontal, BoxView("", first), inner))

    #expect(
      stage.text == """
        ╭────┬────╮
        │aaaa│bbbb│
        │aaaa│bbbb│
        │aaaa├────┤
        │aaaa│cccc│
        ╰────┴────╯
        """)
  }

  @Test(arguments: [(80, 24), (20, 5), (8, 1), (7, 1), (1, 1), (0, 0)])
  func `any size can be drawn`(width: Int, height: Int) {
    let stage = TestScreen(width, height, ascii: true)
    let split = SplitView(.horizontal, BoxView("한국어", Tile("a")), BoxView("자동차", Tile("b")), minimums: (3, 4))

    stage.show(split)
    stage.press("<", ">", Key(.function(6)))

    #expect(split.isCollapsed == (width < 8))
  }
}
