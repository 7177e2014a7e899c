import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
import Testing

/// Where toasts are, how they wrap, and what they do not cover.
@MainActor
@Suite("Placement of toasts")
struct ToastPlacementTests {
  @Test func `toasts are at the upper right below the title and move nothing`() {
    let stage = TestScreen(40, 6)
    let screen = Screen()
    screen.title = "Cars"
    let tile = Tile("a")
    tile.frame = Rect(x: 0, y: 0, width: 40, height: 4)
    screen.addSubview(tile)
    screen.keys("r", id: CommandID("r"), title: "Refresh")
    stage.show(NavigationStack(root: screen))
    stage.window.toast("3,806 new, 26 changed, 1 gone", kind: .success)
    stage.window.toast("Offline", kind: .warning)
    #expect(
      stage.text == """
         Cars
        aaaaaa ✓ 3,806 new, 26 changed, 1 gone a
        aaaaaa ! Offline                       a
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
         r Refresh
        """)
  }

  @Test func `what does not fit after the text of an error appears below it`() {
    let stage = TestScreen(30, 6)
    stage.show(Tile(" "))

    stage.window.toast("The server refused it", kind: .error, action: Toast.Action("Retry", key: "r") {})
    #expect(stage.text == "\n     ✗ The server refused it\n       r Retry  Esc Dismiss")

    stage.press(.escape)
    stage.window.toast("The server refused the connection for the third time", kind: .error)
    #expect(stage.text == "\n  ✗ The server refused the\n    connection for the third\n    time  Esc Dismiss")
  }

  @Test func `a message covers neither the headings nor the selected row, and stays while it covers nothing`() {
    let stage = TestScreen(40, 8)
    let table = stage.show(TableView<CarRow>.cars(CarRow.numbered(0..<50)))
    func row() -> Int? { stage.rows.firstIndex { $0.contains("Saved") } }
    stage.window.toast("Saved")
    #expect(row() == 2)

    table.selectedIndex = 4
    #expect(row() == 2)

    table.selectedIndex = 1
    #expect(row() == 1)
    for _ in 0..<40 {
      stage.press("j")
      #expect(stage.rows[stage.cursor?.y ?? 0].contains("Saved") == false && stage.rows[0].hasSuffix("Year"))
    }
  }

  @Test func `a toast does not cover the text field in use`() {
    let stage = TestScreen(40, 6)
    let screen = Screen()
    let field = TextField("kia", prefix: "/")
    screen.addSubview(field)
    stage.show(screen)
    field.frame = Rect(x: 0, y: 1, width: 40, height: 1)

    stage.window.toast("one")
    stage.window.toast("two")

    #expect(stage.rows[1] == "/kia")
    #expect(stage.rows[2].hasSuffix("one") && stage.rows[3].hasSuffix("two"))
  }

  @Test func `in a tall text field a toast does not cover the line of the caret`() {
    let stage = TestScreen(30, 6)
    let area = stage.show(TextArea("1\n2\n3\n4\n5"))
    stage.window.toast("Saved")

    #expect(stage.rows[4] == "5" && stage.rows[1].hasSuffix("Saved"))
    stage.press(.up, .up, .up)
    #expect(stage.rows[2].hasSuffix("Saved") && stage.rows[1] == "2")
    #expect(area.text.count == 9)
  }

  @Test func `a toast covers the title bar rather than a text field that fills the screen`() {
    let stage = TestScreen(30, 5)
    let screen = Screen()
    screen.title = "Note"
    let area = TextArea("1\n2\n3")
    screen.addSubview(area)
    stage.show(NavigationStack(root: screen))
    area.frame = Rect(x: 0, y: 0, width: 30, height: 3)

    stage.window.toast("Saved")
    stage.window.toast("Limited to 100,000 characters. The rest was discarded.")

    #expect(
      stage.text == """
         Note  • Limited to 100,000…
        1
        2
        3
        """)
  }

  @Test func `a toast does not cover a text field under a dialog`() {
    let stage = TestScreen(40, 6)
    let screen = Screen()
    let field = TextField("kia", prefix: "/")
    screen.addSubview(field)
    stage.show(screen)
    field.frame = Rect(x: 0, y: 1, width: 40, height: 1)
    stage.window.present(HelpSheet([]))

    stage.window.toast("Limited")

    #expect(stage.rows[1] == "/kia")
    #expect(stage.rows[2].hasSuffix("Limited"))
  }

  @Test func `a toast becomes wider before it loses its end`() {
    let stage = TestScreen(80, 8)
    stage.show(Tile(" "))
    let text =
      "Sent to the terminal's clipboard: 2024 Toyota Grand Highlander Hybrid AWD, 34 mpg. If it does not arrive, allow "
      + "programs to use the clipboard in the terminal's settings (OSC 52)."

    stage.window.toast(text)

    let lines = stage.rows.filter { !$0.isEmpty }
    #expect(lines.map { $0.drop { " •".contains($0) } }.joined(separator: " ") == text)
    #expect(lines.count == 3)
    stage.window.toast("Saved", topic: "other")
    #expect(stage.text.contains("(OSC 52)."))
  }

  @Test func `a toast that is shown to its end is at most 60 columns wide`() {
    let stage = TestScreen(120, 8)
    stage.show(Tile(" "))

    stage.window.toast(Array(repeating: "word", count: 30).joined(separator: " "))

    #expect(stage.rows[1].drop { $0 == " " }.count <= 60 && stage.rows[3].hasSuffix("word"))
    #expect(!stage.text.contains("…"))
  }

  @Test func `a long toast wraps into at most three lines`() {
    let stage = TestScreen(30, 8, ascii: true)
    stage.show(Tile(" "))
    stage.window.toast(Array(repeating: "word", count: 30).joined(separator: " "), kind: .error)
    let rows = stage.terminal.rows
    #expect(rows.filter { $0.contains("word") }.isEmpty)
    #expect(stage.text.split(separator: "\n", omittingEmptySubsequences: true).count == 3)
    #expect(stage.rows[1].hasPrefix("  x word word"))
    #expect(stage.rows[3].hasSuffix("~  Esc Dismiss"))
  }

  @Test(.timeLimit(.minutes(20))) func `a frame with a very long toast costs no more than with a long one`() {
    let stage = TestScreen(30, 8)
    let tile = stage.show(Tile(" "))
    stage.window.toast("Bad token " + String(repeating: "a1", count: 500_000), kind: .error)

    let time = processorTime(runs: 1) {
      for _ in 0..<20 {
        tile.setNeedsDisplay()
        stage.window.render()
      }
    }

    #expect(
      stage.text == """

          ✗ Bad token
            a1a1a1a1a1a1a1a1a1a1a1a1
            a1a1a1a1a1…  Esc Dismiss
        """)
    #expect(time < 2)
  }

  @Test func `a toast that begins with many spaces is shown to its end`() {
    let stage = TestScreen(30, 8)
    stage.show(Tile(" "))

    stage.window.toast(String(repeating: " ", count: 1_000) + "Saved")

    #expect(stage.text.hasSuffix("• Saved"))
  }
}
