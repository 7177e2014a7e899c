import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("NavigationStack")
struct NavigationStackTests {
  private final class ListScreen: Screen {
    let first = Tile("a", focusable: true)
    let second = Tile("b", focusable: true)
    var log: [String] = []

    init(_ title: String) {
      super.init()
      self.title = title
      addSubview(first)
      addSubview(second)
    }

    override func layoutSubviews() {
      first.frame = Rect(x: 0, y: 0, width: bounds.width, height: 1)
      second.frame = Rect(x: 0, y: 1, width: bounds.width, height: 1)
    }

    override var preferredFocus: View? { second }
    override func didAppear() { log.append("appeared") }
    override func didDisappear() { log.append("disappeared") }
  }

  @Test func `titles, status and hints frame the screen`() {
    let stage = TestScreen(40, 5)
    let list = ListScreen("Cars")
    list.status = "12/340"
    let stack = stage.show(NavigationStack(root: list))
    stage.window.installStandardCommands {}
    #expect(
      stage.text == """
         Cars                            12/340
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

         : Commands  q Quit              ? Help
        """)
    stack.push(ListScreen("BMW 520d"))
    #expect(stage.rows[0] == " Cars › BMW 520d")
    #expect(stage.rows[4] == " Esc Back  : Commands            ? Help")
  }

  @Test func `a view inside a screen can have the titles updated`() {
    final class CountScreen: Screen {
      var count = 0
      override func titlesWillShow() { status = "\(count) cars" }
    }
    let stage = TestScreen(24, 4)
    let screen = CountScreen()
    let tile = Tile("t")
    screen.addSubview(tile)
    stage.show(NavigationStack(root: screen))
    stage.window.render()
    screen.count = 7
    #expect(stage.rows[0] == "                 0 cars")

    tile.setNeedsTitles()

    #expect(stage.rows[0] == "                 7 cars")
  }

  @Test func `a click on a title goes back to its screen`() {
    let stage = TestScreen(40, 4)
    let stack = stage.show(NavigationStack(root: ListScreen("Cars")))
    for title in ["기아", "Compare", "Note"] { stack.push(ListScreen(title)) }
    #expect(stage.rows[0] == " Cars › 기아 › Compare › Note")

    stage.click("Note")
    #expect(stack.screens.count == 4)

    stage.click("기아")
    #expect(stage.rows[0] == " Cars › 기아")
  }

  @Test func `a click on a title stops at a screen that the user may not leave`() {
    final class ChangedScreen: Screen {
      override func shouldGoBack() -> Bool { false }
    }
    let stage = TestScreen(40, 4)
    let stack = stage.show(NavigationStack(root: ListScreen("Cars")))
    let changed = ChangedScreen()
    stack.push(ListScreen("One"))
    stack.push(changed)
    stack.push(ListScreen("Two"))

    stage.click("Cars")

    #expect(stack.top === changed)
  }

  @Test func `a stack that replaces another one shows its own titles`() {
    let stage = TestScreen(24, 5)
    stage.show(NavigationStack(root: ListScreen("Cars")))
    stage.show(NavigationStack(root: ListScreen("Uploads")))
    #expect(stage.rows[0] == " Uploads")
  }

  @Test func `each screen keeps its keyboard focus`() {
    let stage = TestScreen(40, 10)
    let list = ListScreen("Cars")
    let detail = ListScreen("BMW")
    let stack = stage.show(NavigationStack(root: list))
    #expect(stage.window.focusedView === list.second)
    stage.window.focus(list.first)
    stack.push(detail)
    stage.window.render()
    #expect(stage.window.focusedView === detail.second)
    stack.pop()
    stage.window.render()
    #expect(stage.window.focusedView === list.first)
  }

  @Test func `Esc, h, ← and q go back, except from the bottom screen`() {
    let stage = TestScreen(40, 10)
    var quits = 0
    stage.window.installStandardCommands { quits += 1 }
    let stack = stage.show(NavigationStack(root: ListScreen("Cars")))
    for key in [Key.escape, "h", .left, "q"] {
      stack.push(ListScreen("BMW"))
      stage.press(key)
      #expect(stack.screens.count == 1, "\(key)")
    }
    #expect(quits == 0)
    stage.press(.escape, "h", .left)
    #expect(stack.screens.count == 1)
    #expect(quits == 0)
    stage.press("q")
    #expect(quits == 1)
  }

  @Test func `each removed screen is emitted once, the top one first`() {
    let stage = TestScreen(40, 10)
    let root = ListScreen("Cars")
    let stack = stage.show(NavigationStack(root: root))
    var told: [String] = []
    stack.popped.subscribe { told.append("\($0.title) of \(stack.screens.count)") }.disposed(
      by: stage.window.disposeBag)
    stack.push(ListScreen("one"))
    stack.push(ListScreen("two"))
    stack.pop(to: root)
    stack.pop()
    stack.push(ListScreen("three"))
    stack.replaceTop(with: ListScreen("four"))
    #expect(told == ["two of 1", "one of 1", "three of 2"])
  }

  @Test func `a screen knows its stack while it is in one, and the stack can leave out its bars`() {
    let stage = TestScreen(10, 3)
    let root = ListScreen("한국어")
    let pushed = ListScreen("one")
    let stack = stage.show(NavigationStack(root: root))
    stack.push(pushed)
    #expect(root.navigationStack === stack && pushed.navigationStack === stack)

    stack.pop()
    #expect(pushed.navigationStack == nil)

    stack.hintLine.isHidden = true
    #expect(stage.text == " 한국어\naaaaaaaaaa\nbbbbbbbbbb")
    stack.titleBar.isHidden = true
    #expect(stage.text == "aaaaaaaaaa\nbbbbbbbbbb")
  }

  @Test func `screens are notified when they appear and disappear`() {
    let stage = TestScreen(40, 10)
    let root = ListScreen("Cars")
    let stack = stage.show(NavigationStack(root: root))
    stack.push(ListScreen("one"))
    stack.pop()
    #expect(root.log == ["appeared", "disappeared", "appeared"])
  }

  @Test func `a screen pushed under a dialog gets the focus after the dialog`() {
    let stage = TestScreen(40, 10)
    let stack = stage.show(NavigationStack(root: ListScreen("Cars")))
    let alert = stage.window.alert("Wait", "…")
    let detail = ListScreen("BMW")
    stack.push(detail)
    stage.window.render()
    #expect(stage.window.focusedView?.isDescendant(of: alert) == true)
    alert.dismiss()
    #expect(stage.window.focusedView === detail.second)
  }

  @Test func `a narrow screen keeps the last title and counts the other hints`() {
    let stage = TestScreen(24, 4)
    stage.window.installStandardCommands {}
    let stack = stage.show(NavigationStack(root: ListScreen("Catalog")))
    let detail = ListScreen("Mercedes-Benz E-Class")
    detail.status = "3/9"
    stack.push(detail)
    #expect(stage.rows[0] == " Mercedes-Benz E-C… 3/9")
    #expect(stage.rows[3] == " Esc Back  +1    ? Help")
  }
}
