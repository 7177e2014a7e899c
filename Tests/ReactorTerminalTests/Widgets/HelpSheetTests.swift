import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct HelpSheetTests {
  private func stage(_ height: Int = 24) -> TestScreen {
    let stage = TestScreen(50, height)
    let screen = Screen()
    screen.keys("r", "R", .f5, id: CommandID("list.refresh"), title: "Refresh", section: "Cars")
    screen.keys("f", id: CommandID("car.favorite"), title: "Favorite", section: "Cars").isEnabled = false
    stage.show(NavigationStack(root: screen))
    stage.window.installStandardCommands {}
    return stage
  }

  @Test func `the enabled commands are listed under their sections`() {
    let stage = stage(18)

    stage.press("?")

    #expect(
      stage.text == """



                       ╭─ Help ───────────╮
                       │ Cars             │
                       │ r R F5  Refresh  │
                       │                  │
                       │ General          │
                       │ ? F1    Help     │
                       │ : ^P    Commands │
                       │ q       Quit     │
                       │ ^C      Quit now │
                       │ ^L      Redraw   │
                       │ ^Z      Suspend  │
                       ╰──────────────────╯


         ? Close
        """)
  }

  @Test(arguments: ["?", "q", .escape, .enter] as [Key])
  func `a key closes the help and does nothing else`(key: Key) {
    let stage = stage()
    stage.press("?")
    #expect(stage.window.modals.count == 1)

    stage.press(key)

    #expect(stage.window.modals.isEmpty)
  }

  @Test func `a help that is too long scrolls`() {
    let stage = stage(10)
    stage.press("?")
    #expect(stage.text.contains("Cars"))
    #expect(!stage.text.contains("Suspend"))

    stage.press("G")
    #expect(stage.text.contains("Suspend"))

    stage.press("k", "k", "g")
    #expect(stage.text.contains("Cars"))
  }

  @Test func `keys are written as words in ASCII mode`() {
    let stage = TestScreen(40, 10, ascii: true)
    stage.show(TableView<CarRow>.cars(CarRow.few))

    stage.window.present(HelpSheet(stage.window.activeCommands.map(\.binding)))

    #expect(stage.text.contains("Up k"))
    #expect(stage.text.allSatisfy { $0.isASCII || "현대아반떼🚗".contains($0) })
  }
}
