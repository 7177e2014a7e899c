import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("Timers")
struct TimerTests {
  @Test func `the ticker ticks ten times a second while it has members`() async {
    let stage = TestScreen(40, 10)
    let owner = Tile("t")
    var ticks = 0
    stage.window.ticker.add(owner) { ticks += 1 }
    await stage.wait(.seconds(1))
    #expect(ticks == 10)
    stage.window.ticker.remove(owner)
    await stage.wait(.seconds(1))
    #expect(ticks == 10)
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test func `the ticker drops an owner that is gone`() async {
    let stage = TestScreen(40, 10)
    var ticks = 0
    do {
      let owner = Tile("t")
      stage.window.ticker.add(owner) { ticks += 1 }
    }
    await stage.wait(.seconds(1))
    #expect(ticks == 0)
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test func `a delayed action runs once unless it was disposed`() async {
    let stage = TestScreen(40, 10)
    var log: [String] = []
    _ = stage.window.after(.seconds(1)) { log.append("kept") }
    let other = stage.window.after(.seconds(1)) { log.append("disposed") }
    await stage.wait(.milliseconds(999))
    #expect(log.isEmpty)
    other.dispose()
    await stage.wait(.seconds(2))
    #expect(log == ["kept"])
    #expect(stage.clock.sleeperCount == 0)
  }
}
