import ReactorTerminal
import Testing

@MainActor
@Suite struct EmptyStateTests {
  @Test func `empty, no matches and failed are different screens with suggested keys`() {
    let stage = Stage(44, 8)
    let state = stage.show(
      EmptyState(
        EmptyState.Content(
          .empty, title: "No favorites yet", explanation: "Your favorites are listed here.",
          hints: [EmptyState.Hint("f", "Add a favorite"), EmptyState.Hint(.escape, "All cars")])))
    #expect(
      stage.screen == """

                      No favorites yet
              Your favorites are listed here.

                      f Add a favorite
                      Esc All cars
        """)

    state.content = EmptyState.Content(
      .noMatches, title: "No matches for “kia x9”", hints: [EmptyState.Hint(.escape, "Clear the search")])
    #expect(
      stage.screen == """


                  No matches for “kia x9”

                    Esc Clear the search
        """)

    state.content = EmptyState.Content(
      .failed, title: "The catalog could not be read", explanation: "disk I/O error", hints: [.init("r", "Retry")])
    #expect(
      stage.screen == """

              ✗ The catalog could not be read
                       disk I/O error

                          r Retry
        """)
    #expect(stage.styles(row: 1, ["E": .error]).contains("EEE"))
  }

  @Test func `loading appears after 150 ms`() async {
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

  @Test func `content that loads within 150 ms never shows that it was loading`() async {
    let stage = Stage(30, 3)
    let state = stage.show(EmptyState(EmptyState.Content(.loading, title: "Loading cars")))

    await stage.wait(.milliseconds(100))
    state.content = EmptyState.Content(.empty, title: "No cars")
    #expect(stage.screen == "           No cars")

    await stage.wait(.seconds(1))
    #expect(stage.screen == "           No cars")
  }

  @Test func `the hint of a command shows the mapped key and disappears with the command`() throws {
    let stage = Stage(30, 5)
    let screen = Screen()
    let command = screen.keys("r", id: CommandID("list.refresh"), title: "Refresh")
    let state = EmptyState(
      EmptyState.Content(.empty, title: "No cars", hints: [.init(command: CommandID("list.refresh"))]))
    state.frame = Rect(x: 0, y: 0, width: 30, height: 5)
    screen.addSubview(state)
    stage.show(screen)
    #expect(stage.screen.contains("r Refresh"))

    stage.window.keymap = try Keymap(parsing: ["list.refresh": ["ctrl+r"]])
    #expect(stage.screen.contains("^R Refresh"))

    command.isEnabled = false
    #expect(!stage.screen.contains("Refresh"))
  }

  @Test func `an explanation wraps in a narrow window`() {
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

  @Test func `an explanation that does not fit is shortened, so that the keys stay visible`() {
    let stage = Stage(24, 5)
    let state = stage.show(
      EmptyState(
        EmptyState.Content(
          .empty, title: "No uploads", explanation: "Documents and photos are uploaded while you browse.",
          hints: [EmptyState.Hint("a", "Choose files"), EmptyState.Hint("d", "Destination")])))
    #expect(
      stage.screen == """
               No uploads
          Documents and photos
         are uploaded while yo…
             a Choose files
             d Destination
        """)

    state.frame = Rect(x: 0, y: 0, width: 24, height: 3)
    #expect(
      stage.screen == """
               No uploads
             a Choose files
             d Destination
        """)
  }
}
