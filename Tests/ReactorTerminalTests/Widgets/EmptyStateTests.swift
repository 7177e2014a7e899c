import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct EmptyStateTests {
  @Test func `empty, no matches and failed are different screens with suggested keys`() {
    let stage = TestScreen(44, 8)
    let state = stage.show(
      EmptyState(
        EmptyState.Content(
          .empty, title: "No favorites yet", explanation: "Your favorites are listed here.",
          hints: [EmptyState.Hint("f", "Add a favorite"), EmptyState.Hint(.escape, "All cars")])))
    #expect(
      stage.text == """

                      No favorites yet
              Your favorites are listed here.

                      f Add a favorite
                      Esc All cars
        """)

    state.content = EmptyState.Content(
      .noMatches, title: "No matches for “kia x9”", hints: [EmptyState.Hint(.escape, "Clear the search")])
    #expect(
      stage.text == """


                  No matches for “kia x9”

                    Esc Clear the search
        """)

    state.content = EmptyState.Content(
      .failed, title: "The catalog could not be read", explanation: "disk I/O error", hints: [.init("r", "Retry")])
    #expect(
      stage.text == """

              ✗ The catalog could not be read
                       disk I/O error

                          r Retry
        """)
    #expect(stage.styles(row: 1, ["E": .error]).contains("EEE"))
  }

  @Test func `loading appears after 150 ms`() async {
    let stage = TestScreen(30, 3)
    let state = stage.show(EmptyState(EmptyState.Content(.loading, title: "Loading cars")))
    #expect(stage.text == "")

    await stage.wait(.milliseconds(149))
    #expect(stage.text == "")

    await stage.wait(.milliseconds(1))
    #expect(stage.text == "       ⠋ Loading cars")

    state.content = nil
    #expect(stage.text == "")
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test func `content that loads within 150 ms never shows that it was loading`() async {
    let stage = TestScreen(30, 3)
    let state = stage.show(EmptyState(EmptyState.Content(.loading, title: "Loading cars")))

    await stage.wait(.milliseconds(100))
    state.content = EmptyState.Content(.empty, title: "No cars")
    #expect(stage.text == "           No cars")

    await stage.wait(.seconds(1))
    #expect(stage.text == "           No cars")
  }

  @Test func `the hint of a command shows the mapped key and disappears with the command`() throws {
    let stage = TestScreen(30, 5)
    let screen = Screen()
    let command = screen.keys("r", id: CommandID("list.refresh"), title: "Refresh")
    let state = EmptyState(
      EmptyState.Content(.empty, title: "No cars", hints: [.init(command: CommandID("list.refresh"))]))
    state.frame = Rect(x: 0, y: 0, width: 30, height: 5)
    screen.addSubview(state)
    stage.show(screen)
    #expect(stage.text.contains("r Refresh"))

    stage.window.keymap = try Keymap(parsing: ["list.refresh": ["ctrl+r"]])
    #expect(stage.text.contains("^R Refresh"))

    command.isEnabled = false
    #expect(!stage.text.contains("Refresh"))
  }

  @Test func `an explanation wraps in a narrow window`() {
    let stage = TestScreen(20, 6, ascii: true)

    stage.show(
      EmptyState(EmptyState.Content(.failed, title: "No network", explanation: "www.fueleconomy.gov did not answer.")))

    #expect(
      stage.text == """

            x No network
         www.fueleconomy.go
         v did not answer.
        """)
  }

  @Test func `an explanation that does not fit is shortened, so that the keys stay visible`() {
    let stage = TestScreen(24, 5)
    stage.show(
      EmptyState(
        EmptyState.Content(
          .empty, title: "No uploads", explanation: "Documents and photos are uploaded while you browse.",
          hints: [EmptyState.Hint("a", "Choose files"), EmptyState.Hint("d", "Destination")])))
    #expect(
      stage.text == """
               No uploads
          Documents and photos
         are uploaded while yo…
             a Choose files
             d Destination
        """)

    stage.resize(24, 3)
    #expect(
      stage.text == """
               No uploads
             a Choose files
             d Destination
        """)
  }
}
