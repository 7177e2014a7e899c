import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("Article: Themes")
struct ThemesTests {
  @Test func `a view takes the styles of its roles from the theme`() {
    let stage = Stage(8, 1, theme: .sea)
    let score = stage.show(ScoreView())
    score.score = 3
    stage.window.render()

    expectScreen(stage.terminal, equals: "3 of 10", styles: "assssss", theme: .sea)
    #expect(stage.window.grid.style(at: .zero) == Style(foreground: .hex(0x5fd7d7)).bold)
  }

  @Test func `spans are drawn in the same styles`() {
    let stage = Stage(8, 1, theme: .sea)
    stage.show(scoreLabel(score: 3, best: 10))

    expectScreen(stage.terminal, equals: "3 of 10", styles: "assssss", theme: .sea)
  }

  @Test func `glyphs depend on the terminal`() {
    let unicode = Stage(4, 1)
    unicode.show(Divider())
    let ascii = Stage(4, 1, ascii: true)
    ascii.show(Divider())

    expectScreen(
      unicode.terminal,
      equals: """
        ▸───
        """)
    expectScreen(
      ascii.terminal,
      equals: """
        >---
        """)
  }
}
