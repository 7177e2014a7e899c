import ReactorTerminal
import Testing

@MainActor
@Suite("The first and the last line")
struct ChromeTests {
  @Test("The status keeps its room; of the way here the end stays readable, down to an ellipsis")
  func titleBar() {
    let stage = Stage(30, 1)
    let bar = stage.show(TitleBar())
    bar.titles = ["자동차", "BMW 520d"]
    bar.status = "12/340"
    #expect(stage.screen == " 자동차 › BMW 520d     12/340")
    stage.resize(20, 1)
    #expect(stage.screen == " BMW 520d    12/340")
    stage.resize(14, 1)
    #expect(stage.screen == " BMW … 12/340")
  }

  @Test("What goes on behind every screen stands before the status, and keeps its room as well")
  func accessory() {
    let stage = Stage(40, 1)
    let bar = stage.show(TitleBar())
    bar.titles = ["Cars", "BMW 520d"]
    bar.accessory = "^ 2 files 45%"
    #expect(stage.screen == " Cars › BMW 520d          ^ 2 files 45%")
    bar.status = "12/340"
    #expect(stage.screen == " Cars › BMW 520d  ^ 2 files 45%  12/340")
    stage.resize(30, 1)
    #expect(stage.screen == " BMW 5… ^ 2 files 45%  12/340")
  }

  @Test(
    "Hints from the left until one does not fit; an ellipsis says that there are more",
    arguments: [
      (40, " Enter Open  r Refresh  q Quit"), (31, " Enter Open  r Refresh  q Quit"),
      (30, " Enter Open  r Refresh  …"), (14, " Enter Open …"), (24, " Enter Open  …"), (8, " …"),
    ])
  func hintLine(width: Int, expected: String) {
    let stage = Stage(width, 1)
    let line = stage.show(HintLine())
    line.bindings = [
      KeyBinding(id: "open", keys: [.enter], title: "Open"), KeyBinding(id: "refresh", keys: ["r"], title: "Refresh"),
      KeyBinding(id: "quit", keys: ["q"], title: "Quit"),
    ]
    #expect(stage.screen == expected)
  }

  @Test(arguments: [
    (40, " Enter Open  r Refresh  q Quit   ? Help"), (39, " Enter Open  r Refresh  q Quit  ? Help"),
    (38, " Enter Open  r Refresh  …      ? Help"), (20, " …           ? Help"), (8, " ? Help"), (4, " ? H"),
  ])
  func `help keeps its place at the right end of the hints`(width: Int, expected: String) {
    let stage = Stage(width, 1)
    let line = stage.show(HintLine())

    line.bindings = [
      KeyBinding(id: "open", keys: [.enter], title: "Open"), KeyBinding(id: "refresh", keys: ["r"], title: "Refresh"),
      KeyBinding(id: "app.help", keys: ["?"], title: "Help"), KeyBinding(id: "quit", keys: ["q"], title: "Quit"),
    ]

    #expect(stage.screen == expected)
  }

  @Test func `a click on the ellipsis shows what did not fit`() {
    let stage = Stage(40, 8)
    stage.window.installStandardCommands {}
    let screen = Screen()
    for key in ["a", "b", "c", "d"] { screen.keys(Key(.character(Character(key))), id: key, title: "Command") }
    stage.show(NavigationStack(root: screen))
    let x = stage.row(7).firstIndex(of: "…").map { stage.row(7).distance(from: stage.row(7).startIndex, to: $0) } ?? 0

    stage.click(x, 7)

    #expect(stage.window.modals.map(\.title) == ["Help"])
  }

  @Test("In ASCII keys and signs are ASCII")
  func ascii() {
    let stage = Stage(24, 1, ascii: true)
    let line = stage.show(HintLine())
    line.bindings = [
      KeyBinding(id: "up", keys: [.up], title: "Up"), KeyBinding(id: "next", keys: [.backTab], title: "Previous field"),
    ]
    #expect(stage.screen == " Up Up  ~")
  }
}

@MainActor
@Suite("The commands that every program has")
struct StandardCommandsTests {
  private func stage() -> (Stage, NavigationStack, () -> Int) {
    let stage = Stage(60, 12)
    final class Counter { var count = 0 }
    let quits = Counter()
    stage.window.installStandardCommands { quits.count += 1 }
    let stack = stage.show(NavigationStack(root: Screen()))
    return (stage, stack, { quits.count })
  }

  @Test("Esc unwinds one layer at a time: dialog, toast, filter, screen")
  func escape() {
    let (stage, stack, quits) = stage()
    let list = Screen()
    var filter = "kia"
    let clear = list.keys(.escape, id: "filter.clear", title: "Clear")
    clear.bind {
      filter = ""
      clear.isEnabled = false
    }
    stack.push(list)
    stage.window.toast("Saved")
    stage.window.alert("A", "B")
    stage.press(.escape)
    #expect(stage.window.modals.isEmpty && stage.screen.contains("Saved"))
    stage.press(.escape)
    #expect(!stage.screen.contains("Saved") && filter == "kia")
    stage.press(.escape)
    #expect(filter == "" && stack.screens.count == 2)
    stage.press(.escape)
    #expect(stack.screens.count == 1)
    stage.press(.escape)
    #expect(stack.screens.count == 1 && quits() == 0)
  }

  @Test("q quits at the root and goes back elsewhere; Ctrl-C quits from anywhere, a text field and a dialog too")
  func quitting() {
    let (stage, stack, quits) = stage()
    stack.push(Screen())
    stage.press("q")
    #expect(quits() == 0 && stack.screens.count == 1)
    stage.press("q")
    #expect(quits() == 1)
    let screen = Screen()
    screen.addSubview(TextField())
    stack.push(screen)
    stage.press("q", .control("c"))
    #expect(quits() == 2)
    stage.window.alert("A", "B")
    stage.press("q", .control("c"))
    #expect(quits() == 3)
    stage.press(.escape, "?")
    stage.press(.control("c"))
    #expect(quits() == 4)
  }

  @Test("Ctrl-L draws everything anew, Ctrl-Z asks to be suspended, under a dialog too")
  func redrawAndSuspend() {
    let (stage, _, _) = stage()
    let suspended = Recording(stage.window.suspendRequested)
    stage.press(.control("l"), .control("z"))
    stage.window.alert("A", "B")
    stage.press(.control("l"), .control("z"))
    #expect(stage.terminal.invalidationCount == 2)
    #expect(suspended.elements.count == 2)
  }

  @Test("? in a dialog shows the keys of the dialog")
  func helpInADialog() {
    let (stage, _, _) = stage()
    stage.window.confirm("Delete?", "Gone", confirm: "Delete") {}
    stage.press("?")
    #expect(stage.window.modals.count == 2)
    #expect(stage.screen.contains("n Esc"))
    stage.press(.escape)
    #expect(stage.window.modals.map(\.title) == ["Delete?"])
  }
}
