import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("Dialogs that the user did not request")
struct IdleDialogTests {
  @Test func `a dialog that the user did not request waits for a pause`() async {
    let stage = TestScreen(40, 10)
    let screen = LogScreen("list")
    stage.show(NavigationStack(root: screen))
    stage.window.presentWhenIdle(AlertView(title: "Resume?", message: ""))

    for _ in 0..<5 {
      await stage.wait(.milliseconds(600))
      stage.press("x")
    }
    #expect(screen.log.count == 6)
    #expect(stage.window.modals.isEmpty)
    await stage.wait(.seconds(2))

    #expect(stage.window.modals.count == 1)
  }

  @Test func `keys that cannot have been meant for the dialog are ignored`() async {
    let stage = TestScreen(40, 10)
    var answers = 0
    let alert = AlertView(
      title: "Resume?", message: "", buttons: [AlertButton("Resume", key: "y") { answers += 1 }])
    stage.show(NavigationStack(root: LogScreen("list")))
    stage.window.presentWhenIdle(alert)

    await stage.wait(.seconds(1))
    #expect(stage.window.modals.count == 1)
    stage.press("y")
    #expect(answers == 0)
    await stage.wait(.milliseconds(300))
    stage.press("y")

    #expect(answers == 1)
  }
}
