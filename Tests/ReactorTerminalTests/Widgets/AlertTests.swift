import ReactorTerminal
import Testing

@MainActor
@Suite("Alerts")
struct AlertTests {
  private func answer(_ keys: [Key], destructive: Bool = true) -> (log: [String], modals: Int) {
    let stage = Stage(50, 12)
    stage.show(Tile(" "))
    var log: [String] = []
    stage.window.confirm("Delete?", "Gone for good", confirm: "Delete", isDestructive: destructive) {
      log.append("deleted")
    }
    for key in keys { stage.press(key) }
    return (log, stage.window.modals.count)
  }

  @Test("The cause, a key to retry, and a way out, in the middle of the screen")
  func screen() {
    let stage = Stage(50, 11)
    stage.show(Tile(" "))
    stage.window.alert(
      "Refresh failed", "www.fueleconomy.gov did not answer within 30 seconds. What was there is unchanged.",
      kind: .error, buttons: [AlertButton("Close", role: .cancel), AlertButton("Retry", key: "r")])
    #expect(
      stage.screen == """


          ╭─ Refresh failed ──────────────────────────╮
          │ www.fueleconomy.gov did not answer within │
          │ 30 seconds. What was there is unchanged.  │
          │                                           │
          │                          Close  [r Retry] │
          ╰───────────────────────────────────────────╯
        """)
  }

  @Test("It stays until it is answered")
  func stays() async {
    let stage = Stage()
    stage.window.alert("Failed", "Why")
    await stage.wait(.seconds(3_600))
    stage.press("x", .pageDown, .f2)
    #expect(stage.window.modals.count == 1)
  }

  @Test(
    "Where it cannot be undone Cancel has the keyboard, and only y or going to the button does it",
    arguments: [
      ([.enter], [], 0), (["y"], ["deleted"], 0), (["n"], [], 0), ([.escape], [], 0),
      ([.right, .enter], ["deleted"], 0),
      ([.tab, .space], ["deleted"], 0), ([.left, .enter], ["deleted"], 0), ([.tab, .backTab, .enter], [], 0),
      (["q"], [], 1),
    ] as [([Key], [String], Int)])
  func destructive(keys: [Key], log: [String], modals: Int) {
    let answer = answer(keys)
    #expect(answer.log == log)
    #expect(answer.modals == modals)
  }

  @Test("Where it can be undone, Enter does it")
  func harmless() {
    #expect(answer([.enter], destructive: false).log == ["deleted"])
  }

  @Test("The action comes after the alert is gone, and may show another")
  func actionAfterwards() {
    let stage = Stage()
    let alert = stage.window.alert(
      "One", "1", buttons: [AlertButton("Next", key: "n") { [window = stage.window] in window.alert("Two", "2") }])
    let answered = Recording(alert.answered)
    stage.press("n")
    #expect(stage.window.modals.map(\.title) == ["Two"])
    #expect(answered.elements == ["Next"])
  }

  @Test("Without a button for it, Esc closes and does nothing")
  func escapeWithoutCancel() {
    let stage = Stage()
    let alert = stage.window.alert("One", "1", buttons: [AlertButton("Go") { Issue.record("nobody said go") }])
    let answered = Recording(alert.answered)
    stage.press(.escape)
    #expect(stage.window.modals.isEmpty)
    #expect(answered.elements.isEmpty)
  }

  @Test("Buttons can be clicked")
  func click() {
    let stage = Stage(50, 12)
    stage.show(Tile(" "))
    var count = 0
    stage.window.alert("A", "B", buttons: [AlertButton("Go") { count += 1 }])
    stage.window.render()
    let y = stage.terminal.rows.firstIndex { $0.contains("[Go]") } ?? 0
    let row = stage.row(y)
    let x = row.distance(from: row.startIndex, to: row.firstIndex(of: "G") ?? row.startIndex)
    stage.click(x, y)
    #expect(count == 1)
  }

  @Test("A long message scrolls while the buttons stay")
  func longMessage() {
    let stage = Stage(40, 9)
    stage.show(Tile(" "))
    stage.window.alert("Log", (1...20).map { "line \($0)" }.joined(separator: "\n"))
    #expect(
      stage.screen == """

          ╭─ Log ────────────────────────────╮
          │ line 1                         █ │
          │ line 2                         │ │
          │ line 3                         │ │
          │                                  │
          │                             [OK] │
          ╰──────────────────────────────────╯
        """)
    stage.press(.end)
    #expect(stage.row(4) == "  │ line 20                        █ │")
    stage.press(.enter)
    #expect(stage.window.modals.isEmpty)
  }

  @Test func `buttons that are too wide for one row take several`() {
    let stage = Stage(34, 9)
    stage.show(Tile(" "))
    let buttons = ["Decide later", "Skip", "Keep both", "Replace"].map { AlertButton($0) }
    stage.window.alert("a.pdf exists", "What now?", buttons: buttons)
    #expect(stage.screen.contains("│ [Decide later]  Skip  │"))
    #expect(stage.screen.contains("│  Keep both   Replace  │"))
    stage.press(.right, .right, .right, .enter)
    #expect(stage.window.modals.isEmpty)
  }

  @Test("Without colours the pressed button is still told apart; in ASCII the frame is ASCII")
  func monoAndASCII() {
    let stage = Stage(40, 9, ascii: true, theme: .mono)
    stage.window.confirm("Delete?", "Gone for good", confirm: "Delete") {}
    #expect(stage.screen.contains("[n Cancel]  y Delete"))
    #expect(stage.screen.contains("+- Delete? -"))
    let y = stage.terminal.rows.firstIndex { $0.contains("Cancel") } ?? 0
    let x = stage.row(y).firstIndex(of: "[").map { stage.row(y).distance(from: stage.row(y).startIndex, to: $0) } ?? 0
    #expect(stage.window.grid.style(at: Point(x: x + 3, y: y)).attributes.contains(.reverse))
    #expect(!stage.window.grid.style(at: Point(x: x + 14, y: y)).attributes.contains(.reverse))
  }
}
