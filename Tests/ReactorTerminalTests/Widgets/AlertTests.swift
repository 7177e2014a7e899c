import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct AlertTests {
  private func answer(_ keys: [Key], destructive: Bool = true) -> (log: [String], modals: Int) {
    let stage = TestScreen(50, 12)
    stage.show(Tile(" "))
    var log: [String] = []
    stage.window.confirm("Delete?", "It cannot be restored.", confirm: "Delete", isDestructive: destructive) {
      log.append("deleted")
    }
    for key in keys { stage.press(key) }
    return (log, stage.window.modals.count)
  }

  // MARK: Answering

  @Test func `an alert stays until the user answers it`() async {
    let stage = TestScreen(40, 10)
    stage.window.alert("Failed", "No connection")

    await stage.wait(.seconds(3_600))
    stage.press("x", .pageDown, .f2)

    #expect(stage.window.modals.count == 1)
  }

  @Test(
    arguments: [
      ([.enter], [], 0), (["y"], ["deleted"], 0), (["n"], [], 0), ([.escape], [], 0),
      ([.right, .enter], ["deleted"], 0),
      ([.tab, .space], ["deleted"], 0), ([.left, .enter], ["deleted"], 0), ([.tab, .backTab, .enter], [], 0),
      (["q"], [], 1),
    ] as [([Key], [String], Int)])
  func `a destructive action needs its key or its button`(keys: [Key], log: [String], modals: Int) {
    let answer = answer(keys)

    #expect(answer.log == log)
    #expect(answer.modals == modals)
  }

  @Test func `Enter performs an action that can be undone`() {
    #expect(answer([.enter], destructive: false).log == ["deleted"])
  }

  @Test func `an action runs after the alert is dismissed and may present another one`() {
    let stage = TestScreen(40, 10)
    let alert = stage.window.alert(
      "One", "1", buttons: [AlertButton("Next", key: "n") { [window = stage.window] in window.alert("Two", "2") }])
    let answered = Recorder(alert.answered.asObservable())

    stage.press("n")

    #expect(stage.window.modals.map(\.title) == ["Two"])
    #expect(answered.elements == ["Next"])
  }

  @Test func `Esc dismisses an alert without a cancel button`() {
    let stage = TestScreen(40, 10)
    let alert = stage.window.alert("One", "1", buttons: [AlertButton("Go") { Issue.record("not confirmed") }])
    let answered = Recorder(alert.answered.asObservable())

    stage.press(.escape)

    #expect(stage.window.modals.isEmpty)
    #expect(answered.elements.isEmpty)
  }

  @Test func `a click presses a button`() throws {
    let stage = TestScreen(50, 12)
    stage.show(Tile(" "))
    var count = 0
    stage.window.alert("A", "B", buttons: [AlertButton("Go") { count += 1 }])

    let position = try #require(stage.position(of: "Go"))
    stage.click(position.x, position.y)

    #expect(count == 1)
  }

  // MARK: Drawing

  @Test func `an alert shows the cause, a key to retry and a way out in the middle of the screen`() {
    let stage = TestScreen(50, 11)
    stage.show(Tile(" "))

    stage.window.alert(
      "Refresh failed", "www.fueleconomy.gov did not answer within 30 seconds. No cars were changed.",
      kind: .error, buttons: [AlertButton("Close", role: .cancel), AlertButton("Retry", key: "r")])

    #expect(
      stage.text == """


          ╭─ Refresh failed ──────────────────────────╮
          │ www.fueleconomy.gov did not answer within │
          │ 30 seconds. No cars were changed.         │
          │                                           │
          │                          Close  [r Retry] │
          ╰───────────────────────────────────────────╯
        """)
  }

  @Test func `a long message scrolls while the buttons stay`() {
    let stage = TestScreen(40, 9)
    stage.show(Tile(" "))

    stage.window.alert("Log", (1...20).map { "line \($0)" }.joined(separator: "\n"))
    #expect(
      stage.text == """

          ╭─ Log ────────────────────────────╮
          │ line 1                         █ │
          │ line 2                         │ │
          │ line 3                         │ │
          │                                  │
          │                          [Close] │
          ╰──────────────────────────────────╯
        """)

    stage.press(.end)
    #expect(stage.rows[4] == "  │ line 20                        █ │")

    stage.press(.enter)
    #expect(stage.window.modals.isEmpty)
  }

  @Test func `buttons that are too wide for one row wrap`() {
    let stage = TestScreen(34, 9)
    stage.show(Tile(" "))
    let buttons = ["Decide later", "Skip", "Keep both", "Replace"].map { AlertButton($0) }

    stage.window.alert("a.pdf exists", "Resolve the conflict.", buttons: buttons)
    #expect(stage.text.contains("│ [Decide later]  Skip  │"))
    #expect(stage.text.contains("│  Keep both   Replace  │"))

    stage.press(.right, .right, .right, .enter)
    #expect(stage.window.modals.isEmpty)
  }

  @Test func `the focused button is reversed without color, and the frame is ASCII in ASCII mode`() throws {
    let stage = TestScreen(40, 9, ascii: true, theme: .mono)
    stage.show(Tile(" "))

    stage.window.confirm("Delete?", "It cannot be restored.", confirm: "Delete") {}

    #expect(stage.text.contains("[n Cancel]  y Delete"))
    #expect(stage.text.contains("+- Delete? -"))
    let cancel = try #require(stage.position(of: "Cancel"))
    #expect(stage.window.grid.style(at: cancel).attributes.contains(.reverse))
    let delete = cancel.offset(by: Point(x: 11, y: 0))
    #expect(!stage.window.grid.style(at: delete).attributes.contains(.reverse))
  }
}
