import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct BarTextTests {
  @Test(arguments: [
    (0, ""), (0.001, "▏"), (0.3, "█▎"), (0.6, "██▍"), (0.999, "███▉"), (1, "████"), (2, "████"), (-1, ""), (.nan, ""),
  ])
  func `the text of a bar is filled to an eighth of a cell`(fraction: Double, text: String) {
    #expect(barText(fraction, width: 4, glyphs: .unicode) == text)
  }

  @Test(arguments: [(0, ""), (0.001, "#"), (0.6, "##"), (0.999, "###"), (1, "####")])
  func `the text of a bar has whole cells in ASCII`(fraction: Double, text: String) {
    #expect(barText(fraction, width: 4, glyphs: .ascii) == text)
  }

  @Test func `a bar of one cell is never empty between the ends`() {
    #expect(barText(0.5, width: 1, glyphs: .ascii) == "#")
    #expect(barText(0.5, width: 0, glyphs: .unicode) == "" && barText(0.5, width: -3, glyphs: .unicode) == "")
  }

  @Test func `a progress bar shows what is completed, what is under way, and the rest`() {
    let stage = TestScreen(12, 1)
    let bar = stage.show(ProgressBar(value: 0.25))
    bar.showsPercentage = false
    bar.pendingValue = 0.75
    #expect(stage.text == "███▓▓▓▓▓▓░░░")

    bar.value = 0.3
    #expect(stage.text == "███▋▓▓▓▓▓░░░")
    bar.pendingValue = 0.1
    #expect(stage.text == "███▋░░░░░░░░")

    let ascii = TestScreen(12, 1, ascii: true)
    bar.pendingValue = 0.75
    ascii.show(bar)
    #expect(ascii.text == "####=====...")
  }
}
