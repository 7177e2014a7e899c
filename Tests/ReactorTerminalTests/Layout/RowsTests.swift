import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("Rows and Columns")
struct RowsTests {
  @Test func `rows divide the height, and columns the width`() {
    let stage = TestScreen(12, 6)

    stage.show(
      Rows {
        Label("title")
        Columns(spacing: 1) {
          Tile("a").fill(2)
          Tile("b").fill()
        }
        .fill()
        Tile("c").height(2)
      })

    #expect(stage.rows == ["title", "aaaaaaa bbbb", "aaaaaaa bbbb", "aaaaaaa bbbb", "cccccccccccc", "cccccccccccc"])
  }

  @Test func `a hidden view takes no room`() {
    let stage = TestScreen(4, 3)
    let bar = Tile("b")
    stage.show(
      Rows {
        Tile("a").fill()
        bar.height(1)
      })
    #expect(stage.rows == ["aaaa", "aaaa", "bbbb"])

    bar.isHidden = true

    #expect(stage.rows == ["aaaa", "aaaa", "aaaa"])
  }

  @Test func `views in a loop or under a condition follow each other`() {
    let stage = TestScreen(4, 4)
    let isTall = true

    stage.show(
      Rows {
        for character in "ab" { Tile(character).height(1) }
        if isTall { Tile("c").height(1) }
        Tile("d").fit(maximum: 1)
      })

    #expect(stage.rows == ["aaaa", "bbbb", "cccc", "dddd"])
  }

  @Test func `the content of a screen fills it, and another one replaces it`() {
    let stage = TestScreen(4, 2)
    let screen = Screen()
    screen.content = Tile("a")
    stage.show(screen)
    #expect(stage.rows == ["aaaa", "aaaa"])

    screen.content = Rows(padding: Insets(top: 1)) { Tile("b").fill() }

    #expect(stage.rows == ["", "bbbb"])
    #expect(screen.subviews.count == 1)
  }

  @Test func `a spinner that hides takes room only while it is shown`() async {
    let stage = TestScreen(12, 2)
    let spinner = Spinner("Loading", hidesWhenStopped: true)
    stage.show(
      Rows {
        Tile("a").fill()
        spinner.height(1)
      })

    spinner.isAnimating = true
    #expect(stage.rows == ["aaaaaaaaaaaa", "aaaaaaaaaaaa"])
    await stage.wait(Spinner.standardDelay)
    #expect(stage.rows[1].hasSuffix("Loading"))

    spinner.isAnimating = false
    #expect(stage.rows == ["aaaaaaaaaaaa", "aaaaaaaaaaaa"])
  }
}
