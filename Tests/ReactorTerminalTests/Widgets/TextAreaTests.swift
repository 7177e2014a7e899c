import ReactorTerminal
import Testing

@MainActor
@Suite("A text area")
struct TextAreaTests {
  private func stage(_ text: String = "", _ width: Int = 12, _ height: Int = 4) -> (Stage, TextArea) {
    let stage = Stage(width, height)
    return (stage, stage.show(TextArea(text, placeholder: "A note")))
  }

  @Test("Lines wrap between words; Enter begins another one")
  func typing() {
    let (stage, area) = stage()
    #expect(stage.screen == "A note")
    let changes = Recording(area.changed)
    stage.type("one two three")
    stage.press(.enter)
    stage.type("q?")
    #expect(stage.screen == "one two\nthree\nq?")
    #expect(area.text == "one two three\nq?")
    #expect(changes.elements.count == 16)
    #expect(stage.terminal.caret == Point(x: 2, y: 2))
  }

  @Test("↑ and ↓ keep the column, through shorter lines and wrapped ones")
  func vertical() {
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

  @Test("Home and End are those of the line that was typed; deleting joins lines")
  func editing() {
    let (stage, area) = stage("one\ntwo", 20)
    stage.press(.home, "x", .end, "y", .control("u"))
    #expect(area.text == "one\n")
    stage.press(.backspace, .control("w"))
    #expect(area.text == "")
  }

  @Test("It scrolls with the caret, and a scrollbar shows that there is more")
  func scrolling() {
    let (stage, _) = stage("1\n2\n3\n4\n5\n6", 6, 3)
    #expect(stage.screen == "4    │\n5    │\n6    █")
    stage.press(.pageUp, .pageUp, .pageUp)
    #expect(stage.screen == "1    █\n2    │\n3    │")
    #expect(stage.terminal.caret == Point(x: 0, y: 0))
  }

  @Test("Wide characters wrap whole")
  func wide() {
    let (stage, _) = stage("현대아반떼", 6)
    #expect(stage.screen == "현대\n아반\n떼")
    #expect(stage.terminal.caret == Point(x: 2, y: 2))
  }

  @Test("A paste keeps its lines and loses its control characters")
  func paste() {
    let (stage, area) = stage()
    stage.terminal.feed([.paste(Paste("a\r\nb\u{7}c\td"))])
    #expect(area.text == "a\nbc d")
  }

  @Test("Tab, Esc, Ctrl-S and Ctrl-D are left to what is around it")
  func leftAlone() {
    let stage = Stage(20, 4)
    let screen = Screen()
    let area = TextArea("kia")
    screen.addSubview(area)
    var around: [String] = []
    for (key, name) in [(Key.escape, "esc"), (.control("s"), "save"), (.control("d"), "done")] {
      screen.command(KeyBinding(id: name, keys: [key], title: name)).bind { around.append(name) }
    }
    stage.show(screen)
    stage.press(.escape, .control("s"), .control("d"), .tab)
    #expect(around == ["esc", "save", "done"])
    #expect(area.text == "kia")
  }

  @Test("A click puts the caret there; a line that was broken ends where it was broken")
  func click() {
    let (stage, _) = stage("one two three", 12)
    stage.click(11, 0)
    #expect(stage.terminal.caret == Point(x: 7, y: 0))
    stage.click(2, 3)
    #expect(stage.terminal.caret == Point(x: 2, y: 1))
  }
}
