import ReactorTerminal
import Testing

@MainActor
@Suite("Time in a window")
struct TimerTests {
  @Test("The ticker ticks ten times a second while someone needs it, and sleeps not at all otherwise")
  func ticker() async {
    let stage = Stage()
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

  @Test("The ticker forgets an owner that is gone")
  func tickerForgets() async {
    let stage = Stage()
    var ticks = 0
    do {
      let owner = Tile("t")
      stage.window.ticker.add(owner) { ticks += 1 }
    }
    await stage.wait(.seconds(1))
    #expect(ticks == 0)
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test("What waits is called once, after the delay, unless it was disposed")
  func after() async {
    let stage = Stage()
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
