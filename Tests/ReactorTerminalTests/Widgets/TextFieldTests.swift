import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct TextFieldTests {
  private func stage(_ width: Int = 20, _ text: String = "") -> (TestScreen, TextField) {
    let stage = TestScreen(width, 1)
    return (stage, stage.show(TextField(text)))
  }

  // MARK: Editing

  @Test(
    arguments: [
      (["x"], "kia k5x", 7), ([.control("a"), "x"], "xkia k5", 1), ([.home, .control("e"), "x"], "kia k5x", 7),
      ([.control("w")], "kia ", 4), ([.control("u")], "", 0), ([.control("a"), .control("k")], "", 0),
      ([.left, .left, .control("k")], "kia ", 4), ([.alt("b"), "x"], "kia xk5", 5),
      ([.alt("b"), .alt("b"), "x"], "xkia k5", 1), ([.home, .alt("f"), "x"], "kiax k5", 4),
      ([.home, .alt("f"), .alt("f"), "x"], "kia k5x", 7), ([.backspace], "kia k", 5), ([.home, .delete], "ia k5", 0),
      ([.left, .right, .right, .end], "kia k5", 6), ([.home, .left, .backspace], "kia k5", 0),
      ([.control("w"), .control("w")], "", 0), ([.home, .alt("d")], " k5", 0),
    ] as [([Key], String, Int)])
  func `the editing keys of a shell work`(keys: [Key], expected: String, caret: Int) {
    let (stage, field) = stage(20, "kia k5")
    let changes = Recorder(field.changed.asObservable())

    for key in keys { stage.press(key) }

    #expect(field.text == expected)
    #expect(stage.terminal.caret == Point(x: caret, y: 0))
    #expect((changes.elements.last ?? "kia k5") == expected)
  }

  @Test func `a key moves over or deletes one grapheme cluster, and the caret counts columns`() {
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

  @Test func `a combining mark that is typed alone joins the letter before it`() {
    let (stage, field) = stage(20, "e")

    stage.press(Key(.character("\u{301}")))
    #expect(field.text == "é")
    #expect(stage.terminal.caret == Point(x: 1, y: 0))

    stage.press(.backspace)
    #expect(field.text == "")
  }

  @Test func `a paste is one edit, on one line, without control characters`() {
    let (stage, field) = stage(40)
    let changes = Recorder(field.changed.asObservable())

    stage.terminal.feed([.paste(Paste("kia\nK5\r\n\u{1B}[31m\tred"))])

    #expect(field.text == "kia K5 [31m red")
    #expect(changes.elements == ["kia K5 [31m red"])
  }

  @Test func `the length limit applies to keys and pastes`() {
    let (stage, field) = stage()
    field.maxLength = 4

    stage.type("현대")
    stage.terminal.feed([.paste(Paste("abcdef"))])
    stage.type("x")
    stage.press(.home)
    stage.type("x")

    #expect(field.text == "현대ab")
  }

  @Test func `the largest length limit is no limit`() {
    let (stage, field) = stage()
    field.maxLength = .max

    stage.type("현")
    stage.paste("대 k5")
    stage.type("x")

    #expect(field.text == "현대 k5x")
  }

  // MARK: Announcing

  @Test func `Enter and Esc are handled only if they have subscribers`() {
    let stage = TestScreen(20, 1)
    let screen = Screen()
    let field = TextField("kia")
    var handledByScreen: [String] = []
    screen.addSubview(field)
    screen.keys(.enter, id: CommandID("screen.enter"), title: "E").bind { handledByScreen.append("enter") }
    screen.keys(.escape, id: CommandID("screen.escape"), title: "E").bind { handledByScreen.append("escape") }
    stage.show(screen)

    stage.press(.enter, .escape)
    #expect(handledByScreen == ["enter", "escape"])

    let submitted = Recorder(field.submitted.asObservable())
    let canceled = Recorder(field.canceled.asObservable())
    stage.press(.enter, .escape)
    #expect(handledByScreen == ["enter", "escape"])
    #expect(submitted.elements == ["kia"])
    #expect(canceled.elements.count == 1)
  }

  @Test func `edits are announced before Enter, Esc and a new focus`() {
    let stage = TestScreen(20, 2)
    let form = FormView()
    let field = form.add("A", TextField())
    let next = form.add("B", TextField())
    stage.show(form)
    var log: [String] = []
    let bag = stage.window.disposeBag
    field.changed.subscribe { log.append("changed \($0)") }.disposed(by: bag)
    field.submitted.subscribe { log.append("submitted \($0)") }.disposed(by: bag)
    field.canceled.subscribe { log.append("canceled") }.disposed(by: bag)

    stage.terminal.feed([.key("a"), .key(.enter), .key("b"), .key(.escape), .key("c")] + [focusing(next, in: stage)])

    #expect(log == ["changed a", "submitted a", "changed ab", "canceled", "changed abc"])
    #expect(next.isFocused)
  }

  /// Returns a click on a view.
  private func focusing(_ view: View, in stage: TestScreen) -> Event {
    .mouse(MouseEvent(.press, at: view.convertToWindow(.zero)))
  }

  @Test func `losing the focus announces an edit at once`() {
    let stage = TestScreen(20, 2)
    let form = FormView()
    let field = form.add("A", TextField())
    let next = form.add("B", TextField())
    stage.show(form)
    let changes = Recorder(field.changed.asObservable())

    _ = field.intercept(typed: "kia")
    stage.window.focus(next)

    #expect(changes.elements == ["kia"])
  }

  @Test(arguments: [
    ("kia ev6", 3, "KIA EV6", 3), ("kia  ev6", 5, "kia ev6", 4), ("1234567", 5, "123-4567", 6), ("abc", 3, "abcdef", 6),
    ("  ab", 2, "ab", 0), ("abcdef", 6, "x", 1), ("xyz", 1, "", 0), ("한글 시험", 3, "한글 시험!", 3),
  ])
  func `the caret keeps its position when text is normalized while it is typed`(
    old: String, caret: Int, new: String, expected: Int
  ) {
    let stage = TestScreen(20, 1)
    let field = stage.show(TextField(old))
    for _ in 0..<(old.count - caret) { stage.press(.left) }

    field.text = new

    #expect(field.caretOffset == new.prefix(expected).utf8.count)
  }

  @Test func `text that is bound through a reducer that removes spaces can be edited in the middle`() {
    let stage = TestScreen(20, 1)
    let field = stage.show(TextField("ABEF"))
    field.changed.subscribe { [unowned field] in field.text = $0.uppercased().filter { $0 != " " } }
      .disposed(by: stage.window.disposeBag)

    stage.press(.left, .left)
    stage.type("c d")

    #expect(field.text == "ABCDEF" && stage.caret?.x == 4)
  }

  @Test func `setting the text moves the caret to the end and announces nothing`() {
    let (stage, field) = stage(20, "kia")
    let changes = Recorder(field.changed.asObservable())

    field.text = "hyundai"
    stage.window.render()
    #expect(stage.terminal.caret == Point(x: 7, y: 0))

    stage.press(.home)
    field.text = "hyundai"
    stage.window.render()
    #expect(stage.terminal.caret == Point(x: 0, y: 0))
    #expect(changes.elements.isEmpty)
  }

  // MARK: Drawing and scrolling

  @Test func `text that is wider than the field scrolls with the caret`() {
    let (stage, _) = stage(8)

    stage.type("abcdefghij")
    #expect(stage.text == "defghij")
    #expect(stage.terminal.caret == Point(x: 7, y: 0))

    stage.press(.home)
    #expect(stage.text == "abcdefgh")
    #expect(stage.terminal.caret == Point(x: 0, y: 0))

    stage.press(.end, .backspace, .backspace, .backspace, .backspace)
    #expect(stage.text == "abcdef")
  }

  @Test func `another width scrolls to the caret`() {
    let (stage, _) = stage(20, "abcdefghij")

    stage.resize(6, 1)
    #expect(stage.text == "fghij")

    stage.resize(20, 1)
    #expect(stage.text == "abcdefghij")
  }

  @Test func `a wide character is drawn completely or not at all`() {
    let (stage, _) = stage(6)

    stage.type("가나다라")

    #expect(stage.text == "다라")
    #expect(stage.terminal.caret == Point(x: 4, y: 0))
  }

  @Test func `a secret is shown as one asterisk for each character`() {
    let (stage, field) = stage(20, "비밀pw")

    field.isSecret = true

    #expect(stage.text == "****")
    #expect(stage.terminal.caret == Point(x: 4, y: 0))
  }

  @Test func `an empty field shows its placeholder after the prefix`() {
    let stage = TestScreen(16, 1)
    stage.show(TextField(placeholder: "make:kia year>=2020", prefix: "/"))
    #expect(stage.text == "/make:kia year>…")
    #expect(stage.terminal.caret == Point(x: 1, y: 0))

    stage.type("k")
    #expect(stage.text == "/k")
  }

  @Test func `a key without effect draws no frame`() {
    let (stage, _) = stage(20, "kia")
    stage.window.render()
    let frames = stage.terminal.frameCount

    stage.press(.right, .end, .delete)

    #expect(stage.terminal.frameCount == frames)
  }

  // MARK: The mouse

  @Test func `a click moves the caret to the character or to the end`() {
    let (stage, _) = stage(20, "현대 k5")

    stage.click(3, 0)
    #expect(stage.terminal.caret == Point(x: 2, y: 0))

    stage.click(15, 0)
    #expect(stage.terminal.caret == Point(x: 7, y: 0))
  }

  @Test func `a click takes the prefix and the scroll position into account`() {
    let stage = TestScreen(8, 1)
    let field = stage.show(TextField("abcdefghij", prefix: "/"))
    #expect(stage.text == "/efghij")

    stage.click(2, 0)
    stage.type("X")

    #expect(field.text == "abcdeXfghij")
  }
}
