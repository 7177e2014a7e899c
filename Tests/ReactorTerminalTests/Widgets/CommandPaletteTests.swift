import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct CommandPaletteTests {
  /// A screen with four commands, of which one is disabled and one is hidden, and a record of those that run.
  private func stage() -> (TestScreen, Recorder<String>) {
    let stage = TestScreen(60, 16)
    let screen = Screen()
    let relay = Relay<String>()
    let titles: [(Key, String)] = [
      ("u", "Unmark all"), ("d", "Delete the note"), ("r", "Refresh"), ("f", "Favorites only"), ("s", "Sort by…"),
    ]
    for (key, title) in titles {
      let command = screen.keys(
        key, id: CommandID("test.\(title.prefix(4).lowercased())"), title: title, isHidden: title == "Unmark all")
      command.bind { [window = stage.window] in relay.send(window.modals.isEmpty ? title : "\(title) in a dialog") }
      command.isEnabled = title != "Delete the note"
    }
    stage.show(NavigationStack(root: screen))
    stage.window.installStandardCommands {}
    return (stage, Recorder(relay.asObservable()))
  }

  /// The listed commands, from top to bottom.
  private func titles(_ stage: TestScreen) -> [String] {
    let all = ["Refresh", "Favorites only", "Sort by…", "Unmark all", "Delete the note", "Help", "Commands", "Quit"]
    return stage.text.split(separator: "\n").compactMap { row in
      all.first { row.contains("│ ▸ \($0)  ") || row.contains("│   \($0)  ") }
    }
  }

  // MARK: Searching

  @Test func `the commands are listed with their keys and filtered by words in any order`() {
    let (stage, _) = stage()
    stage.press(":")
    #expect(stage.text.contains("> Search commands"))
    #expect(stage.text.contains("▸ Refresh"))

    stage.type("only fav")

    let rows = stage.text.split(separator: "\n").filter { $0.contains("│") }.prefix(4)
    #expect(
      rows.joined(separator: "\n") == """
          │ > only fav                                           │
          │ This screen                                          │
          │ ▸ Favorites only                                 f   │
          │                                                      │
        """)
  }

  @Test func `the commands of the screen are the first section, with those in hints first and disabled ones last`() {
    let (stage, _) = stage()

    stage.press(":")

    #expect(
      titles(stage) == [
        "Refresh", "Favorites only", "Sort by…", "Unmark all", "Delete the note", "Help", "Commands", "Quit",
      ])
    #expect(stage.text.contains("│ This screen  ") && stage.text.contains("│ General  "))
  }

  @Test func `the commands of views inside the screen follow those of the screen`() {
    let stage = TestScreen(60, 20)
    let screen = Screen()
    let list = Tile("t", focusable: true)
    screen.addSubview(list)
    list.keys("o", id: CommandID("list.open"), title: "Open", section: "List")
    screen.keys("r", id: CommandID("cars.refresh"), title: "Refresh", section: "Cars")
    stage.show(NavigationStack(root: screen))
    stage.window.installStandardCommands {}

    stage.press(":")

    let headings = ["Cars", "List", "General"].compactMap { stage.position(of: "│ \($0)  ")?.y }
    #expect(headings.count == 3 && headings == headings.sorted())
  }

  @Test func `the section of the best match comes first, and its letters are emphasized`() throws {
    let (stage, _) = stage()
    stage.press(":")

    stage.type("qu")

    let row = try #require(stage.position(of: "▸ Quit"))
    #expect(stage.rows[row.y - 1].contains("│ General"))
    let styles = (0..<4).map { stage.window.grid.style(at: Point(x: row.x + 2 + $0, y: row.y)) }
    #expect(styles.map { $0.attributes.contains(.underline) } == [true, true, false, false])
  }

  @Test func `a setting shows its value, and running it changes the value`() {
    let stage = TestScreen(60, 20)
    stage.show(NavigationStack(root: Screen()))
    stage.window.installStandardCommands {}
    stage.window.installSettingCommands()
    stage.press(":")
    stage.type("theme")
    #expect(stage.text.contains("│ ▸ Theme  ") && stage.text.contains("  dark   │"))

    stage.press(.enter)
    #expect(stage.window.theme.name == "light")

    stage.press(":")
    stage.type("ascii")
    #expect(stage.text.contains(" ASCII only ") && stage.text.contains(" off "))
    stage.press(.enter)
    #expect(stage.window.isASCII)
    stage.press(":")
    stage.type("mouse")
    stage.press(.enter)
    #expect(!stage.window.hasMouse)
    stage.press(":")
    stage.type("settings")
    #expect(stage.text.contains("light   |") && stage.text.contains("on   |"))
  }

  @Test func `the help of the theme setting names the themes of the program`() {
    let helps = [Theme.all, [.light, .mono], [.dark]].map { Window.settingCommands(themes: $0).bindings[0].help }

    #expect(
      helps == [
        "Changes the colors: dark, light or mono.", "Changes the colors: light or mono.", "Changes the colors: dark.",
      ])
  }

  @Test func `a theme that adapts to the terminal has the value auto until the user changes it`() {
    let stage = TestScreen(60, 20)
    stage.show(NavigationStack(root: Screen()))
    stage.window.installStandardCommands {}
    stage.window.installSettingCommands()
    stage.window.adaptiveTheme = AdaptiveTheme(unknown: .neutral)
    stage.window.theme = .neutral

    stage.press(":")
    stage.type("theme")
    #expect(stage.text.contains("│ ▸ Theme  ") && stage.text.contains("  auto   │"))
    stage.press(.enter)

    #expect(stage.window.theme == .dark && stage.window.adaptiveTheme == nil)
  }

  @Test func `disabled commands come last among equally good matches`() {
    let (stage, _) = stage()
    stage.press(":")

    stage.type("te")

    // The others match by their IDs, which begin with "test".
    #expect(titles(stage).prefix(5) == ["Favorites only", "Delete the note", "Refresh", "Sort by…", "Unmark all"])
  }

  @Test func `a better match comes first even if its command is disabled`() {
    let stage = TestScreen(60, 16)
    let screen = Screen()
    // From the worst match to the best one. All but the last two are enabled.
    let all = ["Show the original report", "Send only red tickets", "Resort", "Also sort", "Sort by", "Sort"]
    for title in all {
      screen.keys(id: CommandID("test.\(title.count)"), title: title).isEnabled = !title.hasPrefix("Sort")
    }
    stage.show(screen)
    stage.window.present(CommandPalette(stage.window.activeCommands))

    stage.type("sort")

    let listed = stage.rows.compactMap { row in
      all.first { row.contains("│ ▸ \($0)  ") || row.contains("│   \($0)  ") }
    }
    #expect(listed == all.reversed())
  }

  @Test(arguments: [true, false])
  func `scattered letters are never selected above a better match`(isSameSection: Bool) {
    let stage = TestScreen(60, 16)
    let screen = Screen()
    var undoCount = 0
    screen.keys("z", id: CommandID("price.undo"), title: "Undo price change for Toyota Corolla Hybrid LE")
      .bind { undoCount += 1 }
    screen.keys(
      "o", id: CommandID("car.open"), title: "Open file", section: isSameSection ? nil : "Files"
    ).isEnabled = false
    stage.show(screen)
    stage.window.present(CommandPalette(stage.window.activeCommands))

    stage.type("open file")
    #expect(stage.text.contains("▸ Open file") && stage.text.contains("  Undo price change"))
    stage.press(.enter)

    #expect(undoCount == 0)
  }

  @Test(arguments: [
    // The start of a name precedes the inside of a word.
    ("so", ["Sort by…", "Favorites only"]), ("f", ["Favorites only", "Refresh"]),
    // Letters in the same order.
    ("fvo", ["Favorites only"]), ("vrt", ["Favorites only"]), ("vqt", []),
  ])
  func `the best match comes first`(query: String, expected: [String]) {
    let (stage, _) = stage()
    stage.press(":")

    stage.type(query)

    #expect(titles(stage).prefix(2) == expected[...])
  }

  @Test func `printable keys are typed even if they are commands elsewhere`() {
    let (stage, ran) = stage()
    stage.press(":")

    stage.type("q?:")

    #expect(stage.window.modals.count == 1)
    #expect(stage.text.contains("> q?:"))
    #expect(stage.text.contains("No matching commands"))
    #expect(ran.takeElements().isEmpty)
  }

  @Test func `the keys are those that the user has mapped`() throws {
    let (stage, _) = stage()
    stage.window.keymap = try Keymap(parsing: ["test.refr": ["ctrl+r"]])

    stage.press(":")

    #expect(stage.text.contains("^R"))
  }

  @Test func `a narrow palette shows whole titles while there is space`() {
    let stage = TestScreen(40, 10)
    let screen = Screen()
    let titles: [(Key, String)] = [("x", "Change catalog source…"), ("y", "Use suggestions of the server")]
    for (key, title) in titles {
      screen.keys(key, .f10, .pageDown, id: CommandID(title), title: title)
    }
    stage.show(screen)
    stage.window.present(CommandPalette(stage.window.activeCommands))

    #expect(
      stage.text.split(separator: "\n").filter { $0.contains("│") }.dropFirst(2).prefix(2).joined(separator: "\n")
        == """
          │ ▸ Change catalog source…     x   │
          │   Use suggestions of the s…  y   │
        """)
  }

  @Test func `of two commands on one key only the one that works is listed`() {
    let stage = TestScreen(60, 16)
    let screen = Screen()
    let table = TableView<CarRow>(columns: [], rows: TableRows(CarRow.few))
    screen.addSubview(table)
    screen.keys(.enter, id: CommandID("test.import"), title: "Import")
    stage.show(NavigationStack(root: screen))
    stage.window.installStandardCommands {}
    table.command(ListCommands.open)?.title = "Enter URL"
    stage.window.focus(table)

    stage.window.present(CommandPalette(stage.window.activeCommands))
    stage.type("enter")
    #expect(stage.text.contains("▸ Enter URL"))

    stage.press(.control("u"))
    stage.type("import")
    #expect(!stage.text.contains("▸ Import") && !stage.text.contains("  Import"))
  }

  @Test func `a command that works everywhere is listed without a key that goes to another one`() {
    let stage = TestScreen(60, 16)
    let stack = NavigationStack(root: Screen())
    stack.push(Screen())
    stage.show(stack)
    stage.window.installStandardCommands {}

    stage.press(":")
    stage.type("quit")

    #expect(stage.text.contains("Quit  ") && !stage.text.contains("q  │"))
  }

  // MARK: Running

  @Test func `Enter runs the selected command after the palette is dismissed`() {
    let (stage, ran) = stage()

    stage.press(.control("p"), .down, .down, .up, .enter)

    #expect(ran.takeElements() == ["Favorites only"])
    #expect(stage.window.modals.isEmpty)
  }

  @Test func `the hint of Enter is dimmed while nothing that can run is selected`() throws {
    let (stage, _) = stage()
    stage.press(":")
    let hints = try #require(stage.rows.last)
    #expect(hints.hasPrefix(" Enter Run  Esc Close"))
    let (key, dimmed) = (stage.window.theme[.hintKey], stage.window.theme[.hint].dim)
    #expect(stage.window.grid.style(at: Point(x: 1, y: 15)) == key)

    stage.type("delete")
    #expect(stage.rows.last == hints && stage.window.grid.style(at: Point(x: 1, y: 15)) == dimmed)

    stage.press(.control("u"))
    stage.type("zzz")
    #expect(stage.rows.last == hints && stage.window.grid.style(at: Point(x: 1, y: 15)) == dimmed)
  }

  @Test func `Enter on a disabled command shows its reason until another command is selected`() {
    let stage = TestScreen(60, 16)
    let screen = Screen()
    let reason = "There are no cars to export. Remove the search and all filters first."
    for title in ["Export", "Export all"] {
      let command = screen.keys(id: CommandID(title), title: title)
      command.isEnabled = false
      command.reason = reason
    }
    stage.show(screen)
    stage.window.installStandardCommands {}
    stage.window.present(CommandPalette(stage.window.activeCommands))
    stage.type("export")
    #expect(!stage.text.contains("There are no cars"))

    stage.press(.enter)
    #expect(stage.text.contains("▸ Export  ") && stage.window.modals.count == 1)
    #expect(
      stage.text.contains(
        """
          │ There are no cars to export. Remove the search and   │
          │ all filters first.                                   │
          ╰──────────────────────────────────────────────────────╯
        """))

    stage.press(.down)
    #expect(stage.text.contains("▸ Export all") && !stage.text.contains("There are no cars"))
    stage.press(.enter)
    #expect(stage.text.contains("There are no cars"))
    stage.type(" a")
    #expect(!stage.text.contains("There are no cars"))
  }

  @Test func `a disabled command without a reason is not available`() throws {
    let (stage, ran) = stage()
    stage.window.keymap = try Keymap(parsing: ["palette.run": ["ctrl+r"]])
    stage.press(":")
    stage.type("delete")

    stage.press(.control("r"))

    #expect(stage.text.contains("│ \"Delete the note\" is not available here. "))
    #expect(ran.takeElements().isEmpty)
  }

  @Test func `a disabled command does not run`() {
    let (stage, ran) = stage()
    stage.press(":")

    stage.type("delete")
    stage.press(.enter)
    #expect(stage.window.modals.count == 1)
    #expect(ran.takeElements().isEmpty)

    stage.press(.escape)
    #expect(stage.window.modals.isEmpty)
  }

  @Test func `a double click runs a command, and a click leaves the focus in the field`() throws {
    let (stage, ran) = stage()
    stage.press(":")

    let row = try #require(stage.position(of: "Sort by"))
    stage.click(row.x, row.y)
    #expect(stage.rows[row.y].contains("▸ Sort by"))

    stage.type("so")
    #expect(stage.text.contains("> so"))

    let match = try #require(stage.position(of: "Sort by"))
    stage.mouse(.press, match.x, match.y, clicks: 2)
    #expect(ran.takeElements() == ["Sort by…"])
  }
}
