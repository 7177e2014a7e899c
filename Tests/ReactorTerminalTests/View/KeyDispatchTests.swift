import ReactorTerminal
import Testing

@MainActor
@Suite("What a key does")
struct KeyDispatchTests {
  private func nest(_ stage: Stage) -> (outer: Tile, inner: Tile) {
    let outer = Tile("o")
    let inner = Tile("i", focusable: true)
    outer.addSubview(inner)
    stage.show(outer)
    return (outer, inner)
  }

  @Test("The view with the keyboard is asked first, then what is around it")
  func innermostFirst() {
    let stage = Stage()
    let (outer, inner) = nest(stage)
    var log: [String] = []
    outer.keys("x", id: "outer.x", title: "X").bind { log.append("outer") }
    inner.keys("x", id: "inner.x", title: "X").bind { log.append("inner") }
    outer.keys("y", id: "outer.y", title: "Y").bind { log.append("outer y") }
    stage.press("x", "y")
    #expect(log == ["inner", "outer y"])
  }

  @Test("What a view types comes before every command, and its commands before its other keys")
  func interceptCommandHandle() {
    let stage = Stage()
    let (outer, inner) = nest(stage)
    var log: [String] = []
    inner.typing = true
    inner.takes = [.f5]
    inner.keys("x", .f2, id: "inner.x", title: "X").bind { log.append("command") }
    outer.keys("q", .f5, id: "outer.q", title: "Q").bind { log.append("outer") }
    stage.press("x", "q", .f2, .f5)
    #expect(inner.received == ["typed x", "typed q", "F5"])
    #expect(log == ["command"])
  }

  @Test("A disabled command lets its key through to the one around it")
  func disabledCommandPasses() {
    let stage = Stage()
    let (outer, inner) = nest(stage)
    var log: [String] = []
    outer.keys("x", id: "outer.x", title: "X").bind { log.append("outer") }
    let command = inner.keys("x", id: "inner.x", title: "X")
    command.bind { log.append("inner") }
    command.isEnabled = false
    stage.press("x")
    command.isEnabled = true
    stage.press("x")
    #expect(log == ["outer", "inner"])
  }

  @Test("A user's keys take the place of ours, in what they do and in what hints and help say")
  func remapping() throws {
    let stage = Stage(40, 6)
    let screen = Screen()
    var count = 0
    screen.keys("r", .f5, id: "list.refresh", title: "Refresh").bind { count += 1 }
    stage.show(NavigationStack(root: screen))
    stage.window.keymap = try Keymap(parsing: ["list.refresh": ["ctrl+r"]])
    stage.press("r", .f5)
    #expect(count == 0)
    stage.press("ctrl+r")
    #expect(count == 1)
    #expect(stage.row(5) == " ^R Refresh")
    #expect(stage.window.activeBindings.first { $0.id == "list.refresh" }?.keys == ["ctrl+r"])
  }

  @Test("One binding feeds the hint line, the help sheet, the palette and the click")
  func oneBinding() {
    let stage = Stage(60, 16)
    let screen = Screen()
    var count = 0
    let command = screen.keys("r", id: "list.refresh", title: "Refresh", section: "List")
    command.bind { count += 1 }
    stage.show(NavigationStack(root: screen))
    stage.window.installStandardCommands {}
    #expect(stage.row(15).hasPrefix(" r Refresh"))
    stage.click(3, 15)
    #expect(count == 1)
    stage.press("?")
    #expect(stage.screen.contains("r     Refresh"))
    stage.press("?", ":")
    stage.type("refr")
    stage.press(.enter)
    #expect(count == 2)
    command.title = "Fetch"
    #expect(stage.row(15).hasPrefix(" r Fetch"))
    command.isEnabled = false
    #expect(!stage.row(15).contains("Fetch"))
  }

  @Test("A key that an inner command or a text field takes is not hinted at further out")
  func shadowedHints() {
    let stage = Stage(40, 6)
    let screen = Screen()
    let field = TextField()
    let toggle = ToggleField("t")
    screen.addSubview(field)
    screen.addSubview(toggle)
    screen.keys("r", .f5, id: "list.refresh", title: "Refresh")
    toggle.keys("r", id: "toggle.reset", title: "Reset")
    stage.show(NavigationStack(root: screen))
    #expect(stage.row(5) == " F5 Refresh")
    stage.press(.tab)
    #expect(stage.row(5) == " r Reset  F5 Refresh")
  }

  @Test("Under a dialog only its own keys work, and those that work everywhere")
  func modalTakesKeys() {
    let stage = Stage()
    let (outer, _) = nest(stage)
    var log: [String] = []
    outer.keys("x", id: "outer.x", title: "X").bind { log.append("outer") }
    stage.window.installStandardCommands { log.append("quit") }
    let alert = stage.window.alert("Careful", "Stays")
    stage.press("x", "q", ":", .f10)
    #expect(log.isEmpty)
    #expect(stage.window.modals.count == 1)
    stage.press(.control("c"))
    #expect(log == ["quit"])
    #expect(stage.window.modals.first === alert)
  }

  @Test("A paste reaches the text field as one event, and no command")
  func paste() {
    let stage = Stage()
    let (outer, inner) = nest(stage)
    inner.typing = true
    outer.keys("q", id: "outer.q", title: "Q").bind { Issue.record("a pasted q is no key") }
    stage.terminal.feed([.paste(Paste("qqq"))])
    #expect(inner.received == ["paste qqq"])
  }

  @Test("Keys reach a screen in which nothing takes the keyboard")
  func screenWithoutFocus() {
    let stage = Stage()
    let screen = Screen()
    var count = 0
    screen.keys("+", id: "counter.increase", title: "Increase").bind { count += 1 }
    stage.show(NavigationStack(root: screen))
    stage.press("+")
    #expect(count == 1)
  }
}
