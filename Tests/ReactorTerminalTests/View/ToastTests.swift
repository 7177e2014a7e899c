import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite("Toasts")
struct ToastTests {
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

  @Test func `a toast stays 2 seconds, and an error until Esc, which it names`() async {
    let stage = TestScreen(40, 6)
    stage.show(Tile(" "))
    stage.window.toast("Saved")
    stage.window.toast("Failed", kind: .error)
    await stage.wait(.milliseconds(1_999))
    #expect(stage.text.contains("Saved"))
    await stage.wait(.milliseconds(1))
    #expect(!stage.text.contains("Saved"))
    #expect(stage.clock.sleeperCount == 0)
    #expect(stage.text == "\n                 ✗ Failed  Esc Dismiss")

    stage.press(.escape)

    #expect(stage.text == "")
  }

  @Test func `an error names the key that the user has mapped to its dismissal`() throws {
    let stage = TestScreen(40, 6, ascii: true)
    stage.show(Tile(" "))
    stage.window.keymap = try Keymap(parsing: ["toast.dismiss": ["shift+tab"]])

    stage.window.toast("서버 오류", kind: .error)
    #expect(stage.rows[1].hasSuffix(" x 서버 오류  S-Tab Dismiss"))

    stage.press(.backTab)
    #expect(stage.text == "")
  }

  @Test func `what does not fit after the text of an error stands below it`() {
    let stage = TestScreen(30, 6)
    stage.show(Tile(" "))

    stage.window.toast("The server refused it", kind: .error, action: Toast.Action("Retry", key: "r") {})
    #expect(stage.text == "\n     ✗ The server refused it\n       r Retry  Esc Dismiss")

    stage.press(.escape)
    stage.window.toast("The server refused the connection for the third time", kind: .error)
    #expect(stage.text == "\n  ✗ The server refused the\n    connection for the third\n    time  Esc Dismiss")
  }

  @Test func `a fourth toast replaces the oldest one that is not an error`() {
    let stage = TestScreen(40, 8)
    stage.show(Tile(" "))
    stage.window.toast("broken", kind: .error)
    for text in ["one", "two", "three"] { stage.window.toast(text) }

    #expect(stage.text.contains("broken") && !stage.text.contains("one") && stage.text.contains("three"))
  }

  @Test func `a fourth toast replaces the oldest`() {
    let stage = TestScreen(40, 8)
    stage.show(Tile(" "))
    for text in ["one", "two", "three", "four"] { stage.window.toast(text) }
    #expect(stage.text.contains("one") == false)
    #expect(["two", "three", "four"].allSatisfy { stage.text.contains($0) })
  }

  @Test func `a toast of the same topic replaces the earlier one`() async {
    let stage = TestScreen(40, 8)
    stage.show(Tile(" "))
    stage.window.toast("1 file uploaded", topic: "uploads")
    stage.window.toast("Saved")
    await stage.wait(.seconds(1))
    stage.window.toast("2 files uploaded", topic: "uploads")
    #expect(!stage.text.contains("1 file uploaded") && stage.text.contains("Saved"))
    await stage.wait(.milliseconds(1_999))
    #expect(stage.text.contains("2 files uploaded"))
    await stage.wait(.milliseconds(1))
    #expect(stage.text == "")
  }

  @Test func `the program dismisses a toast by its topic`() {
    let stage = TestScreen(40, 8)
    stage.show(Tile(" "))
    var expirations = 0
    stage.window.toast("a.pdf not uploaded", kind: .error, topic: "uploads", expired: { expirations += 1 })
    stage.window.toast("Saved", kind: .error)

    stage.window.dismissToast(topic: "refresh")
    #expect(stage.text.contains("a.pdf") && expirations == 0)
    stage.window.dismissToast(topic: "uploads")

    #expect(!stage.text.contains("a.pdf") && stage.text.contains("Saved"))
    #expect(expirations == 1)
  }

  @Test func `Esc dismisses the newest error before it goes back`() {
    let stage = TestScreen(40, 8)
    let stack = NavigationStack(root: Screen())
    stack.push(Screen())
    stage.show(stack)
    stage.window.toast("one", kind: .error)
    stage.window.toast("two", kind: .error)
    stage.window.toast("three", kind: .warning)
    stage.press(.escape)
    #expect(stage.text.contains("one") && !stage.text.contains("two") && stage.text.contains("three"))
    stage.press(.escape)
    #expect(!stage.text.contains("one"))
    #expect(stack.screens.count == 2)
    stage.press(.escape)
    #expect(stack.screens.count == 1)
  }

  @Test(arguments: [Toast.Kind.info, .success, .warning])
  func `information takes no key`(kind: Toast.Kind) {
    let stage = TestScreen(40, 8)
    let stack = NavigationStack(root: Screen())
    stack.push(Screen())
    stage.show(stack)
    stage.window.toast("Uploaded 3 files", kind: kind)

    stage.press(.escape)

    #expect(stack.screens.count == 1)
    #expect(stage.text.contains("Uploaded 3 files"))
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

  @Test func `Esc closes a dialog before it dismisses a toast`() {
    let stage = TestScreen(40, 8)
    stage.show(Tile(" "))
    stage.window.toast("one")
    stage.window.alert("Careful", "…")
    stage.press(.escape)
    #expect(stage.window.modals.isEmpty)
    #expect(stage.text.contains("one"))
  }

  @Test func `the action of a toast has a key and a hint`() async {
    let stage = TestScreen(50, 6)
    stage.show(NavigationStack(root: Screen()))
    var undone = 0
    stage.window.toast("Note deleted", action: Toast.Action("Undo", key: "u") { undone += 1 })
    #expect(stage.rows[1].hasSuffix(" • Note deleted  u Undo"))
    #expect(stage.rows[5] == " u Undo")
    stage.press("u", "u")
    #expect(undone == 1)
    #expect(stage.rows[1] == "")
    var expired = 0
    let action = Toast.Action("Undo", key: "u") { undone += 1 }
    stage.window.toast("Again", action: action, expired: { expired += 1 })
    await stage.wait(.milliseconds(4_999))
    #expect(expired == 0)
    await stage.wait(.milliseconds(1))
    stage.press("u")
    #expect(undone == 1 && expired == 1)
    stage.window.toast("And again", action: action, expired: { expired += 1 })
    stage.press("u")
    #expect(undone == 2 && expired == 1)
    stage.window.toast("Once more", action: action, expired: { expired += 1 })
    stage.click("Once more")
    #expect(undone == 2 && expired == 2)
  }

  @Test func `the action of a toast takes no key from a text field`() {
    let stage = TestScreen(40, 6)
    let field = stage.show(TextField())
    stage.window.toast("Deleted", action: Toast.Action("Undo", key: "u") { Issue.record("u was typed") })
    stage.type("u")
    #expect(field.text == "u")
  }

  @Test func `equal toasts are shown once with their number`() async {
    let stage = TestScreen(40, 8)
    stage.show(Tile(" "))

    for _ in 0..<2 { stage.window.toast("Saved") }
    #expect(stage.text == "\n                            • Saved ×2")
    await stage.wait(.seconds(1))
    stage.window.toast("Saved")
    #expect(stage.text == "\n                            • Saved ×3")

    await stage.wait(.milliseconds(1_999))
    #expect(stage.text.contains("Saved"))
    await stage.wait(.milliseconds(1))
    stage.window.isASCII = true
    for _ in 0..<2 { stage.window.toast("Saved", kind: .success, topic: "save") }
    #expect(stage.text.contains("+ Saved x2"))
    stage.window.toast("Saved twice", kind: .success, topic: "save")
    #expect(stage.text.hasSuffix("+ Saved twice"))
  }

  @Test(arguments: [nil, "refresh"])
  func `two messages that differ only in the action are one, with the action and without a number`(topic: String?) {
    for isActionFirst in [true, false] {
      let stage = TestScreen(40, 8)
      stage.show(Tile(" "))
      var expired = 0
      func show(withAction: Bool) {
        stage.window.toast(
          "2 removed", kind: .success, action: withAction ? Toast.Action("Undo", key: "z") {} : nil, topic: topic,
          expired: { expired += withAction ? 1 : 0 })
      }

      show(withAction: isActionFirst)
      show(withAction: !isActionFirst)

      #expect(stage.text == "\n                   ✓ 2 removed  z Undo")
      #expect(expired == 0)
    }
  }

  @Test func `in a text field Esc does not dismiss a toast`() {
    let stage = TestScreen(40, 6)
    let field = stage.show(TextField("kia"))
    let canceled = Recorder(field.canceled.asObservable())
    stage.window.toast("Saved")

    stage.press(.escape)

    #expect(canceled.elements.count == 1)
    #expect(stage.text.contains("Saved"))
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

  @Test func `a click dismisses the newest toast and reaches no view below`() {
    let stage = TestScreen(40, 6)
    let tile = stage.show(Tile(" "))
    stage.window.toast("one")
    stage.window.render()
    stage.click(37, 1)
    #expect(stage.text == "")
    #expect(tile.received.contains { $0.hasPrefix("press") } == false)
  }

  @Test func `a dismissed toast leaves no timer behind`() {
    let stage = TestScreen(40, 6)
    stage.show(Tile(" "))
    stage.window.toast("Saved")
    stage.window.render()

    stage.click(37, 1)

    #expect(stage.clock.sleeperCount == 0)
  }

  @Test func `the key performs the latest action even if a toast without one is newer`() {
    let stage = TestScreen(40, 6)
    stage.show(Tile(" "))
    var undone = 0
    stage.window.toast("Deleted", action: Toast.Action("Undo", key: "u") { undone += 1 })
    stage.window.toast("Saved")

    stage.press("u")

    #expect(undone == 1)
    #expect(stage.text.contains("Saved") && !stage.text.contains("Deleted"))
  }

  @Test func `a toast shows the key that the user has mapped to its action`() throws {
    let stage = TestScreen(40, 6)
    stage.show(Tile(" "))
    stage.window.keymap = try Keymap(parsing: ["toast.action": ["ctrl+u"]])
    var undone = 0

    stage.window.toast("Deleted", action: Toast.Action("Undo", key: "u") { undone += 1 })
    #expect(stage.text.contains("Deleted  ^U Undo"))

    stage.press("u", .control("u"))
    #expect(undone == 1)
  }
}
