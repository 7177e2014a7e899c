import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct HelpSheetTests {
  private func stage(_ width: Int = 50, _ height: Int = 24) -> TestScreen {
    let stage = TestScreen(width, height)
    let screen = Screen()
    screen.keys(
      "r", "R", .f5, id: CommandID("list.refresh"), title: "Refresh", help: "Reads the cars again.", section: "Cars")
    screen.keys("f", id: CommandID("car.favorite"), title: "Favorite", section: "Cars").isEnabled = false
    stage.show(NavigationStack(root: screen))
    stage.window.installStandardCommands {}
    return stage
  }

  @Test func `the enabled commands are listed under their sections`() {
    let stage = stage(90, 14)

    stage.press("?")

    #expect(
      stage.text == """

             ╭─ Help: Keys ─────────────────────────────────────────────────────────────────╮
             │ Cars                                                                         │
             │ r R F5  Refresh   Reads the cars again.                                      │
             │                                                                              │
             │ General                                                                      │
             │ ? F1    Help      Lists the keys that work now and explains them.            │
             │ : ^P    Commands  Finds any command by its name and runs it.                 │
             │ q       Quit      Quits, after confirmation if work is unfinished.           │
             │ ^C      Quit now  Quits from any screen; twice, it quits immediately.        │
             │ ^L      Redraw    Draws the whole screen again.                              │
             │ ^Z      Suspend   Suspends the program and returns to the shell.             │
             ╰──────────────────────────────────────────────────────────────────────────────╯
         ? Close  Tab Mouse
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

  @Test func `help that is too long scrolls`() {
    let stage = stage(50, 10)
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

  private static let binding = KeyBinding(
    id: CommandID("a"), keys: ["f"], title: "Favorite", help: "Makes the selected car a favorite, or no longer one.",
    section: "Cars")

  private func text(_ width: Int, _ height: Int = 12, _ bindings: [KeyBinding] = [HelpSheetTests.binding]) -> String {
    let stage = TestScreen(width, height)
    stage.show(Screen())
    stage.window.present(HelpSheet(bindings))
    return stage.text
  }

  @Test func `the explanation of a command is beside its title, or below it in a narrow window`() {
    #expect(text(80).contains("│ f  Favorite  Makes the selected car a favorite, or no longer one. │"))
    #expect(text(30).contains("│ f  Favorite            │"))
    #expect(text(30).contains("│     Makes the selected │"))
    #expect(text(30).contains("│     car a favorite, or │"))
  }

  @Test func `a wide window has two columns of sections`() {
    let sections = ["One", "Two", "Three"].map { name in
      var binding = Self.binding
      binding.section = name
      return binding
    }
    let rows = text(170, 12, sections).split(separator: "\n")

    #expect(rows.contains { $0.contains("One") && $0.contains("Two") })
    #expect(!text(120, 12, sections).split(separator: "\n").contains { $0.contains("One") && $0.contains("Two") })
  }

  @Test func `Tab shows the next page, and the hint names it`() {
    let stage = stage()
    stage.window.present(HelpSheet([Self.binding], pages: [.mouse]))
    #expect(stage.text.contains("Help: Keys") && stage.rows.last?.contains("Tab Mouse") == true)

    stage.press(.tab)
    #expect(stage.text.contains("Help: Mouse") && stage.text.contains("a scrollbar"))
    #expect(stage.rows.last?.contains("Tab Keys") == true)

    stage.press(.backTab)
    #expect(stage.text.contains("Favorite"))
  }
}
