import ReactorTerminal
import Testing

@MainActor
@Suite("Where there is nothing to show")
struct EmptyStateTests {
  @Test("Empty, nothing found and failed are three different screens, each naming a key")
  func threeKinds() {
    let stage = Stage(44, 8)
    let state = stage.show(
      EmptyState(
        EmptyState.Content(
          .empty, title: "No favourites yet", explanation: "Cars that you follow are listed here.",
          hints: [EmptyState.Hint("f", "Follow a car"), EmptyState.Hint(.escape, "All cars")])))
    #expect(
      stage.screen == """

                     No favourites yet
           Cars that you follow are listed here.

                       f Follow a car
                       Esc All cars
        """)
    state.content = EmptyState.Content(
      .noMatch, title: "No car matches “kia x9”", hints: [EmptyState.Hint(.escape, "Clear the search")])
    #expect(
      stage.screen == """


                  No car matches “kia x9”

                    Esc Clear the search
        """)
    state.content = EmptyState.Content(
      .failed, title: "The catalogue could not be read", explanation: "disk I/O error", hints: [.init("r", "Retry")])
    #expect(
      stage.screen == """

             ✗ The catalogue could not be read
                       disk I/O error

                          r Retry
        """)
    #expect(stage.styles(row: 1, ["E": .error]).contains("EEE"))
  }

  @Test("Loading shows only once it has lasted for 150 ms")
  func loading() async {
    let stage = Stage(30, 3)
    let state = stage.show(EmptyState(EmptyState.Content(.loading, title: "Loading cars")))
    #expect(stage.screen == "")
    await stage.wait(.milliseconds(149))
    #expect(stage.screen == "")
    await stage.wait(.milliseconds(1))
    #expect(stage.screen == "       ⠋ Loading cars")
    state.content = nil
    #expect(stage.screen == "")
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test("What has loaded by then never showed that it was loading")
  func loadedInTime() async {
    let stage = Stage(30, 3)
    let state = stage.show(EmptyState(EmptyState.Content(.loading, title: "Loading cars")))
    await stage.wait(.milliseconds(100))
    state.content = EmptyState.Content(.empty, title: "No cars")
    #expect(stage.screen == "           No cars")
    await stage.wait(.seconds(1))
    #expect(stage.screen == "           No cars")
  }

  @Test("A hint of a command shows the user's own key, and nothing while it cannot be asked for")
  func commandHint() throws {
    let stage = Stage(30, 5)
    let screen = Screen()
    let command = screen.keys("r", id: "list.refresh", title: "Refresh")
    let state = EmptyState(EmptyState.Content(.empty, title: "No cars", hints: [.init(command: "list.refresh")]))
    state.frame = Rect(x: 0, y: 0, width: 30, height: 5)
    screen.addSubview(state)
    stage.show(screen)
    #expect(stage.screen.contains("r Refresh"))
    stage.window.keymap = try Keymap(parsing: ["list.refresh": ["ctrl+r"]])
    #expect(stage.screen.contains("^R Refresh"))
    command.isEnabled = false
    #expect(stage.screen.contains("Refresh") == false)
  }

  @Test("Narrow, explanations wrap and nothing runs out of the screen")
  func narrow() {
    let stage = Stage(20, 6, ascii: true)
    stage.show(
      EmptyState(EmptyState.Content(.failed, title: "No network", explanation: "www.fueleconomy.gov did not answer.")))
    #expect(
      stage.screen == """

            x No network
         www.fueleconomy.go
         v did not answer.
        """)
  }
}
