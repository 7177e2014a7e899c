import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct TextAreaTests {
  private func stage(_ text: String = "", _ width: Int = 12, _ height: Int = 4) -> (TestScreen, TextArea) {
    let stage = TestScreen(width, height)
    return (stage, stage.show(TextArea(text, placeholder: "A note")))
  }

  // MARK: Editing

  @Test func `Enter starts a new line`() {
    let (stage, area) = stage()
    #expect(stage.text == "A note")
    let changes = Recorder(area.changed.asObservable())

    stage.type("one two three")
    stage.press(.enter)
    stage.type("q?")

    #expect(stage.text == "one two\nthree\nq?")
    #expect(area.text == "one two three\nq?")
    #expect(changes.elements.count == 16)
    #expect(stage.terminal.caret == Point(x: 2, y: 2))
  }

  @Test func `Home and End move within a line, and deleting a line break joins two lines`() {
    let (stage, area) = stage("one\ntwo", 20)

    stage.press(.home, "x", .end, "y", .control("u"))
    #expect(area.text == "one\n")

    stage.press(.backspace, .control("w"))
    #expect(area.text == "")
  }

  @Test func `a paste keeps its lines and loses its control characters`() {
    let (stage, area) = stage()

    stage.terminal.feed([.paste(Paste("a\r\nb\u{7}c\td"))])

    #expect(area.text == "a\nbc d")
  }

  @Test func `Tab, Esc, Ctrl-S and Ctrl-D are left to the views around it`() {
    let stage = TestScreen(20, 4)
    let screen = Screen()
    let area = TextArea("kia")
    screen.addSubview(area)
    var handledByScreen: [String] = []
    for (key, name) in [(Key.escape, "esc"), (.control("s"), "save"), (.control("d"), "done")] {
      screen.addCommand(KeyBinding(id: CommandID(name), keys: [key], title: name)).bind { handledByScreen.append(name) }
    }
    stage.show(screen)

    stage.press(.escape, .control("s"), .control("d"), .tab)

    #expect(handledByScreen == ["esc", "save", "done"])
    #expect(area.text == "kia")
  }

  // MARK: Lines

  @Test(arguments: [
    ("one two three", ["one two", "three"]),
    // A space at the edge hangs over it.
    ("one two thr x", ["one two thr", "x"]),
    ("aaaaaaaaaaa bb", ["aaaaaaaaaaa", "bb"]),
    ("abcdefghijklmn", ["abcdefghijk", "lmn"]),
    // What moves to the next line counts there.
    ("a bcdefghijklmnop", ["a", "bcdefghijkl", "mnop"]),
    ("현대아반떼가", ["현대아반떼", "가"]),
    ("a\n\nb", ["a", "", "b"]),
  ])
  func `lines wrap between words, and inside words only if they are too wide`(text: String, lines: [String]) {
    let (stage, _) = stage(text, 12, 5)

    #expect(stage.text == lines.joined(separator: "\n"))
  }

  @Test func `another width wraps the lines again`() {
    let (stage, _) = stage("one two three", 12)
    #expect(stage.text == "one two\nthree")

    stage.resize(20, 4)
    #expect(stage.text == "one two three")
  }

  // MARK: Moving

  @Test func `vertical moves return to their column after shorter lines`() {
    let (stage, _) = stage("abcdefgh\nxy\nabcdefgh", 20)

    stage.press(.left, .left, .up)
    #expect(stage.terminal.caret == Point(x: 2, y: 1))

    stage.press(.up)
    #expect(stage.terminal.caret == Point(x: 6, y: 0))

    stage.press(.up)
    #expect(stage.terminal.caret == Point(x: 0, y: 0))

    stage.press(.down, .down, .down, .down)
    #expect(stage.terminal.caret == Point(x: 8, y: 2))
  }

  @Test func `a horizontal move or an edit sets a new column for vertical moves`() {
    let (stage, _) = stage("abcdefgh\nxy\nabcdefgh", 20)

    stage.press(.up, .left, .up)
    #expect(stage.terminal.caret == Point(x: 1, y: 0))

    stage.press("z", .down, .down)
    #expect(stage.terminal.caret == Point(x: 2, y: 2))
  }

  @Test func `the start of a line belongs to that line`() {
    let (stage, _) = stage("one two three\nx", 12)

    stage.press(.up, .home, .down)

    #expect(stage.terminal.caret == Point(x: 0, y: 1))
  }

  // MARK: Scrolling

  @Test func `the text scrolls with the caret, and a scrollbar shows the position`() {
    let (stage, _) = stage("1\n2\n3\n4\n5\n6", 6, 3)
    #expect(stage.text == "4    │\n5    │\n6    █")

    stage.press(.pageUp, .pageUp, .pageUp)
    #expect(stage.text == "1    █\n2    │\n3    │")
    #expect(stage.terminal.caret == Point(x: 0, y: 0))
  }

  @Test func `another height keeps the caret visible and fills the area`() {
    let (stage, _) = stage("1\n2\n3\n4\n5\n6", 6, 3)

    stage.resize(6, 2)
    #expect(stage.text == "5    │\n6    █")

    stage.resize(6, 6)
    #expect(stage.text == "1\n2\n3\n4\n5\n6")
  }

  @Test func `the wheel moves the caret by three lines a notch`() {
    let (stage, _) = stage("1\n2\n3\n4\n5\n6\n7\n8", 6, 8)

    stage.mouse(.wheelUp, 0, 0, steps: 2)
    #expect(stage.terminal.caret == Point(x: 1, y: 1))

    stage.mouse(.wheelDown, 0, 0)
    #expect(stage.terminal.caret == Point(x: 1, y: 4))
  }

  // MARK: The mouse

  @Test func `a click moves the caret, at most to the end of a wrapped line`() {
    let (stage, _) = stage("one two three", 12)

    stage.click(11, 0)
    #expect(stage.terminal.caret == Point(x: 7, y: 0))

    stage.click(2, 3)
    #expect(stage.terminal.caret == Point(x: 2, y: 1))
  }

  @Test func `a character that would combine with the one before it has its own column`() {
    let (stage, _) = stage("Q\u{1161}Z", 12)

    #expect(stage.text == "Q\u{FFFD}Z")
    #expect(stage.terminal.caret == Point(x: 3, y: 0))
  }

  @Test func `a wide character wraps as a whole`() {
    let (stage, _) = stage("현대아반떼", 6)

    #expect(stage.text == "현대\n아반\n떼")
    #expect(stage.terminal.caret == Point(x: 2, y: 2))
  }
}
