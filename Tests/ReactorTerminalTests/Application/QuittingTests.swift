import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct QuittingTests {
  /// Starts a program with a text field, and with a question before it ends if `asks`.
  private func screen(asks: Bool) -> TestScreen {
    let screen = TestScreen(60, 12)
    screen.start { window in
      let content = Screen()
      content.title = "Notes"
      content.addSubview(TextField())
      window.root.showProgram(content)
      guard asks else { return }
      window.shouldQuit = { [weak window] in
        await window?.confirm("Unsaved changes", "Quit and lose them?", confirm: "Quit") ?? true
      }
    }
    return screen
  }

  @Test func `a program quits itself`() {
    let screen = screen(asks: true)
    #expect(!screen.hasQuit)

    screen.window.quit()

    #expect(screen.hasQuit)
    #expect(screen.window.modals.isEmpty)
  }

  @Test func `quitting asks for confirmation once, and the answer counts`() async {
    for (key, quits) in [(Key("y"), true), ("n", false), (.escape, false)] {
      let screen = screen(asks: true)

      screen.press(.control("c"))
      #expect(screen.window.modals.map(\.title) == ["Unsaved changes"])
      #expect(!screen.hasQuit)
      screen.press(key)
      await eventually { screen.hasQuit || screen.window.modals.isEmpty && !quits }

      #expect(screen.hasQuit == quits, "\(key)")
      guard !quits else { continue }
      // A new question, after the answer to the first.
      await eventually {
        if screen.window.modals.isEmpty { screen.press("x", .control("c")) }
        return screen.window.modals.count == 1
      }
      #expect(!screen.hasQuit)
    }
  }

  @Test func `Ctrl-C twice always quits`() {
    let asking = screen(asks: true)
    asking.press(.control("c"), .control("c"))
    #expect(asking.hasQuit)

    // Another key in between may be the answer to the question.
    let moving = screen(asks: true)
    moving.press(.control("c"), .tab, .control("c"))
    #expect(!moving.hasQuit && moving.window.modals.count == 1)
    moving.press(.control("c"))
    #expect(moving.hasQuit)

    let observed = screen(asks: false)
    observed.window.quitRequested.subscribe { [weak window = observed.window] in
      window?.confirm("Stop?", "It is running.", confirm: "Stop") {}
    }.disposed(by: observed.window.disposeBag)
    observed.press(.control("c"))
    #expect(!observed.hasQuit && observed.window.modals.count == 1)
    observed.press(.control("c"))
    #expect(observed.hasQuit && observed.window.modals.count == 1)

    let typing = screen(asks: false)
    typing.window.quitRequested.subscribe {}.disposed(by: typing.window.disposeBag)
    typing.press(.control("c"), "x", .control("c"))
    #expect(!typing.hasQuit)
    typing.press(.control("c"))
    #expect(typing.hasQuit)
  }

  @Test func `a confirmation by an observer is never stacked on itself`() {
    let screen = screen(asks: false)
    screen.window.quitRequested.subscribe { [weak window = screen.window] in
      window?.confirm("Stop?", "It is running.", confirm: "Stop") {}
    }.disposed(by: screen.window.disposeBag)

    screen.press(.control("c"), .tab, .control("c"), .tab, .control("c"))
    #expect(screen.window.modals.map(\.title) == ["Stop?"])
    screen.press(.escape)
    #expect(screen.window.modals.isEmpty)
    screen.press("x", .control("c"))

    #expect(screen.window.modals.map(\.title) == ["Stop?"])
    #expect(!screen.hasQuit)
  }

  @Test func `an alert that appears above the confirmation leaves it open`() {
    let screen = screen(asks: false)
    screen.window.quitRequested.subscribe { [weak window = screen.window] in
      window?.confirm("Stop?", "It is running.", confirm: "Stop") {}
    }.disposed(by: screen.window.disposeBag)

    screen.press(.control("c"))
    screen.window.alert("Upload failed", "The server does not respond.")

    #expect(screen.window.modals.map(\.title) == ["Stop?", "Upload failed"])

    // The alert stays if the user wants to quit again.
    screen.press(.tab, .control("c"))

    #expect(screen.window.modals.map(\.title) == ["Stop?", "Upload failed", "Stop?"])
  }

  @Test func `a dialog that is open when the user wants to quit stays open`() {
    let screen = screen(asks: false)
    let requests = Box(0)
    screen.window.quitRequested.subscribe { requests.value += 1 }.disposed(by: screen.window.disposeBag)
    screen.press(.f1)
    #expect(screen.window.modals.count == 1)

    screen.press(.control("c"), .tab, .control("c"))

    #expect(requests.value == 2)
    #expect(screen.window.modals.count == 1)
  }

  @Test func `a confirmation that never returns does not keep the program alive, and is not asked again`() {
    let screen = TestScreen(60, 12)
    let asked = Box(0)
    screen.start { window in
      window.root.showProgram(Screen())
      window.shouldQuit = {
        asked.value += 1
        return await withUnsafeContinuation { (_: UnsafeContinuation<Bool, Never>) in }
      }
    }

    screen.press("q", "q", "q", .control("c"))
    #expect(asked.value == 1)
    #expect(!screen.hasQuit)
    screen.press(.control("c"))

    #expect(screen.hasQuit)
  }

  @Test func `without a terminal, leaving the screen runs the closure and returns its result`() {
    struct Broken: Error {}
    let window = TestScreen(60, 12).window

    #expect(window.leavingScreen { 42 } == 42)
    #expect(throws: Broken.self) { try window.leavingScreen { throw Broken() } }
  }
}
