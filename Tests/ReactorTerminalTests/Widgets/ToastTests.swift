import ReactorTerminal
import Testing

@MainActor
@Suite("Toasts")
struct ToastTests {
  @Test("At the lower right, over the screen and above the hints, without moving anything")
  func screen() {
    let stage = Stage(40, 6)
    let screen = Screen()
    screen.title = "Cars"
    let tile = Tile("a")
    tile.frame = Rect(x: 0, y: 0, width: 40, height: 4)
    screen.addSubview(tile)
    screen.keys("r", id: "r", title: "Refresh")
    stage.show(NavigationStack(root: screen))
    stage.window.toast("3,806 new, 26 changed, 1 gone", kind: .success)
    stage.window.toast("Offline", kind: .warning)
    #expect(
      stage.screen == """
         Cars
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaa ✓ 3,806 new, 26 changed, 1 gone a
        aaaaaa ! Offline                       a
         r Refresh
        """)
  }

  @Test("It goes after 2 seconds, an error after 5")
  func durations() async {
    let stage = Stage(40, 6)
    stage.show(Tile(" "))
    stage.window.toast("Saved")
    stage.window.toast("Failed", kind: .error)
    await stage.wait(.milliseconds(1_999))
    #expect(stage.screen.contains("Saved"))
    await stage.wait(.milliseconds(1))
    #expect(!stage.screen.contains("Saved"))
    await stage.wait(.milliseconds(2_999))
    #expect(stage.screen.contains("✗ Failed"))
    await stage.wait(.milliseconds(1))
    #expect(stage.screen == "")
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test("There are at most three; the oldest makes room")
  func atMostThree() {
    let stage = Stage(40, 8)
    stage.show(Tile(" "))
    for text in ["one", "two", "three", "four"] { stage.window.toast(text) }
    #expect(stage.screen.contains("one") == false)
    #expect(["two", "three", "four"].allSatisfy { stage.screen.contains($0) })
  }

  @Test("One of the same topic takes the place of the one before, for its own time")
  func topic() async {
    let stage = Stage(40, 8)
    stage.show(Tile(" "))
    stage.window.toast("1 file uploaded", topic: "uploads")
    stage.window.toast("Saved")
    await stage.wait(.seconds(1))
    stage.window.toast("2 files uploaded", topic: "uploads")
    #expect(!stage.screen.contains("1 file uploaded") && stage.screen.contains("Saved"))
    await stage.wait(.milliseconds(1_999))
    #expect(stage.screen.contains("2 files uploaded"))
    await stage.wait(.milliseconds(1))
    #expect(stage.screen == "")
  }

  @Test("Esc takes the newest away first, before it goes back; with none left it goes back")
  func escape() {
    let stage = Stage(40, 8)
    let stack = NavigationStack(root: Screen())
    stack.push(Screen())
    stage.show(stack)
    stage.window.toast("one")
    stage.window.toast("two")
    stage.press(.escape)
    #expect(stage.screen.contains("one") && !stage.screen.contains("two"))
    stage.press(.escape)
    #expect(!stage.screen.contains("one"))
    #expect(stack.screens.count == 2)
    stage.press(.escape)
    #expect(stack.screens.count == 1)
  }

  @Test("A dialog's Esc comes before that of a toast")
  func dialogFirst() {
    let stage = Stage(40, 8)
    stage.show(Tile(" "))
    stage.window.toast("one")
    stage.window.alert("Careful", "…")
    stage.press(.escape)
    #expect(stage.window.modals.isEmpty)
    #expect(stage.screen.contains("one"))
  }

  @Test("Its action is a key while it is there, and hinted at")
  func action() async {
    let stage = Stage(50, 6)
    stage.show(NavigationStack(root: Screen()))
    var undone = 0
    stage.window.toast("Note deleted", action: Toast.Action("Undo", key: "u") { undone += 1 })
    #expect(stage.row(4).hasSuffix(" • Note deleted  u Undo"))
    #expect(stage.row(5) == " u Undo")
    stage.press("u", "u")
    #expect(undone == 1)
    #expect(stage.row(4) == "")
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
    stage.press(.escape)
    #expect(undone == 2 && expired == 2)
  }

  @Test("While a text field has the keyboard its action does not take what is typed")
  func typingFirst() {
    let stage = Stage(40, 6)
    let field = stage.show(TextField())
    stage.window.toast("Deleted", action: Toast.Action("Undo", key: "u") { Issue.record("u was typed") })
    stage.type("u")
    #expect(field.text == "u")
  }

  @Test func `the same toast three times is shown once`() async {
    let stage = Stage(40, 8)
    stage.show(Tile(" "))

    for _ in 0..<3 { stage.window.toast("Saved") }
    await stage.wait(.seconds(1))
    stage.window.toast("Saved")

    #expect(stage.screen.split(separator: "\n").count == 1)
    await stage.wait(.milliseconds(1_999))
    #expect(stage.screen.contains("Saved"))
  }

  @Test func `while somebody types, Escape belongs to the field`() {
    let stage = Stage(40, 6)
    let field = stage.show(TextField("kia"))
    let cancelled = Recording(field.cancelled)
    stage.window.toast("Saved")

    stage.press(.escape)

    #expect(cancelled.elements.count == 1)
    #expect(stage.screen.contains("Saved"))
  }

  @Test func `a toast stands above the line in which somebody types`() {
    let stage = Stage(40, 6)
    let screen = Screen()
    let field = TextField("kia", prefix: "/")
    screen.addSubview(field)
    stage.show(screen)
    field.frame = Rect(x: 0, y: 4, width: 40, height: 1)

    stage.window.toast("one")
    stage.window.toast("two")

    #expect(
      stage.screen.split(separator: "\n", omittingEmptySubsequences: false).map { $0.contains("kia") }.last == true)
    #expect(stage.row(4) == "/kia")
    #expect(stage.row(3).hasSuffix("two") && stage.row(2).hasSuffix("one"))
  }

  @Test func `in a text of many lines a toast keeps off the line of the caret`() {
    let stage = Stage(30, 6)
    let area = stage.show(TextArea("1\n2\n3\n4\n5"))
    stage.window.toast("Saved")

    #expect(stage.row(4) == "5" && stage.row(3).hasSuffix("Saved"))
    stage.press(.up)
    #expect(stage.row(4).hasSuffix("Saved") && stage.row(3) == "4")
    #expect(area.text.count == 9)
  }

  @Test("A long one wraps into three lines at most")
  func long() {
    let stage = Stage(30, 8, ascii: true)
    stage.show(Tile(" "))
    stage.window.toast(Array(repeating: "word", count: 30).joined(separator: " "), kind: .error)
    let rows = stage.terminal.rows
    #expect(rows.filter { $0.contains("word") }.isEmpty)
    #expect(stage.screen.split(separator: "\n", omittingEmptySubsequences: true).count == 3)
    #expect(stage.row(4).hasPrefix("  x word word"))
    #expect(stage.row(6).hasSuffix("~"))
  }

  @Test("A click takes the newest away, and nothing below it hears of it")
  func click() {
    let stage = Stage(40, 6)
    let tile = stage.show(Tile(" "))
    stage.window.toast("one")
    stage.window.render()
    stage.click(37, 4)
    #expect(stage.screen == "")
    #expect(tile.received.contains { $0.hasPrefix("press") } == false)
  }
}
