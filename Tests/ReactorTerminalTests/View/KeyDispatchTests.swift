import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("Key dispatch")
struct KeyDispatchTests {
  private func nest(_ stage: TestScreen) -> (outer: Tile, inner: Tile) {
    let outer = Tile("o")
    let inner = Tile("i", focusable: true)
    outer.addSubview(inner)
    stage.show(outer)
    return (outer, inner)
  }

  @Test func `the focused view handles a key before its superviews`() {
    let stage = TestScreen(40, 10)
    let (outer, inner) = nest(stage)
    var log: [String] = []
    outer.keys("x", id: CommandID("outer.x"), title: "X").bind { log.append("outer") }
    inner.keys("x", id: CommandID("inner.x"), title: "X").bind { log.append("inner") }
    outer.keys("y", id: CommandID("outer.y"), title: "Y").bind { log.append("outer y") }
    stage.press("x", "y")
    #expect(log == ["inner", "outer y"])
  }

  @Test func `a command does not retain the object that it is bound with`() {
    let stage = TestScreen(40, 10)
    let (outer, _) = nest(stage)
    var owner: Tile? = Tile("t")
    weak let bound = owner
    var calls = 0

    if let owner { outer.keys("x", id: CommandID("outer.x"), title: "X").bind(with: owner) { _ in calls += 1 } }
    stage.press("x")
    owner = nil
    stage.press("x")

    #expect(calls == 1)
    #expect(bound == nil)
  }

  @Test func `typing comes before commands and commands before other keys`() {
    let stage = TestScreen(40, 10)
    let (outer, inner) = nest(stage)
    var log: [String] = []
    inner.typing = true
    inner.takes = [.f5]
    inner.keys("x", .f2, id: CommandID("inner.x"), title: "X").bind { log.append("command") }
    outer.keys("q", .f5, id: CommandID("outer.q"), title: "Q").bind { log.append("outer") }
    stage.press("x", "q", .f2, .f5)
    #expect(inner.received == ["typed x", "typed q", "F5"])
    #expect(log == ["command"])
  }

  @Test func `the key of a disabled command passes to the superview`() {
    let stage = TestScreen(40, 10)
    let (outer, inner) = nest(stage)
    var log: [String] = []
    outer.keys("x", id: CommandID("outer.x"), title: "X").bind { log.append("outer") }
    let command = inner.keys("x", id: CommandID("inner.x"), title: "X")
    command.bind { log.append("inner") }
    command.isEnabled = false
    stage.press("x")
    command.isEnabled = true
    stage.press("x")
    #expect(log == ["outer", "inner"])
  }

  @Test func `keys of the user replace the default ones in dispatch, hints and help`() throws {
    let stage = TestScreen(40, 6)
    let screen = Screen()
    var count = 0
    screen.keys("r", .f5, id: CommandID("list.refresh"), title: "Refresh").bind { count += 1 }
    stage.show(NavigationStack(root: screen))
    stage.window.keymap = try Keymap(parsing: ["list.refresh": ["ctrl+r"]])
    stage.press("r", .f5)
    #expect(count == 0)
    stage.press("ctrl+r")
    #expect(count == 1)
    #expect(stage.rows[5] == " ^R Refresh")
    #expect(stage.window.activeBindings.first { $0.id == CommandID("list.refresh") }?.keys == ["ctrl+r"])
  }

  @Test func `one binding feeds the hint line, the help sheet, the palette and the click`() {
    let stage = TestScreen(60, 16)
    let screen = Screen()
    var count = 0
    let command = screen.keys("r", id: CommandID("list.refresh"), title: "Refresh", section: "List")
    command.bind { count += 1 }
    stage.show(NavigationStack(root: screen))
    stage.window.installStandardCommands {}
    #expect(stage.rows[15].hasPrefix(" r Refresh"))
    stage.click(3, 15)
    #expect(count == 1)
    stage.press("?")
    #expect(stage.text.contains("r     Refresh"))
    stage.press("?", ":")
    stage.type("refr")
    stage.press(.enter)
    #expect(count == 2)
    command.title = "Fetch"
    #expect(stage.rows[15].hasPrefix(" r Fetch"))
    command.isEnabled = false
    stage.click(3, 15)
    #expect(stage.rows[15].hasPrefix(" r Fetch") && count == 2)
  }

  @Test func `a key that an inner view handles has no hint further out`() {
    let stage = TestScreen(40, 6)
    let screen = Screen()
    let field = TextField()
    let toggle = ToggleField("t")
    screen.addSubview(field)
    screen.addSubview(toggle)
    screen.keys("r", .f5, id: CommandID("list.refresh"), title: "Refresh")
    toggle.keys("r", id: CommandID("toggle.reset"), title: "Reset")
    stage.show(NavigationStack(root: screen))
    #expect(stage.rows[5] == " F5 Refresh")
    stage.press(.tab)
    #expect(stage.rows[5] == " r Reset  F5 Refresh")
  }

  @Test func `under a dialog only its own keys and the global ones work`() {
    let stage = TestScreen(40, 10)
    let (outer, _) = nest(stage)
    var log: [String] = []
    outer.keys("x", id: CommandID("outer.x"), title: "X").bind { log.append("outer") }
    stage.window.installStandardCommands { log.append("quit") }
    let alert = stage.window.alert("Careful", "Stays")
    stage.press("x", "q", ":", .f10)
    #expect(log.isEmpty)
    #expect(stage.window.modals.count == 1)
    stage.press(.control("c"))
    #expect(log == ["quit"])
    #expect(stage.window.modals.first === alert)
  }

  @Test func `a paste is one event for the text field and triggers no command`() {
    let stage = TestScreen(40, 10)
    let (outer, inner) = nest(stage)
    inner.typing = true
    outer.keys("q", id: CommandID("outer.q"), title: "Q").bind { Issue.record("a pasted q is not a key") }
    stage.terminal.feed([.paste(Paste("qqq"))])
    #expect(inner.received == ["paste qqq"])
  }

  @Test func `keys reach a screen without a focused view`() {
    let stage = TestScreen(40, 10)
    let screen = Screen()
    var count = 0
    screen.keys("+", id: CommandID("counter.increase"), title: "Increase").bind { count += 1 }
    stage.show(NavigationStack(root: screen))
    stage.press("+")
    #expect(count == 1)
  }

  @Test func `a view that handles a key has received the text typed before it`() {
    let stage = TestScreen(20, 2)
    let outer = Tile("o")
    let field = TextField()
    var log: [String] = []
    outer.takes = [.f5]
    outer.addSubview(field)
    stage.show(outer)
    field.changed.subscribe { log.append("changed \($0), received \(outer.received)") }
      .disposed(by: stage.window.disposeBag)

    stage.terminal.feed([.key("k"), .key("i"), .key("a"), .key(.f5)])

    #expect(log == ["changed kia, received []"])
    #expect(outer.received == ["F5"])
  }

  @Test func `a key that the user has assigned to a command wins over commands that have it by default`() {
    let stage = TestScreen(40, 10)
    let (outer, inner) = nest(stage)
    var log: [String] = []
    outer.keys("f", id: CommandID("outer.favorite"), title: "Favorite").bind { log.append("favorite") }
    outer.keys("s", id: CommandID("outer.sort"), title: "Sort").bind { log.append("sort") }
    outer.keys("r", id: CommandID("outer.refresh"), title: "Refresh").bind { log.append("refresh") }
    inner.keys("j", id: CommandID("inner.down"), title: "Down").bind { log.append("down") }
    stage.window.keymap = Keymap([CommandID("outer.sort"): ["f"], CommandID("outer.refresh"): ["j"]])

    stage.press("f", "s", "j")

    #expect(log == ["sort", "refresh"])
    #expect(
      stage.window.activeBindings.map { "\($0.title) \($0.keys)" } == [
        "Down []", "Favorite []", "Sort [f]", "Refresh [j]",
      ])
  }

  @Test func `a key keeps its default command while the one that the user has assigned it to cannot be run`() {
    let stage = TestScreen(40, 10)
    let (outer, inner) = nest(stage)
    var log: [String] = []
    let sort = outer.keys("s", id: CommandID("outer.sort"), title: "Sort")
    sort.bind { log.append("sort") }
    sort.isEnabled = false
    inner.keys("j", id: CommandID("inner.down"), title: "Down").bind { log.append("down") }
    stage.window.keymap = Keymap([CommandID("outer.sort"): ["j"]])

    stage.press("j")

    #expect(log == ["down"])
  }
}
