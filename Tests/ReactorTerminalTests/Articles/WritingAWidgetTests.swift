import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("Article: Writing a widget")
struct WritingAWidgetTests {
  @Test func `keys and clicks change the rating`() {
    let screen = TestScreen(12, 1)
    let field = screen.show(RatingField())
    let ratings = Recorder(field.changed.asObservable())

    screen.press("3", .right, .right, .right, .left)
    screen.click(3, 0)

    #expect(ratings.elements == [3, 4, 5, 4, 2])
    screen.expect(
      """
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
    let screen = TestScreen(width, 1, ascii: true)
    let field = screen.show(RatingField())
    field.rating = 5

    #expect(screen.rows[0].count <= width)
  }

  @Test func `a dot blinks ten times a second, and only while it is on the screen`() async {
    let screen = TestScreen(2, 1)
    screen.show(Blinker())
    #expect(screen.text == "●")

    await screen.wait(.milliseconds(100))
    #expect(screen.text == "○")

    screen.window.root.content = nil
    #expect(screen.clock.sleeperCount == 0)
  }
}
