import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct LabelTests {
  @Test func `a line that is too long ends in an ellipsis of one column`() {
    let stage = TestScreen(10, 2)
    let label = stage.show(Label("Mercedes-Benz E-Class"))
    #expect(stage.text == "Mercedes-…")

    label.text = "현대 아반떼 N"
    #expect(stage.text == "현대 아반…")

    label.text = "현대 K5 👍🏽 가나"
    #expect(stage.text == "현대 K5 …")
  }

  @Test func `lines wrap between words, and inside a word that is too long`() {
    let stage = TestScreen(12, 8)
    stage.show(Label("The server stalled.\nReally-very-long-words break", wraps: true))

    #expect(
      stage.text == """
        The server
        stalled.
        Really-very-
        long-words
        break
        """)
  }

  @Test func `text with more lines than fit ends in an ellipsis`() {
    let stage = TestScreen(12, 2)
    let label = stage.show(Label("The server stalled. Retry later.", wraps: true))
    #expect(stage.text == "The server\nstalled.…")

    label.text = "Really-very-long-words break here"
    #expect(stage.text == "Really-very-\nlong-words…")

    label.text = "Very-long-words-fill-every-row"
    #expect(stage.text == "Very-long-\nwords-fill-…")
  }

  @Test func `the ellipsis of text with more lines than fit never splits a wide character`() {
    let stage = TestScreen(12, 2)
    let label = stage.show(Label("현대 아반떼가나다라마바사", wraps: true))
    #expect(stage.text == "현대\n아반떼가나 …")

    label.text = "현대 아반떼가나다"
    #expect(stage.text == "현대\n아반떼가나다")
  }

  @Test func `wrapping never splits a wide character`() {
    #expect(wrapped("현대아반떼", width: 5) == ["현대", "아반", "떼"])
    #expect(wrapped("👍🏽👍🏽", width: 3) == ["👍🏽", "👍🏽"])
    #expect(wrapped("a  b", width: 9) == ["a  b"])
    #expect(wrapped("", width: 9) == [""])
    #expect(wrapped("Single-speed", width: 11) == ["Single-", "speed"])
    #expect(wrapped("-12.5-17.25", width: 8) == ["-12.5-17", ".25"])
    #expect(wrapped("/home/ann-lee/cars", width: 12) == ["/home/ann-le", "e/cars"])
    #expect(wrapped("abc", width: 0) == [])
  }

  @Test func `a line break can be CR LF`() {
    #expect(wrapped("one two\r\nthree\r\n", width: 4) == ["one", "two", "thre", "e", ""])

    let stage = TestScreen(9, 2)
    stage.show(Label("kia\r\nK5"))
    #expect(stage.text == "kia\nK5")
  }

  @Test func `the rest of a broken word is measured and broken like a word of its own`() {
    #expect(wrapped("aa-bb-cc/dd-ee-ff", width: 4) == ["aa-b", "b-cc", "/dd-", "ee-", "ff"])
    // A Hangul vowel takes a column only if it is measured alone.
    #expect(wrapped("a\u{1161}a\u{1161}a\u{1161} b", width: 2) == ["a\u{1161}", "a\u{1161}a\u{1161}", "b"])
    #expect(wrapped("e\u{301}e\u{301}e\u{301} b", width: 2) == ["e\u{301}e\u{301}", "e\u{301}", "b"])
    #expect(wrapped("현대 a", width: 1) == ["현", "대", "a"])
  }

  @Test(.timeLimit(.minutes(20))) func `breaking a long word takes time proportional to its length`() {
    let word = String(repeating: "a1", count: 100_000)
    var lines: [String] = []

    let time = processorTime(runs: 1) { lines = wrapped(word, width: 10) }

    let isComplete = lines == [String](repeating: "a1a1a1a1a1", count: 20_000)
    #expect(isComplete)
    #expect(time < 4)
  }

  @Test func `the lines follow the alignment`() {
    let stage = TestScreen(9, 2)
    let label = stage.show(Label("kia\nK5", alignment: .center))
    #expect(stage.text == "   kia\n   K5")

    label.alignment = .trailing
    #expect(stage.text == "      kia\n       K5")
  }

  @Test func `spans keep their roles when the line wraps`() {
    let stage = TestScreen(8, 3)
    stage.show(Label([Span("good ", .good), Span("and bad news", .bad)], wraps: true))

    #expect(stage.text == "good and\nbad news")
    #expect(stage.styles(row: 0, ["g": .good, "b": .bad]) == "gggggbbb")
    #expect(stage.styles(row: 1, ["g": .good, "b": .bad]) == "bbbbbbbb")
  }

  @Test func `a label fits its lines`() {
    let label = Label("Hyundai\nKia")
    #expect(label.sizeThatFits(Size(width: 40, height: 9)) == Size(width: 7, height: 2))

    label.wraps = true
    #expect(label.sizeThatFits(Size(width: 4, height: 9)) == Size(width: 4, height: 3))
    #expect(Label("").sizeThatFits(Size(width: 4, height: 9)) == .zero)
  }

  @Test func `escape sequences never reach a cell`() {
    let stage = TestScreen(20, 1)
    stage.show(Label("a\u{1B}[31mb\u{202E}c"))

    #expect(stage.text.contains("\u{1B}") == false)
    #expect(stage.text.contains("\u{202E}") == false)
  }
}
