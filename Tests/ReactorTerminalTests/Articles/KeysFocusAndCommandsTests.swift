import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("Article: Keys, focus and commands")
struct KeysFocusAndCommandsTests {
  private let stage = Stage(50, 12)
  private let reactor = PlayerReactor()

  init() {
    let view = PlayerView()
    view.reactor = reactor
    stage.window.installStandardCommands {}
    stage.show(NavigationStack(root: view))
  }

  @Test func `hints follow the state, and leave out what is hidden or disabled`() {
    #expect(stage.row(11) == " Space Play  n Next  : Commands  q Quit    ? Help")

    stage.press(.space)

    #expect(stage.row(11).hasPrefix(" Space Pause"))
    #expect(reactor.currentState.isPlaying)
  }

  @Test func `digits and clicks are handled by the view`() {
    stage.press("7")
    stage.click(3, 4)

    #expect(reactor.currentState.track == 7)
    #expect(reactor.currentState.isPlaying)
    #expect(stage.row(1) == " Track 7")
  }

  @Test func `a configuration assigns keys, and its mistakes are reported`() {
    #expect(configure(stage.window, with: ["player.next": ["ctrl+n"]]) == [])
    stage.press("ctrl+n", "n")
    #expect(reactor.currentState.track == 2)

    #expect(configure(stage.window, with: ["player.nxt": ["x"]]) == ["There is no command named player.nxt."])
    #expect(
      configure(stage.window, with: ["player.next": ["space"]]) == [
        "The key space is bound to player.playOrPause and player.next. Assign a different key to one of them."
      ])
    #expect(configure(stage.window, with: ["player.next": ["hyper+x"]]).count == 1)
  }

  @Test func `quitting asks first`() {
    var hasQuit = false
    confirmQuitting(stage.window) { hasQuit = true }

    stage.press("q")
    #expect(stage.screen.contains("Stop the music?"))
    #expect(!hasQuit)

    stage.press("y")
    #expect(hasQuit)
  }
}
