import ReactorTerminal
import Testing

@MainActor
@Suite("Labels")
struct LabelTests {
  @Test("A line that is too long ends in an ellipsis, of one column also before Hangul")
  func ellipsis() {
    let stage = Stage(10, 2)
    let label = stage.show(Label("Mercedes-Benz E-Class"))
    #expect(stage.screen == "Mercedes-…")
    label.text = "현대 아반떼 N"
    #expect(stage.screen == "현대 아반…")
    label.text = "현대 K5 👍🏽 가나"
    #expect(stage.screen == "현대 K5 …")
  }

  @Test("A wrapping one goes on in the next line, between words, and inside a word that is too long")
  func wrapping() {
    let stage = Stage(12, 8)
    stage.show(Label("The server stalled.\nReally-very-long-words break", wraps: true))
    #expect(
      stage.screen == """
        The server
        stalled.
        Really-very-
        long-words
        break
        """)
  }

  @Test("Hangul and emoji are never cut in two by wrapping")
  func wrappingWide() {
    #expect(wrapped("현대아반떼", width: 5) == ["현대", "아반", "떼"])
    #expect(wrapped("👍🏽👍🏽", width: 3) == ["👍🏽", "👍🏽"])
    #expect(wrapped("a  b", width: 9) == ["a  b"])
    #expect(wrapped("", width: 9) == [""])
    #expect(wrapped("abc", width: 0) == [])
  }

  @Test("Lines stand where the alignment says")
  func alignment() {
    let stage = Stage(9, 2)
    let label = stage.show(Label("kia\nK5", alignment: .center))
    #expect(stage.screen == "   kia\n   K5")
    label.alignment = .trailing
    #expect(stage.screen == "      kia\n       K5")
  }

  @Test("Pieces keep their styles, also when the line wraps")
  func spans() {
    let stage = Stage(8, 3)
    stage.show(Label([Span("good ", .good), Span("and bad news", .bad)], wraps: true))
    #expect(stage.screen == "good and\nbad news")
    #expect(stage.styles(row: 0, ["g": .good, "b": .bad]) == "gggggbbb")
    #expect(stage.styles(row: 1, ["g": .good, "b": .bad]) == "bbbbbbbb")
  }

  @Test("It asks for the room of its lines")
  func size() {
    let label = Label("Hyundai\nKia")
    #expect(label.sizeThatFits(Size(width: 40, height: 9)) == Size(width: 7, height: 2))
    label.wraps = true
    #expect(label.sizeThatFits(Size(width: 4, height: 9)) == Size(width: 4, height: 3))
    #expect(Label("").sizeThatFits(Size(width: 4, height: 9)) == .zero)
  }

  @Test("Escape sequences in a text never reach a cell")
  func harmless() {
    let stage = Stage(20, 1)
    stage.show(Label("a\u{1B}[31mb\u{202E}c"))
    #expect(stage.screen.contains("\u{1B}") == false)
    #expect(stage.screen.contains("\u{202E}") == false)
  }
}
