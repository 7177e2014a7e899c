import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct QueryFieldTests {
  private let stage = TestScreen(30, 8)
  private let disposeBag = DisposeBag()

  /// A field above a list, whose owner completes makes at once.
  private func query(_ words: [String] = ["kia", "kona", "현대"], isAsynchronous: Bool = false) -> QueryField {
    let form = StackView(.vertical)
    let query = form.add(QueryField(placeholder: "Search cars", prefix: "/"))
    form.add(ScrollText((1...20).map { [Span("line \($0)")] }), .share(1))
    stage.show(form)
    stage.window.focus(query.field)
    stage.window.render()
    if !isAsynchronous { complete(query, words) }
    return query
  }

  private func complete(_ query: QueryField, _ words: [String]) {
    query.completionRequested.bind { [weak query] request in
      query?.completions = QueryCompletions(
        for: request.query, replacing: request.word,
        candidates: words.filter { !request.prefix.isEmpty && $0.hasPrefix(request.prefix) }.map {
          QueryCompletion($0, detail: "\($0.count)")
        })
    }.disposed(by: disposeBag)
  }

  private func offers(_ command: CommandID) -> Bool {
    stage.window.activeBindings.contains { $0.id == command }
  }

  @Test func `completions for the word at the caret cover what is below, and nothing moves`() {
    let query = query()
    stage.type("ev k")

    #expect(
      stage.text == """
        /ev k
        li  kia   3                  █
        li  kona  4                  █
        line 3                       │
        line 4                       │
        line 5                       │
        line 6                       │
        line 7                       │
        """)
    #expect(query.isListOpen && offers("query.complete") && offers("query.closeList") && !offers("query.clear"))
  }

  @Test func `Tab replaces the word with the first completion or the selected one`() {
    let query = query()
    let changes = Recorder(query.field.changed.asObservable())
    stage.type("k ev")
    stage.press(.home, .right)
    stage.type("i")
    #expect(query.isListOpen)

    stage.press(.tab)
    #expect(query.field.text == "kia ev" && !query.isListOpen && changes.takeElements().last == "kia ev")

    stage.press(.end)
    stage.type(" k")
    stage.press(.down, .down, .tab)
    #expect(query.field.text == "kia ev kona")
  }

  @Test func `Enter accepts a selected completion, and confirms the query without one`() {
    let query = query()
    let confirmed = Recorder(query.confirmed.asObservable())
    stage.type("k")

    stage.press(.up, .enter)
    #expect(query.field.text == "kona" && confirmed.elements.isEmpty)

    stage.type(" k")
    stage.press(.enter)
    #expect(confirmed.takeElements() == ["kona k"] && !query.isListOpen)
  }

  @Test func `Esc closes the list until the text changes, and then clears`() {
    let query = query()
    let cleared = Recorder(query.cleared.asObservable())
    stage.type("k")

    stage.press(.escape)
    #expect(!query.isListOpen && cleared.elements.isEmpty && !offers("query.complete") && offers("query.clear"))
    stage.type("i")
    #expect(query.isListOpen)

    stage.press(.escape, .escape)
    #expect(cleared.elements.count == 1)
  }

  @Test func `a confirmed query has completions when it is typed again`() {
    let query = query()
    stage.type("k")
    stage.press(.enter)
    #expect(!query.isListOpen)
    query.field.text = ""

    stage.type("k")

    #expect(query.isListOpen)
  }

  @Test func `an answer that comes too late is ignored`() {
    let query = query(isAsynchronous: true)
    let requests = Recorder(query.completionRequested.asObservable())
    stage.type("k")
    let late = QueryCompletions(for: "k", replacing: 0..<1, candidates: [QueryCompletion("kia")])
    stage.type("x")
    query.completions = late
    #expect(!query.isListOpen)
    #expect(
      requests.elements == [
        QueryCompletionRequest(query: "k", caret: 1), QueryCompletionRequest(query: "kx", caret: 2),
      ])

    query.completions = QueryCompletions(for: "kx", replacing: 0..<2, candidates: [QueryCompletion("kia")])
    #expect(query.isListOpen)
    query.completions = nil
    #expect(!query.isListOpen)
  }

  @Test func `a word that is complete has no list`() {
    let query = query()
    stage.type("kia")
    #expect(!query.isListOpen)
  }

  @Test func `the arrow keys recall earlier queries while the list is closed`() {
    let query = query()
    let changes = Recorder(query.field.changed.asObservable())
    query.history = ["ev6", "kia"]
    stage.type("dr")

    stage.press(.up)
    #expect(query.field.text == "kia" && !query.isListOpen)
    stage.press(.up, .up)
    #expect(query.field.text == "ev6")
    stage.press(.down, .down, .down)

    #expect(query.field.text == "dr")
    #expect(changes.elements == ["d", "dr", "kia", "ev6", "kia", "dr"])
    stage.press(.up)
    stage.type(" k")
    #expect(query.isListOpen)
  }

  @Test func `the message has a line of its own`() {
    let query = query()
    stage.type("kai")
    query.message = [Span("Did you mean "), Span("kia", .accent), Span("?")]

    #expect(stage.rows.prefix(2) == ["/kai", " Did you mean kia?"] && stage.rows[2].hasPrefix("line 1 "))
    query.message = []
    #expect(stage.rows[1].hasPrefix("line 1 "))
  }

  @Test(arguments: [(30, 15), (10, 6), (6, 2), (3, 2), (1, 1)])
  func `a long message leaves four lines to other views, unless it would have none`(proposed: Int, height: Int) {
    let query = QueryField()
    query.message = [Span(Array(repeating: String(repeating: "x", count: 38), count: 14).joined(separator: " "))]

    #expect(query.sizeThatFits(Size(width: 40, height: proposed)) == Size(width: 40, height: height))
  }

  @Test func `the owner decides at each key whether the up arrow recalls a query`() {
    let query = query()
    query.history = ["kia"]
    query.recallsOlder = { [weak query] in query?.history.count == 2 }
    stage.press(.up)
    #expect(query.field.text.isEmpty)

    query.history = ["kia", "ev6"]
    stage.press(.up)

    #expect(query.field.text == "ev6")
  }

  @Test func `marked words have a style of their own and an underline`() {
    let query = query()
    query.field.text = "현대 mpq>3"
    query.field.marks = [TextMark(7..<10, role: .error, isUnderlined: true), TextMark(90..<99, role: .good)]
    stage.window.render()

    let underlined = (0..<30).filter {
      stage.window.grid.style(at: Point(x: $0, y: 0)).attributes.contains(.underline)
    }
    #expect(underlined == [6, 7, 8])
  }

  @Test func `a click accepts a completion, and the list closes when the focus leaves`() {
    let query = query()
    stage.type("k")
    stage.click("kona")
    #expect(query.field.text == "kona" && query.field.isFocused)

    stage.type(" k")
    #expect(query.isListOpen)
    stage.click("line 7")
    #expect(!query.isListOpen)
  }

  @Test func `the list opens upward at the bottom, and long ones scroll`() {
    let form = StackView(.vertical)
    form.add(ScrollText((1...20).map { [Span("line \($0)")] }), .share(1))
    let query = form.add(QueryField())
    stage.show(form)
    stage.window.focus(query.field)
    complete(query, (10..<30).map { "make\($0)" })

    stage.type("m")
    #expect(stage.rows[0].contains("make10") && stage.rows[6].contains("make16") && stage.rows[7] == "m")

    for _ in 0..<8 { stage.press(.down) }
    #expect(stage.rows[6].hasPrefix("▸ make17"))
    stage.press(.tab)
    #expect(query.field.text == "make17")
  }

  @Test func `the list is above the field if it would cover the message below it`() {
    let form = StackView(.vertical)
    form.add(ScrollText((1...20).map { [Span("line \($0)")] }), .share(1))
    let query = form.add(QueryField(prefix: "/"))
    form.add(Label("footer"))
    stage.show(form)
    stage.window.focus(query.field)
    complete(query, ["year"])
    stage.type("kia ye")

    query.message = [Span("No car matches \"ye\".")]

    #expect(Array(stage.rows[5...]) == ["/kia ye", " No car matches \"ye\".", "footer"])
    #expect(stage.rows[4].contains("  year  4"))
  }

  @Test func `the list is below the message if there is space`() {
    let query = query(["year"])
    stage.type("kia ye")

    query.message = [Span("No car matches \"ye\". The field year takes a number.")]
    #expect(stage.rows.prefix(3) == ["/kia ye", " No car matches \"ye\". The", " field year takes a number."])
    #expect(stage.rows[3].contains("  year  4"))

    query.message = []
    #expect(stage.rows[1].contains("  year  4"))
  }

  @Test func `the list disappears with the field`() {
    let query = query()
    stage.type("k")
    #expect(query.isListOpen)

    stage.show(View())

    #expect(!query.isListOpen && stage.text.isEmpty)
  }

  @Test(arguments: [(1, 1), (3, 2), (8, 3), (200, 60)])
  func `any size can be drawn`(width: Int, height: Int) {
    let query = query()
    stage.type("현대 k")
    stage.press(.down)
    query.message = [Span("오류")]
    stage.resize(width, height)
    stage.press(.down, .down, .tab)

    #expect(query.field.text == "현대 kia" || query.field.text == "현대 kona")
  }

  @Test func `Esc closes the list, then clears the query, then ends the search, and the hint says which`() {
    let stage = TestScreen(40, 8)
    let query = stage.show(QueryField(prefix: "/"))
    let ended = Recorder(query.ended.asObservable())
    stage.type("ki")
    query.completions = QueryCompletions(for: "ki", replacing: 0..<2, candidates: [QueryCompletion("kia")])
    stage.window.render()
    #expect(query.isListOpen)

    stage.press(.escape)
    #expect(!query.isListOpen && query.field.text == "ki")
    #expect(query.command(QueryField.clear)?.title == "Clear")

    stage.press(.escape)
    #expect(query.field.text == "" && ended.elements.isEmpty)
    #expect(query.command(QueryField.clear)?.title == "Close")

    stage.press(.escape)
    #expect(ended.elements.count == 1)
  }

  @Test func `completions disappear when the program replaces the text that they belong to`() {
    let stage = TestScreen(40, 8)
    let query = stage.show(QueryField(prefix: "/"))
    stage.type("ki")
    query.completions = QueryCompletions(for: "ki", replacing: 0..<2, candidates: [QueryCompletion("kia")])
    #expect(query.isListOpen)

    query.field.text = ""

    #expect(!query.isListOpen && !stage.text.contains("kia"))
  }
}
