import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct StandardCommandsTests {
  private func stage() -> (TestScreen, NavigationStack, () -> Int) {
    let stage = TestScreen(60, 12)
    final class Counter { var count = 0 }
    let quits = Counter()
    stage.window.installStandardCommands { quits.count += 1 }
    let stack = stage.show(NavigationStack(root: Screen()))
    return (stage, stack, { quits.count })
  }

  @Test func `Esc closes one layer at a time: dialog, toast, filter, screen`() {
    let (stage, stack, quits) = stage()
    let list = Screen()
    var filter = "kia"
    let clear = list.keys(.escape, id: CommandID("filter.clear"), title: "Clear")
    clear.bind {
      filter = ""
      clear.isEnabled = false
    }
    stack.push(list)
    stage.window.toast("Saved", kind: .error)
    stage.window.alert("A", "B")

    stage.press(.escape)
    #expect(stage.window.modals.isEmpty && stage.text.contains("Saved"))

    stage.press(.escape)
    #expect(!stage.text.contains("Saved") && filter == "kia")

    stage.press(.escape)
    #expect(filter == "" && stack.screens.count == 2)

    stage.press(.escape)
    #expect(stack.screens.count == 1)

    stage.press(.escape)
    #expect(stack.screens.count == 1 && quits() == 0)
  }

  @Test func `q goes back, and quits only on the first screen`() {
    let (stage, stack, quits) = stage()
    stack.push(Screen())

    stage.press("q")
    #expect(quits() == 0 && stack.screens.count == 1)

    stage.press("q")
    #expect(quits() == 1)
  }

  @Test func `Ctrl-C quits from a text field, a dialog and the help`() {
    let (stage, stack, quits) = stage()
    let screen = Screen()
    screen.addSubview(TextField())
    stack.push(screen)

    stage.press("q", .control("c"))
    #expect(quits() == 1)

    stage.window.alert("A", "B")
    stage.press("q", .control("c"))
    #expect(quits() == 2)

    stage.press(.escape, "?")
    stage.press(.control("c"))
    #expect(quits() == 3)
  }

  @Test func `Ctrl-L redraws and Ctrl-Z suspends, even under a dialog`() {
    let (stage, _, _) = stage()
    let suspended = Recorder(stage.window.suspendRequested.asObservable())

    stage.press(.control("l"), .control("z"))
    stage.window.alert("A", "B")
    stage.press(.control("l"), .control("z"))

    #expect(stage.terminal.invalidationCount == 2)
    #expect(suspended.elements.count == 2)
  }

  @Test func `the help in a dialog lists the keys of the dialog`() {
    let (stage, _, _) = stage()
    stage.window.confirm("Delete?", "It cannot be restored.", confirm: "Delete") {}

    stage.press("?")
    #expect(stage.window.modals.count == 2)
    #expect(stage.text.contains("n Esc"))

    stage.press(.escape)
    #expect(stage.window.modals.map(\.title) == ["Delete?"])
  }
}
