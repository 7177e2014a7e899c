import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
import Testing

/// Programs that type for the user, and terminals that paste without brackets, send thousands of keys at once.
@MainActor
@Suite struct TypingTests {
  private func keys(_ text: String) -> [Event] { text.map { .key(Key(.character($0))) } }

  private func letters(_ count: Int) -> String {
    String((0..<count).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
  }

  @Test func `keys that arrive together are announced as one edit`() {
    let stage = TestScreen(20, 1)
    let field = stage.show(TextField())
    let changes = Recorder(field.changed.asObservable())

    stage.terminal.feed(keys("kia") + [.key(.backspace), .key(.left)] + keys("x"))

    #expect(changes.elements == ["kxi"])
    #expect(stage.terminal.caret == Point(x: 2, y: 0))
  }

  @Test func `edits are announced before a command runs`() {
    let stage = TestScreen(20, 2)
    let screen = Screen()
    let field = TextField()
    var log: [String] = []
    field.changed.subscribe { log.append("changed \($0)") }.disposed(by: stage.window.disposeBag)
    screen.keys(.enter, id: CommandID("submit"), title: "Submit").bind { log.append("submitted \(field.text)") }
    screen.addSubview(field)
    stage.show(screen)

    stage.terminal.feed(keys("kia") + [.key(.enter)] + keys("!"))

    #expect(log == ["changed kia", "submitted kia", "changed kia!"])
  }

  @Test func `keys after Tab belong to the next field`() {
    let stage = TestScreen(20, 2)
    let form = FormView()
    let first = form.add("A", TextField())
    let second = form.add("B", TextField())
    stage.show(form)

    stage.terminal.feed(keys("one") + [.key(.tab)] + keys("two"))

    #expect([first.text, second.text] == ["one", "two"])
  }

  @Test(.timeLimit(.minutes(20)), arguments: [5_000, 20_000])
  func `thousands of letters at once are inserted quickly`(count: Int) {
    let stage = TestScreen(60, 12)
    let field = stage.show(TextField())
    field.maxLength = count
    let area = TextArea()

    let time = processorTime(runs: 1) {
      stage.terminal.feed(keys(letters(count)))
      stage.show(area)
      stage.terminal.feed(keys(letters(count)))
    }

    let isComplete = field.text == letters(count) && area.text == letters(count)
    #expect(isComplete)
    #expect(time < 2)
  }

  @Test(.timeLimit(.minutes(20))) func `an edit in long text costs no more than what it changes`() {
    let stage = TestScreen(60, 12)
    let area = stage.show(TextArea(letters(20_000)))
    let edits: [Event] = [.key("x"), .key(.left), .key("y"), .key(.backspace)]

    let time = processorTime(runs: 1) {
      stage.terminal.feed((0..<5_000).flatMap { _ in edits })
    }

    #expect(area.text.count == 25_000)
    #expect(time < 4)
  }

  @Test(.timeLimit(.minutes(20))) func `after a pasted megabyte a key costs no more than before`() {
    let stage = TestScreen(60, 4)
    let screen = Screen()
    let field = TextField()
    screen.addSubview(field)
    stage.show(screen)
    field.frame = Rect(x: 0, y: 0, width: 60, height: 1)

    stage.terminal.feed([.paste(Paste(letters(1 << 20)))])
    let isFull = field.text == letters(TextField.defaultMaxLength)
    let time = processorTime(runs: 1) { for _ in 0..<20 { stage.press(.backspace, "x") } }

    #expect(isFull)
    #expect(field.text.utf8.count == TextField.defaultMaxLength)
    #expect(time < 2)
  }

  @Test func `a toast reports that a field is full`() {
    let stage = TestScreen(70, 6)
    let field = stage.show(TextField())
    field.maxLength = 5

    stage.terminal.feed(keys("abcdefg"))

    #expect(field.text == "abcde")
    #expect(stage.text.contains("Limited to 5 characters. The rest was discarded."))
  }

  @Test func `a toast reports that the end of a paste was lost`() {
    let stage = TestScreen(70, 6)
    let field = stage.show(TextField())

    stage.terminal.feed([.paste(Paste("half", isTruncated: true))])

    #expect(field.text == "half")
    #expect(stage.text.contains("Paste incomplete. Paste the rest separately."))
  }

  @Test func `the palette filters once for all keys that arrive together, and limits the query`() {
    let stage = TestScreen(60, 16)
    let screen = Screen()
    for index in 0..<60 { screen.keys(id: CommandID("test.\(index)"), title: "Command \(index)") }
    stage.show(NavigationStack(root: screen))
    stage.window.present(CommandPalette(stage.window.activeCommands))

    let time = processorTime(runs: 1) { stage.terminal.feed(keys(letters(20_000))) }

    #expect(stage.text.contains("No matching commands"))
    // The two hundredth letter is the last one.
    #expect(stage.text.contains("opqr  │"))
    #expect(time < 2)
  }
}
