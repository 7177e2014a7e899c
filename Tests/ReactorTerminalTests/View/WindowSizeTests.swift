import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("Window size")
struct WindowSizeTests {
  @Test func `a window that is too small shows a message and handles only the keys that quit`() {
    let stage = TestScreen(30, 6)
    stage.window.minimumSize = Size(width: 40, height: 10)
    var log: [String] = []
    let tile = stage.show(Tile("t", focusable: true))
    tile.keys("d", id: CommandID("tile.delete"), title: "Delete").bind { log.append("deleted") }
    stage.window.installStandardCommands { log.append("quit") }
    #expect(
      stage.text == """

                  Too small
                at least 40x10
                   now 30x6
        """)
    stage.press("d", "?", .enter)
    stage.mouse(.press, 2, 2)
    #expect(log.isEmpty && tile.received.isEmpty && stage.window.modals.isEmpty)
    stage.press("q", .control("c"))
    #expect(log == ["quit", "quit"])
    stage.resize(40, 10)
    #expect(stage.rows[0] == String(repeating: "t", count: 40))
    stage.press("d")
    #expect(log == ["quit", "quit", "deleted"])
  }

  @Test func `text typed into a field of a window that is too small does not quit`() {
    let stage = TestScreen(30, 6)
    stage.window.minimumSize = Size(width: 40, height: 10)
    var log: [String] = []
    stage.show(TextField())
    stage.window.installStandardCommands { log.append("quit") }

    stage.press("q", "q")
    #expect(log.isEmpty)
    stage.press(.control("c"))

    #expect(log == ["quit"])
  }

  @Test func `a resize lays out all views before the next key of the same batch`() {
    let stage = TestScreen(10, 4)
    let stack = StackView(.vertical)
    stack.add(Tile("a"), .fixed(1))
    let tile = stack.add(Tile("b", focusable: true), .share(1))
    stage.show(stack)
    var heights: [Int] = []
    tile.keys("x", id: CommandID("tile.x"), title: "X").bind { heights.append(tile.bounds.height) }
    stage.terminal.feed([.key("x"), .resize(Size(width: 6, height: 8)), .key("x")])
    #expect(heights == [3, 7])
    #expect(stage.rows[0] == "aaaaaa")
    #expect(stage.rows[7] == "bbbbbb")
  }

  @Test func `after a resize to the same size every cell is drawn again`() {
    let stage = TestScreen(40, 10)
    stage.show(Tile("t"))
    let frames = stage.terminal.frameCount
    stage.terminal.feed([.resize(Size(width: 40, height: 10))])
    #expect(stage.terminal.invalidationCount == 1)
    #expect(stage.terminal.frameCount == frames + 1)
  }

  @Test func `after a suspension every cell is drawn again`() {
    let stage = TestScreen(40, 10)
    stage.show(Tile("t"))
    let frames = stage.terminal.frameCount
    stage.terminal.feed([.resumed])
    #expect(stage.terminal.invalidationCount == 1)
    #expect(stage.terminal.frameCount == frames + 1)
  }
}
