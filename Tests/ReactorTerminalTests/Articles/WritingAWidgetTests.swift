import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("Article: Writing a widget")
struct WritingAWidgetTests {
  @Test func `keys and clicks change the rating`() {
    let stage = Stage(12, 1)
    let field = stage.show(RatingField())
    let ratings = Recorder(field.changed.asObservable())

    stage.press("3", .right, .right, .right, .left)
    stage.click(3, 0)

    #expect(ratings.elements == [3, 4, 5, 4, 2])
    expectScreen(
      stage.terminal,
      equals: """
         ★ ★ ☆ ☆ ☆
        """,
      styles: """
        FFFFFFFFFFF
        """)
  }

  @Test func `setting the rating emits nothing`() {
    let field = RatingField()
    let ratings = Recorder(field.changed.asObservable())

    field.rating = 9

    #expect(field.rating == 5)
    #expect(ratings.elements == [])
  }

  @Test(arguments: [1, 2, 5])
  func `a field is drawn in any width`(width: Int) {
    let stage = Stage(width, 1, ascii: true)
    let field = stage.show(RatingField())
    field.rating = 5

    #expect(stage.row(0).count <= width)
  }

  @Test func `a dot blinks ten times a second, and only while it is on the screen`() async {
    let stage = Stage(2, 1)
    stage.show(Blinker())
    #expect(stage.screen == "●")

    await stage.wait(.milliseconds(100))
    #expect(stage.screen == "○")

    stage.window.root.content = nil
    #expect(stage.clock.sleeperCount == 0)
  }
}
