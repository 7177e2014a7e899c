import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import ReactorCounter

/// A field that shows what is typed and pasted, and logs clicks.
private final class Notes: View {
  private(set) var log: [String] = []
  private var text = "here"

  override var canBecomeFocused: Bool { true }
  override var takesTyping: Bool { true }

  override func intercept(key: Key) -> Bool {
    guard let character = key.typedCharacter else { return false }
    text.append(character)
    setNeedsDisplay()
    return true
  }

  override func handle(paste: Paste) -> Bool {
    text += paste.text
    setNeedsDisplay()
    return true
  }

  override func handle(mouse: MouseEvent) -> Bool {
    log.append("\(mouse.kind) \(mouse.position.x),\(mouse.position.y)")
    return true
  }

  override func draw(in canvas: Canvas) {
    canvas.write("기 \(text)", at: Point(x: 0, y: 1), style: canvas.theme[.accent])
  }
}

@MainActor
@Suite struct TestScreenTests {
  private func counter() -> TestScreen {
    TestScreen(44, 7) { clock in
      let view = CounterView()
      view.reactor = CounterReactor(clock: clock)
      return view
    }
  }

  @Test func `a screen has a title bar, hints, and the standard commands`() {
    counter().expect(
      """
       Counter


                         0


       + Increase  - Decrease  +2          ? Help
      """)
  }

  @Test func `time passes only while the test waits`() async {
    let screen = counter()

    screen.press("+")
    await screen.wait(.milliseconds(499))
    #expect(!screen.text.contains("1"))
    await screen.wait(.milliseconds(1))

    #expect(screen.text.contains("1"))
  }

  @Test func `quitting is recorded`() {
    let screen = counter()
    #expect(!screen.hasQuit)

    screen.press("q")

    #expect(screen.hasQuit)
  }

  @Test func `a program that fills the window is shown with the standard commands`() {
    let screen = TestScreen(20, 3)

    let notes = screen.start { window in
      let notes = Notes()
      window.root.content = notes
      return notes
    }

    #expect(screen.rows == ["", "기 here", ""])
    screen.press(.control("c"))
    #expect(screen.hasQuit)
    #expect(notes.window === screen.window)
  }

  @Test func `text is typed and pasted, and wide characters count twice`() {
    let screen = TestScreen(20, 3)
    screen.show(Notes())

    screen.type(" K5")
    screen.paste("!")

    screen.expect("\n기 here K5!", styles: "\naaaaaaaaaaa")
    #expect(screen.position(of: "K5") == Point(x: 8, y: 1))
    #expect(screen.position(of: "BMW") == nil)
  }

  @Test func `the caret is where a typed character appears`() {
    let screen = TestScreen(20, 3)
    screen.show(TextField(prefix: "/"))
    #expect(screen.caret == Point(x: 1, y: 0))

    screen.type("기k")

    #expect(screen.text == "/기k")
    #expect(screen.caret == Point(x: 4, y: 0))
  }

  @Test func `a click on text hits its first cell`() {
    let screen = TestScreen(20, 3)
    let notes = screen.show(Notes())

    screen.click("here")

    #expect(notes.log == ["press 3,1", "release 3,1"])
  }

  @Test func `a click on text that is not shown fails with the screen`() {
    let screen = TestScreen(20, 3)
    screen.show(Notes())

    withKnownIssue {
      screen.click("BMW")
    } matching: {
      $0.comments.map(\.rawValue) == ["There is no \"BMW\" to click on. The screen shows:\n\n기 here"]
    }
  }

  @Test(arguments: [(1, 1), (3, 2), (200, 1)])
  func `any size can be shown`(width: Int, height: Int) {
    let screen = counter()

    screen.resize(width, height)

    #expect(screen.rows.count == height)
    #expect(screen.rows.allSatisfy { displayWidth(of: $0) <= width })
  }
}
