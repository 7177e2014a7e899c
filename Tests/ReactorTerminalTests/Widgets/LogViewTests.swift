import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct LogViewTests {
  private func log(_ stage: TestScreen, _ count: Int, capacity: Int = 100) -> LogView {
    let log = stage.show(LogView(capacity: capacity))
    for number in 0..<count { log.append("line \(number)") }
    return log
  }

  @Test func `the newest lines are shown as they arrive`() {
    let stage = TestScreen(20, 3)
    let log = log(stage, 4)
    #expect(stage.text == "line 1             │\nline 2             █\nline 3             █")

    log.append([Span("5 ", .secondary), Span("연결됨", .success)])

    #expect(stage.text == "line 2             │\nline 3             │\n5 연결됨           █")
    let legend: [Character: Role] = ["s": .secondary, "O": .success]
    #expect(stage.styles(row: 2, legend) == "ssOOOOOO...........s")
  }

  @Test func `after scrolling up the lines stay, and a sign counts the new ones`() {
    let stage = TestScreen(24, 3)
    let log = log(stage, 5)

    stage.press("k")
    #expect(!log.isFollowing && log.unseenCount == 0)
    log.append("late")
    #expect(
      stage.rows[0].hasPrefix("line 1") && stage.rows[2] == "line 3    ▼ 1 new line │")
    log.append("later")
    #expect(log.unseenCount == 2 && stage.rows[2].contains(" ▼ 2 new lines "))

    stage.press("G")
    #expect(log.isFollowing && log.unseenCount == 0)
    #expect(stage.rows[2].hasPrefix("later  "))
  }

  @Test func `scrolling down to the end follows again, and lines on the way count as seen`() {
    let stage = TestScreen(24, 3)
    let log = log(stage, 5)
    stage.press("k")
    for number in 5..<8 { log.append("line \(number)") }
    #expect(log.unseenCount == 3)

    stage.press("j", "j")
    #expect(log.unseenCount == 2 && !log.isFollowing)

    stage.mouse(.wheelDown, 2, 1)
    #expect(log.isFollowing)
  }

  @Test func `a click on the sign shows the newest lines`() {
    let stage = TestScreen(24, 3)
    let log = log(stage, 5)
    stage.mouse(.wheelUp, 2, 1)
    log.append("late")

    stage.click(2, 2)
    #expect(!log.isFollowing)
    stage.click(20, 2)
    #expect(log.isFollowing && stage.rows[2].hasPrefix("late"))
  }

  @Test func `the scrollbar can be dragged`() {
    let stage = TestScreen(24, 3)
    let log = log(stage, 50)

    stage.mouse(.press, 23, 0)
    #expect(stage.rows[0].hasPrefix("line 0") && !log.isFollowing)
    stage.mouse(.drag, 23, 9)
    #expect(log.isFollowing)
  }

  @Test func `the oldest lines are dropped, even while they are read`() {
    let stage = TestScreen(24, 3)
    let log = log(stage, 10, capacity: 5)
    #expect(log.lineCount == 5)
    stage.press("g")
    #expect(stage.rows[0].hasPrefix("line 5"))

    log.append("line 10")
    log.append("line 11")

    #expect(log.lineCount == 5 && stage.rows[0].hasPrefix("line 7"))
    for number in 12..<1_000 { log.append("line \(number)") }
    #expect(log.unseenCount == 2 && stage.rows[0].hasPrefix("line 995"))
  }

  @Test func `line breaks divide lines, and long lines are truncated between characters`() {
    let stage = TestScreen(12, 4)
    let log = stage.show(LogView(capacity: 10))

    log.append("one\ntwo\n")
    log.append("")
    #expect(log.lineCount == 3 && stage.text == "one\ntwo")
    log.append("three\r\nfour\r\n")
    #expect(log.lineCount == 5 && stage.rows[2].hasPrefix("three ") && stage.rows[3].hasPrefix("four "))

    // The limit is inside the last Hangul syllable of three bytes.
    log.clear()
    log.append([Span("ab"), Span(String(repeating: "가", count: LogView.maxLineLength))])
    for _ in 0..<2_000 { stage.press(.right) }
    #expect(stage.rows[0].hasSuffix("가"))
  }

  @Test func `lines can be scrolled sideways as far as the longest visible one`() {
    let stage = TestScreen(12, 2, ascii: true)
    let log = stage.show(LogView())
    log.append("0123456789abcdefghij")
    log.append("짧은 줄")
    #expect(stage.text == "0123456789~\n짧은 줄")

    stage.press(.right)
    #expect(stage.rows[0] == "89abcdefgh~")
    stage.press("l", "l")
    #expect(stage.rows[0] == "9abcdefghij" && stage.rows[1] == "")
    stage.press("h", .left, .left)
    #expect(stage.rows[0] == "0123456789~")
  }

  @Test func `matches are highlighted, and keys go from one to the next, wrapping around at the ends`() {
    let stage = TestScreen(20, 3)
    let log = log(stage, 30)
    #expect(log.command("log.nextMatch")?.isEnabled == false)
    log.append("한글 LINE 2!")

    log.searchText = "line 2"
    let style = stage.window.theme[.match]
    #expect(stage.rows[2].hasPrefix("한글 LINE 2!"))
    #expect((0..<20).filter { stage.window.grid.style(at: Point(x: $0, y: 2)) == style } == Array(5..<11))

    stage.press("n")
    #expect(stage.rows[0].hasPrefix("line 28"))
    stage.press("N")
    #expect(stage.rows[0].hasPrefix("line 27") && !log.isFollowing)
    stage.press("n", "n", "n", "n")
    #expect(stage.rows[0].hasPrefix("line 2 "))
    log.searchText = "nowhere"
    stage.press("n")
    #expect(stage.rows[0].hasPrefix("line 2 "))
  }

  @Test func `the placeholder is shown while there are no lines`() {
    let stage = TestScreen(20, 3)
    let log = stage.show(LogView())
    log.placeholder = Label("No output")
    stage.press("G", "k", "n", .right)
    #expect(stage.text == "No output")

    log.append("first")
    #expect(stage.text == "first")
    log.clear()
    #expect(stage.text == "No output")
  }

  @Test(arguments: [(1, 1), (2, 1), (4, 2)])
  func `a log of a few cells still works`(width: Int, height: Int) {
    let stage = TestScreen(width, height, theme: .mono)
    let log = log(stage, 30)

    stage.press("k", .pageUp, .right, .left)
    log.append("late")
    stage.click(0, 0)
    stage.press("G")

    #expect(log.isFollowing)
    stage.resize(30, 5)
    #expect(stage.rows[4].hasPrefix("late"))
  }
}
