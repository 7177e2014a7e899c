import ReactorCore
import ReactorTerminal
import Testing

@MainActor
@Suite("The help sheet")
struct HelpSheetTests {
  private func stage(_ height: Int = 24, ascii: Bool = false) -> Stage {
    let stage = Stage(50, height, ascii: ascii)
    let screen = Screen()
    screen.keys("r", "R", .f5, id: "list.refresh", title: "Refresh", section: "Cars")
    screen.keys("f", id: "car.follow", title: "Follow", section: "Cars").isEnabled = false
    stage.show(NavigationStack(root: screen))
    stage.window.installStandardCommands {}
    return stage
  }

  @Test("Every key that works now under its section, made from the bindings; what is disabled is left out")
  func screen() {
    let stage = stage(18)
    stage.press("?")
    #expect(
      stage.screen == """



                     ╭─ Help ───────────────╮
                     │ Cars                 │
                     │ r R F5  Refresh      │
                     │                      │
                     │ General              │
                     │ ? F1    Help         │
                     │ : ^P    Commands     │
                     │ q       Quit         │
                     │ ^C      Quit at once │
                     │ ^L      Redraw       │
                     │ ^Z      Suspend      │
                     ╰──────────────────────╯


         ? Close
        """)
  }

  @Test("?, q, Esc and Enter close it, and nothing else happens", arguments: ["?", "q", .escape, .enter] as [Key])
  func closing(key: Key) {
    let stage = stage()
    stage.press("?")
    #expect(stage.window.modals.count == 1)
    stage.press(key)
    #expect(stage.window.modals.isEmpty)
  }

  @Test("Where there is too little room it scrolls")
  func scrolling() {
    let stage = stage(10)
    stage.press("?")
    #expect(stage.screen.contains("Cars"))
    #expect(stage.screen.contains("Suspend") == false)
    stage.press("G")
    #expect(stage.screen.contains("Suspend"))
    stage.press("k", "k", "g")
    #expect(stage.screen.contains("Cars"))
  }

  @Test("In ASCII keys are written as words")
  func ascii() {
    let stage = Stage(40, 10, ascii: true)
    stage.show(TableView<CarRow>.cars(CarRow.few))
    stage.window.present(HelpSheet(stage.window.activeCommands.map(\.binding)))
    #expect(stage.screen.contains("Up k"))
    #expect(stage.screen.allSatisfy { $0.isASCII || "현대아반떼🚗".contains($0) })
  }
}

@MainActor
@Suite("The command palette")
struct CommandPaletteTests {
  private func stage() -> (Stage, Recording<String>, Relay<String>) {
    let stage = Stage(60, 16)
    let screen = Screen()
    let ran = Relay<String>()
    for (key, title) in [(Key("r"), "Refresh"), ("f", "Favourites only"), ("s", "Sort by…"), ("d", "Delete the note")] {
      let command = screen.keys(key, id: "test.\(title.prefix(4).lowercased())", title: title)
      command.bind { ran.send(title) }
      command.isEnabled = title != "Delete the note"
    }
    stage.show(NavigationStack(root: screen))
    stage.window.installStandardCommands {}
    return (stage, Recording(ran), ran)
  }

  @Test("It lists every command with its keys; what is typed filters by words in any order")
  func filtering() {
    let (stage, _, _) = stage()
    stage.press(":")
    #expect(stage.screen.contains("> Type to find"))
    #expect(stage.screen.contains("▸ Refresh"))
    stage.type("only fav")
    let inside = stage.screen.split(separator: "\n").filter { $0.contains("│") }.prefix(3)
    #expect(
      inside.joined(separator: "\n") == """
          │ > only fav                                           │
          │ ▸ Favourites only                                 f  │
          │                                                      │
        """)
  }

  /// The titles that are shown, from top to bottom.
  private func titles(_ stage: Stage) -> [String] {
    let all = ["Refresh", "Favourites only", "Sort by…", "Delete the note", "Help", "Commands", "Quit"]
    return stage.screen.split(separator: "\n").compactMap { row in
      all.first { row.contains("│ ▸ \($0) ") || row.contains("│   \($0) ") }
    }
  }

  @Test func `letters in their order find a command, the nearest first`() {
    let (stage, _, _) = stage()
    stage.press(":")

    stage.type("so")
    #expect(titles(stage).first == "Sort by…")
    stage.press(.control("u"))
    stage.type("fvo")
    #expect(titles(stage) == ["Favourites only"])
    stage.press(.control("u"))
    stage.type("re")
    #expect(titles(stage).first == "Refresh")
  }

  @Test func `commands that cannot be asked for now come last`() {
    let (stage, _, _) = stage()
    stage.press(":")

    #expect(titles(stage).last == "Delete the note")
    stage.type("te")
    #expect(titles(stage).last == "Delete the note")
    #expect(titles(stage).count > 1)
  }

  @Test("Enter runs the selected one after the palette is gone; ↓ goes on while the field has the keyboard")
  func running() {
    let (stage, ran, _) = stage()
    stage.press(.control("p"), .down, .down, .up, .enter)
    #expect(ran.take() == ["Favourites only"])
    #expect(stage.window.modals.isEmpty)
  }

  @Test("One that cannot be asked for now is shown faintly and does not run")
  func disabled() {
    let (stage, ran, _) = stage()
    stage.press(":")
    stage.type("delete")
    stage.press(.enter)
    #expect(stage.window.modals.count == 1)
    #expect(ran.take().isEmpty)
    stage.press(.escape)
    #expect(stage.window.modals.isEmpty)
  }

  @Test("Printable keys are typed, also those that are commands elsewhere")
  func typing() {
    let (stage, ran, _) = stage()
    stage.press(":")
    stage.type("q?:")
    #expect(stage.window.modals.count == 1)
    #expect(stage.screen.contains("> q?:"))
    #expect(stage.screen.contains("No such command"))
    #expect(ran.take().isEmpty)
  }

  @Test("A row can be clicked twice to run it, and the field keeps the keyboard")
  func mouse() {
    let (stage, ran, _) = stage()
    stage.press(":")
    let y = stage.terminal.rows.firstIndex { $0.contains("Sort by") } ?? 0
    stage.click(10, y)
    #expect(stage.terminal.rows[y].contains("▸ Sort by"))
    stage.type("so")
    #expect(stage.screen.contains("> so"))
    stage.mouse(.press, 10, stage.terminal.rows.firstIndex { $0.contains("Sort by") } ?? 0, clicks: 2)
    #expect(ran.take() == ["Sort by…"])
  }

  @Test("The keys are the user's own")
  func remapped() throws {
    let (stage, _, _) = stage()
    stage.window.keymap = try Keymap(parsing: ["test.refr": ["ctrl+r"]])
    stage.press(":")
    #expect(stage.screen.contains("^R"))
  }
}
