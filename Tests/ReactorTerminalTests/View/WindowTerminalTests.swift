import ReactorTerminal
import ReactorTesting
import Testing

@testable import ReactorTerminalCore

@MainActor
@Suite("The window and its terminal")
struct WindowTerminalTests {
  private let stage = TestScreen(30, 4)
  private var window: Window { stage.window }
  private var requests: [TerminalRequest] { stage.terminal.requests }

  // MARK: The theme

  @Test func `a fixed theme asks for nothing and ignores the background`() {
    stage.show(Label("Kia"))

    window.appearanceFound(.light)

    #expect(requests == [])
    #expect(window.theme == .dark)
    #expect(window.appearance == .light)
  }

  @Test func `the background is asked for after a frame, and decides on the theme when it arrives`() {
    window.adaptiveTheme = AdaptiveTheme()
    #expect(requests == [])
    stage.show(Label("Kia"))
    #expect(requests == [.appearance])
    #expect(stage.terminal.frameCount == 1)

    window.appearanceFound(.light)
    window.render()
    #expect(window.theme == .light)
    #expect(stage.terminal.frameCount == 2)

    window.appearanceFound(.light)
    window.render()
    #expect(stage.terminal.frameCount == 2)

    window.appearanceFound(.dark)
    #expect(window.theme == .dark)
  }

  @Test func `without an answer, the colors suit any background after a second, until there is one`() async {
    window.adaptiveTheme = AdaptiveTheme(unknown: .neutral)
    stage.show(Label("Kia"))
    #expect(window.theme == .dark)

    await stage.wait(.seconds(1))
    #expect(window.theme == .neutral)

    window.appearanceFound(.light)
    await stage.wait(.seconds(5))
    #expect(window.theme == .light)
  }

  @Test func `a theme that becomes adaptive uses what is known`() {
    window.appearanceFound(.light)

    window.adaptiveTheme = AdaptiveTheme(dark: .mono, light: .light)
    window.render()

    #expect(window.theme == .light)
    #expect(requests == [])
  }

  @Test func `a user who fixes the theme keeps it`() {
    window.adaptiveTheme = AdaptiveTheme()

    window.adaptiveTheme = nil
    window.theme = .mono
    window.appearanceFound(.light)

    #expect(window.theme == .mono)
  }

  @Test func `without colors, a focused selection differs from others by attributes`() {
    stage.terminal.capabilities.colors = .monochrome

    stage.show(Label([Span("Kia", .selection), Span("Rio", .selectionInactive)]))

    let styles = [0, 3].map { window.grid.style(at: Point(x: $0, y: 0)) }
    #expect(styles == [Theme.mono[.selection], Theme.mono[.selectionInactive]])
    #expect(window.theme == .dark)
  }

  // MARK: The title

  private func screen(_ title: String) -> Screen {
    let screen = Screen()
    screen.title = title
    return screen
  }

  @Test func `the title is that of the screen in use, once for each change`() {
    let stack = stage.show(NavigationStack(root: screen("Cars")))
    window.render()
    #expect(requests == [.title("Cars")])

    stack.push(screen("Kia EV6"))
    window.alert("Hello", "there")
    window.render()
    window.render()
    stack.push(screen(""))
    window.render()
    stack.pop(to: stack.screens[0])
    window.render()

    #expect(requests == [.title("Cars"), .title("Kia EV6"), .title("Cars")])
    #expect(window.title == "Cars")
  }

  @Test func `a program adds its name to the title`() {
    window.titleFormat = { $0.isEmpty ? "Showroom" : "\($0) – Showroom" }

    stage.show(Label("Kia"))
    stage.show(NavigationStack(root: screen("Cars")))

    #expect(requests == [.title("Showroom"), .title("Cars – Showroom")])
  }

  @Test func `after a suspension everything is sent to the terminal again`() {
    window.adaptiveTheme = AdaptiveTheme()
    window.progress = .value(0.5)
    stage.show(NavigationStack(root: screen("Cars")))
    let before = requests

    window.handle([.focusLost, .resumed])
    window.render()

    #expect(Array(requests.dropFirst(before.count)) == before)
    #expect(Set(before) == [.title("Cars"), .progress(.value(0.5)), .appearance])
    #expect(window.isFocused)
  }

  // MARK: The mouse

  @Test func `the mouse is switched after a frame, once`() {
    #expect(window.hasMouse && window.capabilities.hasMouse)

    window.hasMouse = false
    window.hasMouse = true
    window.render()
    #expect(requests == [])

    window.hasMouse = false
    window.render()
    window.render()
    #expect(requests == [.mouse(false)] && !window.capabilities.hasMouse)
  }

  @Test func `a change of the theme, the characters or the mouse is announced`() {
    var changes = 0
    window.settingsChanged.bind { changes += 1 }.disposed(by: window.disposeBag)

    window.theme = .light
    window.isASCII = true
    window.hasMouse = false
    (window.theme, window.isASCII, window.hasMouse) = (.light, true, false)

    #expect(changes == 3)
  }

  // MARK: Progress and notifications

  @Test func `progress is sent once for each percent`() {
    for thousandth in 400...420 {
      window.progress = .value(Double(thousandth) / 1_000)
      window.render()
    }
    window.progress = .none
    window.render()

    #expect(
      requests == [.progress(.value(0.4)), .progress(.value(0.41)), .progress(.value(0.42)), .progress(.none)])
  }

  @Test func `a notification is shown only while the window is unfocused`() {
    window.notify(title: "Uploaded 1 file")
    window.handle([.focusLost])
    window.notify(title: "Uploaded 2 files", body: "scan.pdf")
    window.render()
    window.handle([.focusGained])
    window.notify(title: "Uploaded 3 files")
    window.render()

    #expect(requests == [.notification(title: "Uploaded 2 files", body: "scan.pdf")])
  }

  @Test func `a frame shows a few notifications only`() {
    window.handle([.focusLost])
    for number in 0..<1_000 { window.notify(title: "\(number)") }
    window.render()

    #expect(requests.count == 4)
  }

  // MARK: The clipboard

  @Test func `text is copied without control characters`() {
    var outcomes: [CopyOutcome] = []
    window.copy("Kia\tEV6\n\u{1B}]0;x\u{7}\u{9B}한\r") { outcomes.append($0) }
    #expect(outcomes == [])
    window.render()

    #expect(stage.terminal.copiedTexts == ["Kia\tEV6\n]0;x한"])
    #expect(outcomes == [.copied])
  }

  @Test func `text counts as copied when the terminal reports it`() {
    stage.terminal.copyOutcome = nil
    var outcomes: [CopyOutcome] = []
    window.copy("a") { outcomes.append($0) }
    window.render()
    #expect(outcomes == [])

    stage.terminal.endCopies(.sentToTerminal)

    #expect(outcomes == [.sentToTerminal])
  }

  @Test(arguments: ["", "\u{1B}", String(repeating: "x", count: 74_995)])
  func `text that is empty or too long is not copied`(text: String) {
    var outcomes: [CopyOutcome] = []
    window.copy(text) { outcomes.append($0) }
    window.render()

    #expect(outcomes == [text.count > 1 ? .tooLong : .empty])
    #expect(stage.terminal.copiedTexts == [])
  }

  @Test func `only the last text before a frame is copied`() {
    window.copy("a")
    window.copy("b")
    window.render()

    #expect(stage.terminal.copiedTexts == ["b"])
  }
}
