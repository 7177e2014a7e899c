import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite("Article: Keys, focus and commands")
struct KeysFocusAndCommandsTests {
  private let screen = TestScreen(50, 12)
  private let reactor = PlayerReactor()

  init() {
    let view = PlayerView()
    view.reactor = reactor
    screen.window.installStandardCommands {}
    screen.show(NavigationStack(root: view))
  }

  @Test func `hints follow the state, and leave out what is hidden or disabled`() {
    #expect(screen.rows[11] == " Space Play  n Next  : Commands  q Quit    ? Help")

    screen.press(.space)

    #expect(screen.rows[11].hasPrefix(" Space Pause"))
    #expect(reactor.currentState.isPlaying)
  }

  @Test func `digits and clicks are handled by the view`() {
    screen.press("7")
    screen.click(3, 4)

    #expect(reactor.currentState.track == 7)
    #expect(reactor.currentState.isPlaying)
    #expect(screen.rows[1] == " Track 7")
  }

  @Test func `a configuration assigns keys, and its errors are reported`() {
    #expect(configure(screen.window, with: ["player.next": ["ctrl+n"]]) == [])
    screen.press("ctrl+n", "n")
    #expect(reactor.currentState.track == 2)

    #expect(configure(screen.window, with: ["player.nxt": ["x"]]) == ["There is no command named player.nxt."])
    #expect(
      configure(screen.window, with: ["player.next": ["space"]]) == [
        "The key space is bound to player.playOrPause and player.next. Assign a different key to one of them."
      ])
    #expect(configure(screen.window, with: ["player.next": ["hyper+x"]]).count == 1)
  }

  @Test func `quitting asks first`() async {
    let screen = TestScreen(60, 12) { _ in Screen() }
    confirmQuitting(screen.window)

    screen.press("q")
    #expect(screen.text.contains("Stop the music?"))
    #expect(!screen.hasQuit)

    screen.press("y")
    await eventually { screen.hasQuit }
  }

  @Test func `an editor is run outside the screen`() {
    #expect(edit("notes.txt", in: screen.window) { $0 == "vi" && $1 == "notes.txt" })
  }

  @Test func `the article lists the standard commands with their keys`() throws {
    let text = try #require(Article.all.first { $0.path.hasSuffix("/KeysFocusAndCommands.md") }).text

    let missing = (Window.commands.bindings + NavigationStack.commands.bindings).filter { binding in
      let keys = binding.keys.map { "`\($0.configurationName)`" }.joined(separator: ", ")
      return !text.contains("| `\(binding.id)` | \(keys) |")
    }

    #expect(missing.map(\.id) == [])
  }
}
