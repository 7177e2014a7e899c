import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("Article: Themes")
struct ThemesTests {
  @Test func `a view takes the styles of its roles from the theme`() {
    let screen = TestScreen(8, 1, theme: .sea)
    let score = screen.show(ScoreView())
    score.score = 3

    screen.expect("3 of 10", styles: "assssss")
    #expect(Theme.sea[.accent] == Style(foreground: .hex(0x5fd7d7)).bold)
  }

  @Test func `spans are drawn in the same styles`() {
    let screen = TestScreen(8, 1, theme: .sea)
    screen.show(scoreLabel(score: 3, best: 10))

    screen.expect("3 of 10", styles: "assssss")
  }

  @Test func `glyphs depend on the terminal`() {
    let unicode = TestScreen(4, 1)
    unicode.show(Divider())
    let ascii = TestScreen(4, 1, ascii: true)
    ascii.show(Divider())

    unicode.expect(
      """
      ▸───
      """)
    ascii.expect(
      """
      >---
      """)
  }
}
