import ReactorTerminal
import ReactorTesting
import Testing

/// The count before a command of a list, such as `10j`.
@MainActor
@Suite("Counts")
struct CountTests {
  /// A list of 100 rows on a screen with a hint line.
  private func stage(_ width: Int = 60, _ height: Int = 12) -> (TestScreen, TableView<CarRow>, Screen) {
    let stage = TestScreen(width, height)
    let screen = Screen()
    let rows = CarRow.numbered(0..<100)
    let table = TableView<CarRow>(
      columns: [TableColumn(id: "model", title: "Model") { TableCell($0.model) }], rows: TableRows(rows))
    screen.addSubview(table)
    stage.window.installStandardCommands {}
    stage.show(NavigationStack(root: screen))
    table.frame = Rect(x: 0, y: 0, width: width, height: height - 2)
    stage.window.render()
    return (stage, table, screen)
  }

  @Test func `a count repeats a move, and goes to a row with G and g`() {
    let (stage, table, _) = stage()

    let rows = ["10j", "5k", "20G", "7g", "2\u{6}", "999999999999j", "105k"].map { keys in
      for character in keys {
        if character == "\u{6}" { stage.press(.control("f")) } else { stage.type(String(character)) }
      }
      return table.selectedIndex
    }

    #expect(rows == [10, 5, 19, 6, 24, 99, 0])
  }

  @Test func `in tabs, whose keys are digits, a number is not a count`() {
    let stage = TestScreen(60, 12)
    let columns = [TableColumn<CarRow>(id: "model", title: "Model") { TableCell($0.model) }]
    let table = TableView<CarRow>(columns: columns, rows: TableRows(CarRow.numbered(0..<100)))
    let tabs = TabView()
    tabs.add("First") { table }
    tabs.add("Second") { View() }
    stage.window.installStandardCommands {}
    stage.show(tabs)
    table.focus()

    for keys in ["5j", "10j", "3j"] { stage.type(keys) }

    #expect(table.selectedIndex == 3)
    #expect(!stage.text.contains("Go to row"))
  }

  @Test func `the hint line shows the count and the keys that use it, and Esc clears it`() {
    let (stage, table, _) = stage()

    stage.type("1")
    stage.type("2")
    #expect(stage.rows[11] == " 12  j Down  k Up  G Go to row 12  Esc Clear         ? Help")

    stage.press(.escape)
    #expect(stage.rows[11].hasPrefix(" Enter Open"))
    stage.type("j")
    #expect(table.selectedIndex == 1)
  }

  @Test func `a click on a hint uses the count`() {
    let (stage, table, _) = stage()
    stage.type("1")
    stage.type("2")

    stage.click("Go to row")

    #expect(table.selectedIndex == 11)
  }

  @Test func `any other key, a click and another focus end the count`() {
    let (stage, table, _) = stage()

    stage.type("3")
    stage.press("?")
    stage.press(.escape)
    stage.press(.down)
    #expect(table.selectedIndex == 1)

    stage.type("3")
    stage.click(5, 4)
    stage.press(.home)
    #expect(table.selectedIndex == 0)

    stage.type("3")
    stage.press(.enter, .down)
    #expect(table.selectedIndex == 1)
  }

  @Test func `a digit that is a command or a key of the screen is not a count`() {
    let (stage, table, screen) = stage()
    var pressed = 0
    screen.keys("2", id: CommandID("two"), title: "Two").bind { pressed += 1 }

    stage.type("2j")
    #expect(pressed == 1)
    #expect(table.selectedIndex == 1)

    stage.type("12j")
    #expect(pressed == 2)
    #expect(table.selectedIndex == 2)
  }

  @Test func `0 alone is not a count, and digits are typed into a field`() {
    let (stage, table, _) = stage()
    stage.type("0")
    #expect(stage.rows[11].hasPrefix(" Enter Open"))
    stage.type("10j")
    #expect(table.selectedIndex == 10)

    let field = stage.show(TextField())
    stage.type("12")
    #expect(field.text == "12")
  }

  @Test func `text that scrolls takes a count`() {
    let lines = (1...50).map { [Span("line \($0)")] }
    let log = LogView()
    log.append((1...50).map { "line \($0)" }.joined(separator: "\n"))
    let views: [View] = [
      ScrollText(lines),
      ScrollView(Label((1...50).map { "line \($0)" }.joined(separator: "\n"), wraps: true), margin: 0), log,
    ]

    let tops = views.map { view in
      let stage = TestScreen(12, 5)
      stage.show(view)
      let keys = ["10G", "3j", "2k", "2\u{4}"]
      return keys.map { text in
        for character in text {
          if character == "\u{4}" { stage.press(.control("d")) } else { stage.type(String(character)) }
        }
        return String(stage.rows[0].prefix(7))
      }
    }

    #expect(tops == Array(repeating: ["line 10", "line 13", "line 11", "line 15"], count: 3))
  }
}
