import ReactorTerminal
import Testing

@MainActor
@Suite("A text field")
struct TextFieldTests {
  private func stage(_ width: Int = 20, _ text: String = "") -> (Stage, TextField) {
    let stage = Stage(width, 1)
    return (stage, stage.show(TextField(text)))
  }

  @Test(
    "Typing and the keys that every shell has",
    arguments: [
      (["x"], "kia k5x", 7), ([.control("a"), "x"], "xkia k5", 1), ([.home, .control("e"), "x"], "kia k5x", 7),
      ([.control("w")], "kia ", 4), ([.control("u")], "", 0), ([.control("a"), .control("k")], "", 0),
      ([.left, .left, .control("k")], "kia ", 4), ([.alt("b"), "x"], "kia xk5", 5),
      ([.home, .alt("f"), "x"], "kiax k5", 4), ([.backspace], "kia k", 5), ([.home, .delete], "ia k5", 0),
      ([.left, .right, .right, .end], "kia k5", 6), ([.home, .left, .backspace], "kia k5", 0),
      ([.control("w"), .control("w")], "", 0), ([.home, .alt("d")], " k5", 0),
    ] as [([Key], String, Int)])
  func editing(keys: [Key], expected: String, caret: Int) {
    let (stage, field) = stage(20, "kia k5")
    let changes = Recording(field.changed)
    for key in keys { stage.press(key) }
    #expect(field.text == expected)
    #expect(stage.terminal.caret == Point(x: caret, y: 0))
    #expect((changes.elements.last ?? "kia k5") == expected)
  }

  @Test("One press is one character as a person sees it, and the caret counts columns")
  func graphemes() {
    let (stage, field) = stage(20, "현대 👍🏽e\u{301}")
    #expect(stage.terminal.caret == Point(x: 8, y: 0))
    stage.press(.backspace)
    #expect(field.text == "현대 👍🏽")
    #expect(stage.terminal.caret == Point(x: 7, y: 0))
    stage.press(.backspace)
    #expect(field.text == "현대 ")
    stage.press(.home, .right)
    #expect(stage.terminal.caret == Point(x: 2, y: 0))
    stage.press(.delete)
    #expect(field.text == "현 ")
  }

  @Test("A mark that is typed alone joins the letter before it")
  func combining() {
    let (stage, field) = stage(20, "e")
    stage.press(Key(.character("\u{301}")))
    #expect(field.text == "é")
    #expect(stage.terminal.caret == Point(x: 1, y: 0))
    stage.press(.backspace)
    #expect(field.text == "")
  }

  @Test("Longer than the field, the text scrolls so that the caret is inside")
  func scrolling() {
    let (stage, _) = stage(8)
    stage.type("abcdefghij")
    #expect(stage.screen == "defghij")
    #expect(stage.terminal.caret == Point(x: 7, y: 0))
    stage.press(.home)
    #expect(stage.screen == "abcdefgh")
    #expect(stage.terminal.caret == Point(x: 0, y: 0))
    stage.press(.end, .backspace, .backspace, .backspace, .backspace)
    #expect(stage.screen == "abcdef")
  }

  @Test("Wide characters are never drawn by half")
  func wideScrolling() {
    let (stage, _) = stage(6)
    stage.type("가나다라")
    #expect(stage.screen == "다라")
    #expect(stage.terminal.caret == Point(x: 4, y: 0))
  }

  @Test("A paste is one change, on one line, without control characters")
  func paste() {
    let (stage, field) = stage(40)
    let changes = Recording(field.changed)
    stage.terminal.feed([.paste(Paste("kia\nK5\r\n\u{1B}[31m\tred"))])
    #expect(field.text == "kia K5 [31m red")
    #expect(changes.elements == ["kia K5 [31m red"])
  }

  @Test("There is room for no more characters than it says, in a paste too")
  func maxLength() {
    let (stage, field) = stage()
    field.maxLength = 4
    stage.type("현대")
    stage.terminal.feed([.paste(Paste("abcdef"))])
    stage.type("x")
    #expect(field.text == "현대ab")
    stage.press(.home)
    stage.type("x")
    #expect(field.text == "현대ab")
  }

  @Test("A secret is shown as asterisks, one for each character")
  func secret() {
    let (stage, field) = stage(20, "비밀pw")
    field.isSecret = true
    #expect(stage.screen == "****")
    #expect(stage.terminal.caret == Point(x: 4, y: 0))
  }

  @Test("Empty, it shows its placeholder behind its prefix")
  func placeholder() {
    let stage = Stage(16, 1)
    stage.show(TextField(placeholder: "make:kia year>=2020", prefix: "/"))
    #expect(stage.screen == "/make:kia year>…")
    #expect(stage.terminal.caret == Point(x: 1, y: 0))
    stage.type("k")
    #expect(stage.screen == "/k")
  }

  @Test("Enter and Esc are taken where someone listens, else they go on")
  func submitAndCancel() {
    let stage = Stage(20, 1)
    let screen = Screen()
    let field = TextField("kia")
    var around: [String] = []
    screen.addSubview(field)
    screen.keys(.enter, id: "screen.enter", title: "E").bind { around.append("enter") }
    screen.keys(.escape, id: "screen.escape", title: "E").bind { around.append("escape") }
    stage.show(screen)
    stage.press(.enter, .escape)
    #expect(around == ["enter", "escape"])
    let submitted = Recording(field.submitted)
    let cancelled = Recording(field.cancelled)
    stage.press(.enter, .escape)
    #expect(around == ["enter", "escape"])
    #expect(submitted.elements == ["kia"])
    #expect(cancelled.elements.count == 1)
  }

  @Test("Setting the text tells nobody and puts the caret at the end")
  func settingText() {
    let (stage, field) = stage(20, "kia")
    let changes = Recording(field.changed)
    field.text = "hyundai"
    #expect(changes.elements.isEmpty)
    stage.window.render()
    #expect(stage.terminal.caret == Point(x: 7, y: 0))
    stage.press(.home)
    field.text = "hyundai"
    stage.window.render()
    #expect(stage.terminal.caret == Point(x: 0, y: 0))
  }

  @Test("A click puts the caret there, and behind the end at the end")
  func click() {
    let (stage, _) = stage(20, "현대 k5")
    stage.click(3, 0)
    #expect(stage.terminal.caret == Point(x: 2, y: 0))
    stage.click(15, 0)
    #expect(stage.terminal.caret == Point(x: 7, y: 0))
  }
}
