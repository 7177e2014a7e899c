import ReactorTerminal
import ReactorTesting
import Testing

/// Changing `Window.isASCII` while the program runs.
@MainActor
@Suite("Window.isASCII")
struct CharactersTests {
  /// Logs the characters when they change.
  private final class Sign: View {
    var log: [Bool] = []
    override func charactersChanged() { log.append(window?.isASCII ?? false) }
  }

  @Test func `the whole screen is drawn with the other characters`() {
    let stage = TestScreen(24, 5)
    let stack = StackView(.vertical)
    stack.add(BoxView("파일", Spinner()), .share())
    stack.add(ButtonView("Open", key: .up), .fixed(1))
    stage.show(stack)
    #expect(
      stage.text == """
        ╭─ 파일 ───────────────╮
        │                      │
        │                      │
        ╰──────────────────────╯
        [↑ Open                ]
        """)

    stage.window.isASCII = true

    #expect(
      stage.text == """
        +- 파일 ---------------+
        |                      |
        |                      |
        +----------------------+
        [Up Open               ]
        """)
    #expect(stage.window.capabilities.isASCII)
  }

  @Test func `a dialog and the hints below it name keys with the other characters`() {
    let stage = TestScreen(30, 10)
    stage.window.installStandardCommands {}
    let screen = Screen()
    screen.keys(.up, id: CommandID("raise"), title: "Raise")
    stage.show(NavigationStack(root: screen))
    stage.press("?")
    #expect(stage.text.contains("│ ↑") && stage.rows[9].contains(" ↑ Raise") == false)

    stage.window.isASCII = true
    #expect(stage.text.contains("| Up"))

    stage.press(.escape)
    #expect(stage.rows[9].hasPrefix(" Up Raise"))
  }

  @Test func `views are notified when they are added and when the characters change`() {
    let stage = TestScreen(10, 2, ascii: true)
    let sign = Sign()

    stage.show(sign)
    stage.window.isASCII = true
    stage.window.isASCII = false
    stage.show(View())
    stage.window.isASCII = true
    stage.show(sign)

    #expect(sign.log == [true, false, true])
  }

  @Test func `a spinner stops and turns again`() async {
    let stage = TestScreen(10, 1)
    let spinner = stage.show(Spinner(delay: .zero))
    spinner.isAnimating = true
    await stage.wait(.milliseconds(100))
    #expect(stage.text == "⠙")

    stage.window.isASCII = true
    await stage.wait(.milliseconds(300))
    #expect(stage.text == "*" && stage.clock.sleeperCount == 0)

    stage.window.isASCII = false
    await stage.wait(.milliseconds(100))
    #expect(stage.text == "⠹")
  }
}
