import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct SpinnerTests {
  @Test func `a spinner appears after 150 ms, turns ten times a second and leaves no timer behind`() async {
    let stage = TestScreen(20, 1)
    let spinner = stage.show(Spinner("Loading"))

    spinner.isAnimating = true
    #expect(stage.text == "")

    await stage.wait(.milliseconds(149))
    #expect(stage.text == "")

    await stage.wait(.milliseconds(1))
    #expect(stage.text == "⠋ Loading")

    await stage.wait(.milliseconds(100))
    #expect(stage.text == "⠙ Loading")

    let frames = stage.terminal.frameCount
    await stage.wait(.milliseconds(900))
    #expect(stage.text == "⠋ Loading")
    #expect(stage.terminal.frameCount == frames + 1)

    spinner.isAnimating = false
    #expect(stage.text == "")
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test func `work of less than 150 ms draws no frame`() async {
    let stage = TestScreen(20, 1)
    let spinner = stage.show(Spinner())
    stage.window.render()
    let frames = stage.terminal.frameCount

    spinner.isAnimating = true
    await stage.wait(.milliseconds(100))
    spinner.isAnimating = false
    await stage.wait(.seconds(1))

    #expect(stage.terminal.frameCount == frames)
  }

  @Test func `a spinner does not turn in ASCII mode`() async {
    let stage = TestScreen(20, 1, ascii: true)
    let spinner = stage.show(Spinner("Loading"))

    spinner.isAnimating = true
    await stage.wait(.milliseconds(150))

    #expect(stage.text == "* Loading")
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test func `a spinner turns only while it is in a window`() async {
    let stage = TestScreen(20, 1)
    let spinner = stage.show(Spinner(delay: .zero))
    spinner.isAnimating = true
    #expect(stage.text == "⠋")

    stage.show(View())
    await stage.wait(.seconds(1))
    #expect(stage.clock.sleeperCount == 0)

    stage.show(spinner)
    #expect(stage.text == "⠋")
  }
}
