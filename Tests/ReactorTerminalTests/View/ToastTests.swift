import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("Toasts")
struct ToastTests {
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
  func `a toast that is not an error takes no key`(kind: Toast.Kind) {
    let stage = TestScreen(40, 8)
    let stack = NavigationStack(root: Screen())
    stack.push(Screen())
    stage.show(stack)
    stage.window.toast("Uploaded 3 files", kind: kind)

    stage.press(.escape)

    #expect(stack.screens.count == 1)
    #expect(stage.text.contains("Uploaded 3 files"))
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

  @Test func `equal toasts are shown once with a count`() async {
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
  func `messages that differ only in the action are shown as one, with the action and without a count`(topic: String?) {
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
