import ReactorTerminal
import ReactorTesting
import Testing

@testable import ReactorTerminalCore

@MainActor
@Suite("Held input")
struct HeldInputTests {
  @Test func `a key after one that shows another screen acts on that screen when it has been drawn`() {
    let stage = TestScreen(30, 5)
    let stack = stage.show(NavigationStack(root: LogScreen("list")))
    let next = LogScreen("car")
    (stack.top as? LogScreen)?.opened = { stack.push(next) }

    stage.terminal.feed(["o", "x", "y"].map { .key($0) })

    #expect(next.log == ["shown", "x after 2 frames", "y after 2 frames"])
  }

  @Test func `a key typed ahead is reported when it is handled, with the secrecy of the field that receives it`() {
    let stage = TestScreen(30, 5)
    let list = LogScreen("list")
    let stack = stage.show(NavigationStack(root: list))
    let signIn = SignInScreen()
    list.opened = { stack.push(signIn) }
    var reported: [String] = []
    stage.window.program.inputHandled = { event, isSecret in
      if case .key(let key) = event { reported.append(isSecret ? "secret" : key.description) }
    }

    stage.window.handle([.key("o"), .key("m"), .key(.tab), .key("h")])
    #expect(reported == ["o"])
    stage.window.render()

    #expect(signIn.name.text == "m" && signIn.password.text == "h")
    // Tab moves the focus to the password.
    #expect(reported == ["o", "m", "secret", "secret"])
  }

  @Test func `discarded input is not reported`() {
    let stage = TestScreen(30, 5)
    let list = LogScreen("list")
    let stack = stage.show(NavigationStack(root: list))
    list.opened = { stack.push(SignInScreen()) }
    var reported: [Event] = []
    stage.window.program.inputHandled = { event, _ in reported.append(event) }

    stage.window.handle([.key("o"), .key("m")])
    stage.window.discardHeldInput()
    stage.window.render()

    #expect(reported == [.key("o")])
  }

  @Test func `each of several screens is drawn before the next key`() {
    let stage = TestScreen(30, 5)
    let stack = stage.show(NavigationStack(root: LogScreen("0")))
    for number in 1...40 {
      let below = stack
      (stack.top as? LogScreen)?.opened = { below.push(LogScreen("\(number)")) }
      stage.terminal.feed([.key("o"), .key("x")])
    }

    let logs = stack.screens.dropFirst().compactMap { ($0 as? LogScreen)?.log.dropFirst().count }
    #expect(logs == [Int](repeating: 1, count: 40))
  }

  @Test func `a dialog has its first frame before it receives a key`() {
    let stage = TestScreen(40, 10)
    let screen = LogScreen("list")
    stage.show(NavigationStack(root: screen))
    var answers: [String] = []
    screen.opened = { [window = stage.window] in
      answers.append("frame \(stage.terminal.frameCount)")
      window.confirm("Delete?", "It is gone.", confirm: "Delete") {
        answers.append("frame \(stage.terminal.frameCount)")
      }
    }
    let start = stage.terminal.frameCount

    stage.terminal.feed([.key("o"), .key(.left), .key(.enter)])

    #expect(answers == ["frame \(start)", "frame \(start + 1)"])
    #expect(stage.window.modals.isEmpty)
  }

  @Test func `input waits while a view is about to lead elsewhere, in order`() {
    let stage = TestScreen(30, 5)
    let screen = LogScreen("note")
    stage.show(NavigationStack(root: screen))
    screen.holdsInput = true

    stage.press("x")
    stage.press("y")
    stage.paste("pasted")
    #expect(screen.log == ["shown"])
    screen.holdsInput = false
    stage.press("z")

    #expect(screen.log.dropFirst().map { $0.prefix(1) } == ["x", "y", "p", "z"])
  }

  @Test func `what was typed is discarded when a view has worked for a second, and then only Esc reaches it`() async {
    let stage = TestScreen(30, 5)
    let screen = LogScreen("note")
    stage.show(NavigationStack(root: screen))
    var escapes = 0
    screen.addCommand(KeyBinding(id: "note.stop", keys: [.escape], title: "Stop")).bind { escapes += 1 }
    screen.holdsInput = true

    stage.press("x", .escape)
    await stage.wait(.milliseconds(1_000))
    #expect(screen.log == ["shown"] && escapes == 0)
    stage.press("y", .escape, "z")
    #expect(screen.log == ["shown"] && escapes == 1)

    screen.holdsInput = false
    stage.press("z")
    #expect(screen.log.dropFirst().map { $0.prefix(1) } == ["z"])
    screen.holdsInput = true
    stage.press("x")
    #expect(screen.log.count == 2)
    screen.holdsInput = false
    stage.window.render()
    #expect(screen.log.count == 3)
  }

  @Test func `a key that waits for a screen is discarded when that screen has worked for a second`() async {
    let stage = TestScreen(30, 5)
    let stack = stage.show(NavigationStack(root: LogScreen("list")))
    let next = LogScreen("car")
    (stack.top as? LogScreen)?.opened = { stack.push(next) }

    stage.window.handle([.key("o"), .key("x")])
    next.holdsInput = true
    stage.window.render()
    await stage.clock.advance(by: .seconds(10))
    next.holdsInput = false
    stage.window.render()

    #expect(stack.top === next)
    #expect(next.log == ["shown"])
  }

  @Test func `Esc and a key in one write are two keys, of which the second waits for the next screen`() {
    let stage = TestScreen(30, 5)
    let list = LogScreen("list")
    let stack = stage.show(NavigationStack(root: list))
    stack.push(LogScreen("car"))
    stage.window.render()
    var decoder = InputDecoder()

    stage.terminal.feed(decoder.decode([0x1B, UInt8(ascii: "x")], at: .now))

    #expect(stack.top === list)
    #expect(list.log.dropFirst().map { $0.prefix(1) } == ["x"])
  }

  @Test func `a key with Alt that a command has is not Esc`() {
    let stage = TestScreen(30, 5)
    let screen = LogScreen("note")
    stage.show(NavigationStack(root: screen))
    var (escapes, uses) = (0, 0)
    screen.addCommand(KeyBinding(id: "note.stop", keys: [.escape], title: "Stop")).bind { escapes += 1 }
    screen.addCommand(KeyBinding(id: "note.use", keys: [.alt("u")], title: "Use")).bind { uses += 1 }

    stage.press(.alt("u"))

    #expect(escapes == 0 && uses == 1 && screen.log == ["shown"])
  }

  @Test func `Ctrl-C never waits, and discards what was typed before it`() {
    let stage = TestScreen(30, 5)
    var quits = 0
    stage.window.installStandardCommands { quits += 1 }
    let screen = LogScreen("note")
    stage.show(NavigationStack(root: screen))
    screen.holdsInput = true

    stage.press("x", .control("c"))
    screen.holdsInput = false
    stage.window.render()

    #expect(quits == 1)
    #expect(screen.log == ["shown"])
  }

  @Test func `the input that waits is limited`() {
    let stage = TestScreen(30, 5)
    let screen = LogScreen("note")
    stage.show(NavigationStack(root: screen))
    screen.holdsInput = true

    for _ in 0..<(HeldInput.maximumCount + 10) { stage.press("x") }
    screen.holdsInput = false
    stage.window.render()

    #expect(screen.log.count == 1 + HeldInput.maximumCount)
  }

  @Test func `a new size never waits`() {
    let stage = TestScreen(30, 5)
    let screen = LogScreen("note")
    stage.show(NavigationStack(root: screen))
    screen.holdsInput = true

    stage.press("x")
    stage.terminal.resize(to: Size(width: 20, height: 4))

    #expect(stage.window.size == Size(width: 20, height: 4))
  }
}

/// A screen with a field for a name and one for a password.
@MainActor
private final class SignInScreen: Screen {
  let name = TextField(placeholder: "Name")
  let password = TextField(placeholder: "Password")

  override init() {
    super.init()
    password.isSecret = true
    for view in [name, password] { addSubview(view) }
  }

  override func layoutSubviews() {
    for (row, view) in [name, password].enumerated() {
      view.frame = Rect(x: 0, y: row, width: bounds.width, height: 1)
    }
  }
}
